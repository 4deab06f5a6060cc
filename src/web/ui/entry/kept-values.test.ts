import { describe, expect, it } from "vitest";

import { accountRow } from "#web/testing/rows.ts";

import { fitting, store, stored, toKeep } from "./kept-values.ts";

describe("what is kept of a form", () => {
  it("is what was typed and which accounts were chosen, but not whom they belong to", () => {
    const account = accountRow({ id: 7, accountName: "Farid", phone: "0700", tazkiraNumber: "1399", fatherName: "Karim" });
    const { values, partial } = toKeep({ account, amount: "12.50", currencyId: 2, date: "2026-03-21" });
    expect(values).toMatchObject({ amount: "12.50", currencyId: 2, date: "2026-03-21" });
    expect(values["account"]).toMatchObject({ id: 7, accountName: "Farid", phone: null, tazkiraNumber: null, fatherName: null });
    expect(partial).toBe(false);
  });

  it("is no picture, and says that one was left out", () => {
    expect(toKeep({ accountName: "Zahra", picture: "data:image/png;base64,AAAA", signature: "" })).toEqual({
      values: { accountName: "Zahra", picture: "", signature: "" },
      partial: true,
    });
  });
});

describe("kept values", () => {
  const blank = { account: null, amount: "", currencyId: 2, date: "2026-03-21" };

  it("fit a form of the same fields", () => {
    const kept = { account: { id: 7 }, amount: "12", currencyId: null, date: "2026-03-20" };
    expect(fitting(kept, blank)).toEqual({ values: kept, isWhole: true });
    expect(fitting({ ...kept, account: null }, blank)).toEqual({ values: { ...kept, account: null }, isWhole: true });
  });

  it.each([
    ["nothing", undefined],
    ["no object", "amount"],
    ["a list", []],
    ["values of quite another form", { narrative: "Rent" }],
  ])("do not fit where they are %s", (_what, kept) => {
    expect(fitting(kept, blank)).toBeUndefined();
  });

  it.each([
    ["a field less", { account: { id: 7 }, amount: "12", currencyId: 1 }, { account: { id: 7 }, amount: "12", currencyId: 1 }],
    ["a field more", { ...blank, amount: "12", narrative: "Rent" }, { amount: "12" }],
    ["another kind of value", { ...blank, amount: 12, date: "2026-03-20" }, { date: "2026-03-20" }],
    ["no text where text belongs", { ...blank, amount: "12", date: null }, { amount: "12" }],
  ])("fit as far as they go where they have %s", (_what, kept, fits) => {
    expect(fitting(kept, blank)).toEqual({ values: { ...blank, ...fits }, isWhole: false });
  });
});

it("gives back what was stored, and nothing for anything else that stands there", () => {
  store("mine:1", { values: { amount: "1" } });
  expect(stored("mine:1")).toMatchObject({ values: { amount: "1" } });
  localStorage.setItem("mine:2", "{ broken");
  localStorage.setItem("mine:3", JSON.stringify({ values: {} }));
  expect(["mine:2", "mine:3", "mine:4"].map(stored)).toEqual([undefined, undefined, undefined]);
});
