import { expect, test } from "vitest";

import type { BookCurrency } from "#contract/day-closes.ts";
import { amountText } from "#kernel/amount.ts";

import {
  canHold,
  confirmed,
  countedAnew,
  countedOf,
  differenceOf,
  faultOf,
  isInBooks,
  isTypablePieces,
  movedFrom,
  sentCount,
  typedOf,
  untouched,
} from "./close-day-rules.ts";

const dollars: BookCurrency = {
  currencyId: 2,
  currency: "USD",
  symbol: "$",
  opening: "0.00",
  in: "0.00",
  out: "0.00",
  closing: "1250.50",
  movements: 0,
  byType: [],
};

test("of what the books know nothing, nothing is there until something is found", () => {
  const euros = { ...dollars, currency: "EUR", closing: "0.00" };
  expect([dollars, euros].map(isInBooks)).toEqual([true, false]);
  expect(faultOf(euros, typedOf(euros, {}))).toBeUndefined();
  expect(sentCount(euros, typedOf(euros, {})).counted).toBe("0.00");
  expect(faultOf(dollars, typedOf(dollars, {}))).toBe("count");
  const found = { ...untouched, sum: "5" };
  expect(faultOf(euros, typedOf(euros, { EUR: found }))).toBe("reason");
});

test("a sum is a sum; notes come to their worth and what lies beside them; nothing typed is not counted yet", () => {
  expect(countedOf("USD", untouched)).toBeUndefined();
  expect(countedOf("USD", { ...untouched, notes: {} })).toBeUndefined();
  expect(countedOf("USD", { ...untouched, sum: "12x" })).toBeUndefined();
  expect(amountText(countedOf("USD", { ...untouched, sum: "1250.5" }) ?? (-1n as never))).toBe("1250.50");
  const notes = { "100.00": "12", "20.00": "2", "7.00": "9", "5.00": "" };
  expect(amountText(countedOf("USD", { ...untouched, notes, sum: "0.5" }) ?? (-1n as never))).toBe("1240.50");
});

test("of one value as many pieces are counted as the server takes", () => {
  const faultIn = (pieces: string) =>
    faultOf(dollars, { ...untouched, book: "1250.50", notes: { "1.00": pieces }, reason: "Found" });
  expect(["1000000", "1000001", "9999999"].map(faultIn)).toEqual([undefined, "pieces", "pieces"]);
  expect(["", "9999999", "9,999,999", "10000000", "1x"].map(isTypablePieces)).toEqual([true, true, true, false, false]);
});

test("pieces that are no whole number are none, and never another one", () => {
  const judged = (pieces: string) => {
    const typed = { ...untouched, book: "1250.50", notes: { "1.00": pieces }, reason: "Found" };
    return [faultOf(dollars, typed), countedOf("USD", typed)?.toString()];
  };
  expect(
    ["2,5", "2.5", "2.", ",", "12,50", "1,000", "1000"].map((pieces) => [isTypablePieces(pieces), ...judged(pieces)]),
  ).toEqual([
    [true, "pieces", undefined],
    [true, "pieces", undefined],
    [true, "pieces", undefined],
    [true, "pieces", undefined],
    [true, "pieces", undefined],
    [true, undefined, "100000"],
    [true, undefined, "100000"],
  ]);
});

test("a day is closed over what a close holds, and over a difference that one entry books", () => {
  const [most, more] = ["999999999999999999.99", "1000000000000000000.00"];
  const reason = "Found";
  const faultIn = (closing: string, sum: string) =>
    faultOf({ ...dollars, closing }, { ...untouched, book: closing, sum, reason });
  expect(faultIn(most, most)).toBeUndefined();
  expect(faultIn(most, "999000000000000000.00")).toBeUndefined();
  expect(faultIn(most, "998999999999999999.99")).toBe("tooFar");
  expect(faultIn("0.00", "999999999999999.99")).toBeUndefined();
  expect(faultIn("0.00", "1000000000000000")).toBe("tooFar");
  expect(faultIn(`-${most}`, "0")).toBe("tooFar");
  expect([faultIn(more, most), faultIn(`-${more}`, "0")]).toEqual(["tooMuch", "tooMuch"]);
  expect(faultIn(most, more)).toBe("count");
  const notes = { "1.00": "1" };
  expect(faultOf({ ...dollars, closing: most }, { ...untouched, book: most, sum: most, notes, reason })).toBe("tooMuch");
  expect(
    [
      { ...dollars, closing: most },
      { ...dollars, closing: more },
    ].map(canHold),
  ).toEqual([true, false]);
});

test("a difference asks for its reason, and agreement for none", () => {
  expect(faultOf(dollars, untouched)).toBe("count");
  expect(faultOf(dollars, { ...untouched, sum: "1250.50" })).toBeUndefined();
  expect(faultOf(dollars, { ...untouched, sum: "1000" })).toBe("reason");
  expect(faultOf(dollars, { ...untouched, sum: "1000", reason: "Torn" })).toBeUndefined();
  expect(amountText(differenceOf(dollars, { ...untouched, sum: "1000" }) ?? (0n as never))).toBe("-250.50");
});

test("what was counted is beside what the books said then: once they have moved, it is counted again or confirmed", () => {
  const counted = countedAnew(dollars, untouched, { ...untouched, sum: "1240.50" });
  const reasoned = countedAnew(dollars, counted, { ...counted, reason: "Torn note" });
  const moved = { ...dollars, closing: "2250.50" };
  expect(movedFrom(dollars, reasoned)).toBeUndefined();
  expect(movedFrom(moved, reasoned)).toBe("1250.50");
  expect(faultOf(moved, reasoned)).toBe("moved");
  for (const still of [
    { ...reasoned, reason: "Torn" },
    { ...reasoned, notes: {} },
    { ...reasoned, notes: undefined },
  ])
    expect(faultOf(moved, countedAnew(moved, reasoned, still))).toBe("moved");
  expect(faultOf(moved, countedAnew(moved, reasoned, { ...reasoned, sum: "2250.50" }))).toBeUndefined();
  const byNotes = { ...reasoned, notes: { "100.00": "12" } };
  expect(faultOf(moved, countedAnew(moved, byNotes, { ...byNotes, notes: { "100.00": "22" } }))).toBeUndefined();
  expect(faultOf(moved, confirmed(moved, reasoned))).toBe("reason");
});

test("the call is told what the books said, what was counted, and how", () => {
  expect(sentCount(dollars, { sum: "50.50", notes: { "100.00": "12" }, reason: " Short " })).toEqual({
    currencyId: 2,
    book: "1250.50",
    counted: "1250.50",
    denominations: [{ value: "100.00", pieces: 12 }],
    reason: "Short",
  });
});
