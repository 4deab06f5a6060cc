import { describe, expect, it } from "vitest";

import { transactionRow } from "#web/testing/transactions.ts";

import { changedParts, partsOf } from "./search-changes.ts";

const before = transactionRow({ id: 7 });

describe("what changed between two versions", () => {
  it("is named part by part", () => {
    const after = { ...before, dAmount: "300.00", transDescription: "Rent of May", inAccountId: 104, transDate: "2026-03-02" };
    expect(changedParts("Transfer", before, after)).toEqual(["dAmount", "transDescription", "inAccountId", "transDate"]);
  });

  it("is not how a figure or a text is written", () => {
    const after = { ...before, dAmount: "250", transDescription: " Rent " };
    expect(changedParts("Transfer", before, after)).toEqual([]);
    expect(changedParts("Exchange", { ...before, exRate: "69.80000000" }, { ...before, exRate: "69.8" })).toEqual([]);
  });

  it("leaves out what follows from other parts", () => {
    const after = { ...before, dAmount: "300.00", cAmount: "300.00", cTransDescription: "Three Hundred" };
    expect(changedParts("Debit", before, after)).toEqual(["dAmount"]);
    expect(changedParts("Transfer", before, after)).toEqual(["dAmount", "cTransDescription"]);
    expect(changedParts("Exchange", before, after)).toEqual(["dAmount", "cAmount", "cTransDescription"]);
    expect(partsOf("Exchange")).toContain("exRate");
    expect(partsOf("Credit")).not.toContain("exRate");
  });
});
