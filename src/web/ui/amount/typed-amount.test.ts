import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { amountFrom, divideRounded, largestAmount, type Amount } from "#kernel/amount.ts";
import { noteCurrencies } from "#web/lib/currency-symbols.ts";
import { formatAmount } from "#web/lib/format.ts";

import { pastedAmount, readAmount, wholeNumber, type AmountFault } from "./typed-amount.ts";

function textOf(typed: string): string | undefined {
  const reading = readAmount(typed);
  return reading.kind === "amount" ? reading.text : undefined;
}

describe("a typed amount", () => {
  it.each([
    ["1234", "1234"],
    ["1234.5", "1234.5"],
    ["1,234.50", "1234.50"],
    ["0012", "12"],
    ["0", "0"],
    [".5", "0.5"],
    ["12.", "12"],
    ["۱۲۳۴", "1234"],
    ["۱٬۲۳۴٫۵۰", "1234.50"],
    ["۱٬۲۳۴٬۵۶۷", "1234567"],
    ["12,34,567.5", "1234567.5"],
    ["999,999,999,999,999.99", "999999999999999.99"],
    ["٤٥٦٫٧", "456.7"],
    ["1 234 567", "1234567"],
    ["\u061C1,234.50\u061C", "1234.50"],
    ["1.5k", "1500"],
    ["1.5K", "1500"],
    ["2m", "2000000"],
    ["0.00001m", "10"],
    ["999999999999999.99", "999999999999999.99"],
  ])("%s means %s", (typed, text) => {
    expect(textOf(typed)).toBe(text);
  });

  it.each(["", ".", "  ", "٫"])("%j is empty, which counts as zero", (typed) => {
    expect(readAmount(typed)).toEqual({ kind: "empty" });
  });

  it.each<[string, AmountFault]>([
    ["12.345", "decimals"],
    ["12.500", "decimals"],
    ["1.234567k", "decimals"],
    ["1000000000000000", "tooLarge"],
    ["99999999999999999999999999999999999999999999", "tooLarge"],
    ["1000000000m", "tooLarge"],
    ["-5", "negative"],
    ["=5-10", "negative"],
    ["1.2.3", "unreadable"],
    ["12a", "unreadable"],
    ["k", "unreadable"],
    ["1e5", "unreadable"],
    ["NaN", "unreadable"],
    ["Infinity", "unreadable"],
    ["0x10", "unreadable"],
    ["=", "incomplete"],
    ["=120*", "incomplete"],
    ["=(1+2", "incomplete"],
    ["=1/0", "divisionByZero"],
    ["=1/(2-2)", "divisionByZero"],
    ["=2(3)", "unreadable"],
    ["=alert(1)", "unreadable"],
    ["500\t700", "unreadable"],
    ["500\r\n700", "unreadable"],
    ["500 ; 700", "unreadable"],
    [",", "unreadable"],
    ["12,50", "unreadable"],
    ["12,5", "unreadable"],
    ["۱۲٬۵۰", "unreadable"],
    ["12،50", "unreadable"],
    ["1.234,50", "unreadable"],
    ["1,234,5678", "unreadable"],
    ["1234,567", "unreadable"],
    ["1,234k,5", "unreadable"],
    ["=12,50+1", "unreadable"],
  ])("%s is refused as %s and never cut", (typed, fault) => {
    expect(readAmount(typed)).toEqual({ kind: "fault", fault });
  });

  it.each(["999999999999999999.99", "=999999999999999999+0.99", "999999999999999.99999k"])(
    "%s is an amount where a sum of many may be entered",
    (typed) => {
      const amount = amountFrom("999999999999999999.99");
      expect(readAmount(typed)).toEqual({ kind: "fault", fault: "tooLarge" });
      expect(readAmount(typed, amount)).toMatchObject({ kind: "amount", amount });
      expect(readAmount(typed, (amount - 1n) as Amount)).toEqual({ kind: "fault", fault: "tooLarge" });
    },
  );
});

describe("a calculation", () => {
  it.each([
    ["=120*83.5", "10020", false],
    ["=1,000+250.25", "1250.25", false],
    ["=0.1+0.2", "0.30", false],
    ["=10/4", "2.50", false],
    ["=100/3", "33.33", true],
    ["=2/3", "0.67", true],
    ["=0.005", "0.01", true],
    ["=(2+3)*4-1", "19", false],
    ["=2+3*4", "14", false],
    ["=-5+10", "5", false],
    ["=1.5k+2m", "2001500", false],
    ["=۱۲۰×۸۳٫۵", "10020", false],
    ["=100÷8", "12.50", false],
  ])("%s is %s", (typed, text, rounded) => {
    expect(readAmount(typed)).toMatchObject({ kind: "amount", text, amount: amountFrom(text), rounded });
  });

  interface Term {
    readonly text: string;
    readonly dividend: bigint;
    readonly divisor: bigint;
  }
  const number = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]): Term => {
      const padded = digits.toString().padStart(places + 1, "0");
      const split = padded.length - places;
      const text = places === 0 ? padded : `${padded.slice(0, split)}.${padded.slice(split)}`;
      return { text, dividend: digits, divisor: 10n ** BigInt(places) };
    });
  const combine = (left: Term, right: Term, sign: string): Term => {
    const text = `(${left.text}${sign}${right.text})`;
    const cross = right.dividend * left.divisor;
    const divisor = left.divisor * right.divisor;
    if (sign === "+") return { text, dividend: left.dividend * right.divisor + cross, divisor };
    if (sign === "-") return { text, dividend: left.dividend * right.divisor - cross, divisor };
    if (sign === "*") return { text, dividend: left.dividend * right.dividend, divisor };
    // A divisor of zero stands for "nothing can be divided by 0" and stays zero whatever follows.
    return { text, dividend: left.dividend * right.divisor, divisor: right.divisor === 0n ? 0n : left.divisor * right.dividend };
  };
  const { tree } = fc.letrec<{ tree: Term }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      number,
      fc
        .tuple(tie("tree"), tie("tree"), fc.constantFrom("+", "-", "*", "/"))
        .map(([left, right, sign]) => combine(left, right, sign)),
    ),
  }));

  it("equals the exact fraction, rounded once, for any expression", () => {
    fc.assert(
      fc.property(tree, ({ text, dividend, divisor }) => {
        fc.pre(text.length <= 199);
        const exact = divisor === 0n ? 0n : divideRounded(dividend * 100n, divisor);
        const reading = readAmount(`=${text}`);
        if (divisor === 0n) expect(reading).toEqual({ kind: "fault", fault: "divisionByZero" });
        else if (dividend !== 0n && dividend < 0n !== divisor < 0n) expect(reading).toEqual({ kind: "fault", fault: "negative" });
        else if (exact > largestAmount) expect(reading).toEqual({ kind: "fault", fault: "tooLarge" });
        else expect(reading).toMatchObject({ kind: "amount", amount: exact as Amount });
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads plain digits as exactly that many hundredths", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largestAmount }), (minor) => {
        const digits = minor.toString().padStart(3, "0");
        const typed = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(readAmount(typed)).toMatchObject({ kind: "amount", amount: minor });
      }),
    );
  });

  it.each([
    ["of brackets", "(".repeat(100_000)],
    ["of products", `1${"*9".repeat(100)}`],
  ])("is refused where it is longer than anybody types, be it %s", (_what, expression) => {
    expect(readAmount(`=${expression}`)).toEqual({ kind: "fault", fault: "unreadable" });
  });

  it("never throws, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,+-*/()=kmKM٫٬۱x "), maxLength: 60 }), (typed) => {
        expect(() => readAmount(typed)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a pasted amount", () => {
  it.each([
    ["AFN 1,234.50", "1234.50"],
    ["1,234.50 AFN", "1234.50"],
    ["$1,234.50", "1234.50"],
    ["؋\u200E1,234.50", "1234.50"],
    ["\u061C1,234.50 AFN\u061C", "1234.50"],
    ["1,23,456.00", "123456.00"],
    [" 1234\n", "1234"],
    ["500\r\n", "500"],
    ["\t500\t\t\r\n", "500"],
    ["1\u00A0234,000", undefined],
    ["۱٬۲۳۴٫۵۰ افغانی", "1234.50"],
    ["۱٬۲۳۴٫۵۰ افغاني", "1234.50"],
    ["1,234.50 افغانۍ", "1234.50"],
    ["12 345", "12345"],
    ["=120*83.5", "=120*83.5"],
    ["12.345", "12.345"],
  ])("%j gives %j", (pasted, text) => {
    expect(pastedAmount(pasted)).toBe(text);
  });

  it.each([
    "12,50",
    "=12,50*2",
    "۱۲٬۵۰",
    "1.234,50",
    "12abc34",
    "abc",
    "",
    "-5",
    "1 or 2",
    "2026-03-21",
    "500\t700",
    "500\r\n700\r\n",
    "500\r700",
    "500\u2028700",
    "=500\t700",
    "AFN\t500",
  ])("%j is no amount without a decision", (pasted) => {
    expect(pastedAmount(pasted)).toBeUndefined();
  });
});

describe("a pasted amount with a symbol of the office", () => {
  const symbols = ["C$", "kr", "S/", "Fr", "Rs.", "New dollar", "د.إ", "ل.ل.", "US$"];
  beforeEach(() => noteCurrencies(symbols.map((symbol, index) => ({ code: `X${String(index)}`, symbol }))));
  afterEach(() => noteCurrencies(undefined));

  it.each(symbols.map((symbol, index) => [symbol, `X${String(index)}`] as const))(
    "%s is read as it is shown",
    (_symbol, code) => {
      expect(pastedAmount(formatAmount("1234.50", code))).toBe("1234.50");
    },
  );

  it("is not read where a point may end the symbol or begin the figures", () => {
    expect(pastedAmount("Fr.50")).toBeUndefined();
    expect(pastedAmount("Rs.50")).toBe("50");
  });
});

describe("a whole number as it was typed", () => {
  it.each([
    ["2001", 2001],
    ["۲۰۰۱", 2001],
    [" 7 ", 7],
    ["0", 0],
    ["2,001", 2001],
    ["۱٬۲۳۴٬۵۶۷", 1234567],
  ])("%j is %i", (typed, value) => {
    expect(wholeNumber(typed)).toBe(value);
  });

  it.each(["", "1.5", "-1", "abc", "1e3", "2,5", "2,", "۲،۵", "20,01", "1234567890123456"])("%j is none", (typed) => {
    expect(wholeNumber(typed)).toBeNaN();
  });
});
