import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";

import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import { noteCurrencies, officeSymbols } from "./currency-symbols.ts";
import { noteDirection } from "./direction.ts";
import {
  formatAmount,
  formatDigits,
  formatRate,
  formatTotal,
  formatShort,
  groupThousands,
  inItsOwnOrder,
  sizeText,
} from "./format.ts";

describe("an amount on screen", () => {
  it.each([
    ["1234.50", "USD", "$1,234.50"],
    ["-1234.5", "USD", "-$1,234.50"],
    ["0.00", "EUR", "€0.00"],
    ["-0.01", "PKR", "-₨0.01"],
    ["1000000", "GBP", "£1,000,000.00"],
    ["999999999999999.99", "USD", "$999,999,999,999,999.99"],
    ["-1004421457413462517.21", "USD", "-$1,004,421,457,413,462,517.21"],
    ["12.00", "CHF", "CHF\u00A012.00"],
  ])("%s %s reads %s", (text, code, shown) => {
    expect(formatAmount(text, code)).toBe(shown);
  });

  it("keeps its digits in left-to-right order after the afghani sign", () => {
    expect(formatAmount("-1234.50", "AFN")).toBe("\u200E-؋\u200E1,234.50");
  });

  it("takes an amount as well as its text", () => {
    expect(formatAmount(amountFrom("1234.50"), "USD")).toBe(formatAmount("1234.50", "USD"));
    expect(formatDigits("-1234.5")).toBe("-1,234.50");
  });

  it("says the same amount again once its commas are taken out", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (minor) => {
        const text = amountText(minor as Amount);
        expect(formatDigits(text).replaceAll(",", "")).toBe(text);
        expect(formatDigits(text)).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2}$/);
      }),
    );
  });
});

describe("the symbol that the office gave a currency", () => {
  afterEach(() => noteCurrencies(undefined));

  it.each([
    ["C$", "-C$12.50"],
    ["kr", "-kr\u00A012.50"],
    ["S/", "-S/\u00A012.50"],
    ["Can$", "-Can$12.50"],
    ["New dollar", "-New\u00A0dollar 12.50"],
    ["Dollars$", "-Dollars$ 12.50"],
    ["د.إ", "\u200E-\u2068د.إ\u2069\u200E\u00A012.50"],
    ["﷼", "\u200E-﷼\u200E12.50"],
    ["XTS", "-XTS\u00A012.50"],
  ])("%s stands before the digits, apart from them unless it is a sign, and on a line of its own if need be", (symbol, shown) => {
    noteCurrencies([{ code: "XTS", symbol }]);
    expect(formatAmount("-12.50", "XTS")).toBe(shown);
  });

  it.each(["7", "$1", "-", "$-", "−$", "+", ".", "", " "])(
    "%j would be read with the digits: the code stands there",
    (symbol) => {
      noteCurrencies([{ code: "USD", symbol }]);
      expect(formatAmount("12.50", "USD")).toBe("USD\u00A012.50");
    },
  );

  it("goes before the customary one, which stands where the office has no such currency", () => {
    noteCurrencies([{ code: "USD", symbol: "US$" }]);
    expect([formatAmount("1.00", "USD"), formatAmount("1.00", "GBP")]).toEqual(["US$1.00", "£1.00"]);
    expect(officeSymbols()).toEqual(["US$"]);
  });
});

describe("grouping", () => {
  it.each([
    ["", ""],
    ["999", "999"],
    ["1000", "1,000"],
    ["1234567.5", "1,234,567.5"],
    ["1234.56789", "1,234.56789"],
    ["12.", "12."],
  ])("leaves the decimals of %j alone", (text, grouped) => {
    expect(groupThousands(text)).toBe(grouped);
  });
});

describe("a rate on screen", () => {
  it.each([
    ["69.80000000", "69.80"],
    ["0.01432665", "0.01432665"],
    ["70", "70.00"],
    ["1234567.50000000", "1,234,567.50"],
  ])("%s reads %s", (text, shown) => {
    expect(formatRate(text)).toBe(shown);
  });
});

describe("a value within a text", () => {
  it.each([
    ["احمد", "\u2068احمد\u2069"],
    ["Ahmad (احمد)", "\u2068Ahmad (احمد)\u2069"],
    ["Ahmad", "Ahmad"],
    ["\u2068احمد\u2069, \u2068Omar\u2069", "\u2068احمد\u2069, \u2068Omar\u2069"],
    [formatAmount("12.50", "AFN"), formatAmount("12.50", "AFN")],
  ])("%j stands there as %j", (value, there) => {
    expect(inItsOwnOrder(value)).toBe(there);
  });

  it.each([
    ["2026-03-21", "\u20682026-03-21\u2069"],
    ["-12.50 USD", "\u2068-12.50 USD\u2069"],
    ["Ahmad", "\u2068Ahmad\u2069"],
    [formatAmount("12.50", "AFN"), "\u2068\u200E؋\u200E12.50\u2069"],
    ["\u206821 مارچ 2026، 14:05\u2069", "\u206821 مارچ 2026، 14:05\u2069"],
  ])("%j stands as %j in a text that is read from the right", (value, there) => {
    noteDirection("rtl");
    onTestFinished(() => noteDirection("ltr"));
    expect(inItsOwnOrder(value)).toBe(there);
  });
});

describe("a size on screen", () => {
  it.each([
    [0, "0 bytes"],
    [1_023, "1,023 bytes"],
    [10_240, "10 kB"],
    [3_250_586, "3.1 MB"],
    [5e9, "4.7 GB"],
    [3 * 1_024 ** 5, "3,072 TB"],
  ])("is in the unit that fits: %i", (bytes, words) => {
    expect(sizeText(bytes)).toBe(words);
  });
});

describe("what a browser puts into words", () => {
  it.each([
    [0, "0 بایت"],
    [10_240, "10 کیلوبایت"],
    [3_250_586, "3.1 مگابایت"],
    [5e9, "4.7 گیگابایت"],
  ])("is in Dari, with Latin figures: %i bytes", (bytes, words) => {
    spokenIn("fa-AF");
    expect(sizeText(bytes)).toBe(words);
  });

  it.each([
    ["en", 1_234_567, "1.23M"],
    ["en", -15_000, "-15K"],
    ["fa-AF", 1_234_567, "\u20671.23\u00A0میلیون\u2069"],
    ["fa-AF", -15_000, "\u2067\u200E\u221215\u00A0هزار\u2069"],
  ] as const)("is short on the scale of a chart in %s: %i", (language, value, words) => {
    spokenIn(language);
    expect(formatShort(value, { maximumSignificantDigits: 3 })).toBe(words);
  });
});

it("a total has a plus where it was counted no further", () => {
  expect(formatTotal({ total: 1_848, isAtLeast: false })).toBe("1,848");
  expect(formatTotal({ total: 10_000, isAtLeast: true })).toBe("10,000+");
});
