import { describe, expect, it } from "vitest";

import { parseRate } from "#kernel/rate.ts";
import { boardCurrencies, london, maryam, walkInRow, waitingRow } from "#web/testing/hawala-entry.tsx";

import { boardRateText, withHolder, type Board } from "./entry-rules.ts";
import { blankIncoming, figuresOf, incomingOf, incomingSent, oddFigures } from "./incoming-rules.ts";
import { blankOutgoing, dealFault, differenceOf, movementsOf, outgoingOf, outgoingSent, reckon } from "./outgoing-rules.ts";

const board: Board = {
  codeOf: (id) => boardCurrencies.find((currency) => currency.id === id)?.code,
  idOf: (code) => boardCurrencies.find((currency) => currency.code === code)?.id ?? null,
  rateOf: (id) => parseRate(boardCurrencies.find((currency) => currency.id === id)?.exchangeRate ?? ""),
};
const [afghani, dollars, euros] = [1, 2, 3];
const blank = blankOutgoing("2026-03-21");

describe("a rate by the board", () => {
  it("is units of the converted currency for one of the amount's, with all decimals that say something", () => {
    expect(boardRateText(board.rateOf(dollars), board.rateOf(afghani))).toBe("70.00");
    expect(boardRateText(board.rateOf(afghani), board.rateOf(dollars))).toBe("0.01428571");
    expect(boardRateText(board.rateOf(afghani), board.rateOf(euros))).toBe("0.01314286");
    expect(boardRateText(undefined, board.rateOf(euros))).toBe("");
  });

  it.each([
    ["1000000", "1", "0.000001"],
    ["1400000", "1", ""],
    ["1000000000", "0.5", ""],
    ["0.5", "1000000000", ""],
  ])("from %s to %s a dollar is %j, and none where no hawala may have it", (from, to, expected) => {
    expect(boardRateText(parseRate(from), parseRate(to))).toBe(expected);
  });
});

describe("the holder of an account", () => {
  it("takes the place of the holder before, never of what was typed", () => {
    const first = withHolder(blank, "sender", { before: undefined, after: maryam });
    expect(first).toMatchObject({ senderName: "Maryam Noori", senderPhone: "0700 55" });
    expect(withHolder(first, "sender", { before: maryam, after: london })).toMatchObject({
      senderName: "London Office",
      senderPhone: "",
    });
    const typed = { ...first, senderName: "Her brother" };
    expect(withHolder(typed, "sender", { before: maryam, after: undefined })).toMatchObject({
      senderName: "Her brother",
      senderPhone: "",
    });
  });
});

describe("the amounts of an outgoing hawala", () => {
  it.each([
    [
      { amount: "500", commission: "5" },
      { amount: "500", converted: "495.00", rate: "1.00" },
    ],
    [
      { amount: "500", commission: "5", convertedCurrencyId: afghani },
      { amount: "500", converted: "34995.00", rate: "70.00" },
    ],
    [
      { amount: "500", exchangeRate: "69.80", convertedCurrencyId: afghani },
      { amount: "500", converted: "34900.00", rate: "69.80" },
    ],
    [
      { convertedAmount: "1000", commission: "5", currencyId: afghani },
      { amount: "70350.02", converted: "1000", rate: "0.01428571" },
    ],
    [{ convertedAmount: "1000" }, { amount: "1000.00", converted: "1000", rate: "1.00" }],
    [{ amount: "5.555" }, { amount: "5.555", converted: "", rate: "1.00" }],
    [
      { amount: "500", commission: "x" },
      { amount: "500", converted: "", rate: "1.00" },
    ],
    [
      { amount: "3", commission: "5" },
      { amount: "3", converted: "", rate: "1.00" },
    ],
    [{ amount: "" }, { amount: "", converted: "", rate: "1.00" }],
    [
      { amount: "500", exchangeRate: "0", convertedCurrencyId: afghani },
      { amount: "500", converted: "", rate: "0" },
    ],
    [
      { amount: "999999999999999", convertedCurrencyId: afghani },
      { amount: "999999999999999", converted: "", rate: "70.00" },
    ],
  ])("of %j are %j", (given, expected) => {
    const { deal: _deal, ...shown } = reckon({ ...blank, ...given }, board);
    expect(shown).toEqual(expected);
  });

  it.each([
    [{ amount: "500", commission: "500" }, "commission"],
    [{ amount: "500", commission: "499.99" }, undefined],
    [{ convertedAmount: "100.33", convertedCurrencyId: afghani }, "convertedAmount"],
    [{ convertedAmount: "100.11", convertedCurrencyId: afghani }, undefined],
  ])("with %j are wrong at %s", (given, expected) => {
    const form = { ...blank, ...given };
    const { deal } = reckon(form, board);
    expect(deal === undefined ? "nothing" : dealFault(form, deal)).toBe(expected);
  });
});

describe("a stored hawala", () => {
  it("that goes out is sent as it was stored when nothing was changed", () => {
    const stored = walkInRow({ partnerAccountId: 120, senderPhone: "0799", remarks: "Rent" });
    expect(outgoingSent(outgoingOf(stored, board), board)).toMatchObject({
      direction: "outgoing",
      amount: "500.00",
      currency: "USD",
      convertedAmount: "495.00",
      convertedCurrency: "USD",
      commission: "5.00",
      senderPhone: "0799",
      partnerAccountId: 120,
      notes: "Rent",
      transactionDate: "2026-03-20",
    });
  });

  it("that came in is sent as it was stored, also without dollars", () => {
    const stored = waitingRow({ rate: null, intoUSD: null });
    expect(incomingSent(incomingOf(stored), board)).toMatchObject({
      direction: "incoming",
      hawalaNo: "310905",
      amount: "100.00",
      exchangeRate: "92.00",
      rAmount: "9200.00",
      rate: null,
      intoUSD: null,
    });
  });
});

describe("the balances that an outgoing hawala moves", () => {
  const movers = { payer: maryam, partner: london };
  const form = { ...blank, amount: "500", commission: "5", currencyId: dollars };

  it("are the payer's and the partner's", () => {
    expect(movementsOf(form, movers, board).map(({ account, side, amount }) => [account, side, amount])).toEqual([
      ["1005 - Maryam Noori", "debited", 50_000n],
      ["2001 - London Office", "credited", 49_500n],
    ]);
    expect(movementsOf({ ...form, amount: "" }, movers, board)).toEqual([]);
    expect(movementsOf(form, { payer: undefined, partner: undefined }, board)).toEqual([]);
  });

  it("are those alone that an edit changes", () => {
    const before = movementsOf(form, movers, board);
    expect(differenceOf(before, before)).toEqual([]);
    const dearer = movementsOf({ ...form, commission: "15" }, movers, board);
    expect(new Set(differenceOf(before, dearer).map(({ account }) => account))).toEqual(new Set(["2001 - London Office"]));
  });
});

describe("the figures of an incoming hawala", () => {
  const form = { ...blankIncoming("2026-03-21", "2001"), amount: "100", exchangeRate: "92" };

  it("follow from the amount, the rates and the currency", () => {
    expect(figuresOf(form, board)).toMatchObject({ exchangeRate: "92", rAmount: "9200.00", rate: "70.00", intoUSD: "131.43" });
    expect(figuresOf({ ...form, rAmount: "9100" }, board)).toMatchObject({ rAmount: "9100", intoUSD: "130.00" });
    expect(figuresOf({ ...form, currencyId: euros }, board)).toMatchObject({ rate: "0.92", intoUSD: "10000.00" });
    expect(figuresOf({ ...form, amount: "" }, board)).toMatchObject({ rAmount: "", intoUSD: "" });
  });

  it("take the pound's rate from the board where it has one", () => {
    const withPounds: Board = {
      ...board,
      idOf: (code) => (code === "GBP" ? 9 : board.idOf(code)),
      rateOf: (id) => (id === 9 ? parseRate("0.76") : board.rateOf(id)),
    };
    expect(figuresOf({ ...form, exchangeRate: null }, withPounds).exchangeRate).toBe("92.10526316");
  });

  it.each([
    ["9200.99", []],
    ["9246", []],
    ["9246.01", ["rAmount"]],
    ["8000", ["rAmount"]],
    ["", []],
  ])("with a typed receiver amount of %j are odd at %j", (rAmount, expected) => {
    expect(oddFigures({ ...form, rAmount }, board).map(({ field }) => field)).toEqual(expected);
  });
});
