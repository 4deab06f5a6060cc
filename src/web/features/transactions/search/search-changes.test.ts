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
    expect(changedParts("Debit", { ...before, cTransDescription: "Two Hundred Fifty" }, after)).toEqual(["dAmount"]);
    expect(changedParts("Transfer", before, after)).toEqual(["dAmount", "cTransDescription"]);
    expect(changedParts("Exchange", before, after)).toEqual(["dAmount", "cAmount", "cTransDescription"]);
    expect(partsOf({ ...before, transType: "Exchange" })).toContain("exRate");
    expect(partsOf({ ...before, transType: "Credit" })).not.toContain("exRate");
  });

  it("shows the second narrative of a Debit or Credit that is not its amount in words", () => {
    const inWords = { ...before, dAmount: "250.00", cTransDescription: "Two Hundred Fifty" };
    const slip = { ...inWords, cTransDescription: "Slip 4711 of Azizi Bank" };
    for (const transType of ["Debit", "Credit"] as const) {
      expect(partsOf({ ...inWords, transType })).not.toContain("cTransDescription");
      expect(partsOf({ ...slip, transType })).toContain("cTransDescription");
      expect(changedParts(transType, inWords, slip)).toEqual(["cTransDescription"]);
      expect(changedParts(transType, slip, inWords)).toEqual(["cTransDescription"]);
      expect(changedParts(transType, slip, { ...slip, cTransDescription: "Slip 4712" })).toEqual(["cTransDescription"]);
      expect(changedParts(transType, slip, { ...slip })).toEqual([]);
    }
  });
});
