import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountText, type Amount } from "#kernel/amount.ts";
import { rateText } from "#kernel/rate.ts";

import { decimalOfDouble, readNumberText, roundedAmount, roundedRate, type NumberKind } from "./number.ts";

/** The amount or rate of a text, or what is wrong with it. */
function read(text: string, kind: NumberKind): string {
  const reading = readNumberText(text, kind);
  if ("fault" in reading) return reading.fault;
  const value = kind === "money" ? roundedAmount(reading.decimal) : roundedRate(reading.decimal);
  if (value === undefined) return "too large";
  const written = kind === "money" ? amountText(value as Amount) : rateText(value as never);
  return [reading.negative ? "-" : "", written, ...reading.labels.map((label) => ` ${label}`)].join("");
}

describe("money in a text cell", () => {
  test.each([
    ["1250", "1250.00"],
    ["1,250.00", "1250.00"],
    ["1,250", "1250.00"],
    ["12,345,678.9", "12345678.90"],
    ["1,00,000", "100000.00"],
    ["12,50,000.50", "1250000.50"],
    ["1 450.50", "1450.50"],
    ["1\u00A0450.50", "1450.50"],
    ["1\u202F450.50", "1450.50"],
    ["1'250.00", "1250.00"],
    ["1’250.00", "1250.00"],
    ["۱٬۲۵۰٫۵۰", "1250.50"],
    ["٢٬٤٠٠", "2400.00"],
    ["۱۲٫۵", "12.50"],
    ["١،٢٥٠", "1250.00"],
    ["1٬234٫567", "1234.57"],
    ["12.500000", "12.50"],
    ["9199.999999", "9200.00"],
    ["1234.567", "1234.57"],
    ["0.125", "0.13"],
    ["0.005", "0.01"],
    [".5", "0.50"],
    ["5.", "5.00"],
    [" 875.00 ", "875.00"],
    ["\u200F۵۰۰\u200E", "500.00"],
    ["'500", "500.00"],
    ["+500", "500.00"],
    ["500/-", "500.00"],
    ["Rs 500/-", "500.00 Rs"],
    ["£2,100.00", "2100.00 £"],
    ["£ 300", "300.00 £"],
    ["£.50", "0.50 £"],
    ["Rs.500", "500.00 Rs."],
    ["€ 1,015.35", "1015.35 €"],
    ["US$ 855.20", "855.20 US$"],
    ["Rs. 500", "500.00 Rs."],
    ["239,481.60 PKR", "239481.60 PKR"],
    ["5,655.67؋", "5655.67 ؋"],
    ["$ 5 USD", "5.00 $ USD"],
    ["500 افغانی", "500.00 افغانی"],
    ["(500)", "-500.00"],
    ["(£500.00)", "-500.00 £"],
    ["£(500)", "-500.00 £"],
    ["-500", "-500.00"],
    ["−500", "-500.00"],
    ["500-", "-500.00"],
    ["-£500", "-500.00 £"],
    ["£-500", "-500.00 £"],
    ["999999999999999.99", "999999999999999.99"],
    ["1000000000000000", "too large"],
  ])("%j is %s", (text, expected) => expect(read(text, "money")).toBe(expected));

  test.each([
    "12,50",
    "1.234,56",
    "1.234.567",
    "1.234",
    "999.000",
    "۱٫۲۳۴",
    "٩٩٩٫٠٠٠",
    "٫500",
    "1,23",
    "1,2345",
    "0,123",
    "01,234",
    "1,234,56",
    "1,234 567",
    "12 50",
    "1,250.00.00",
    "1.2٫3",
    "1,,000",
    ",500",
    "1, 250",
    "500\n200",
    "500\t200",
    "US$. 500",
    "Rs .500",
    "Rs .50",
    "£.500",
    ".500",
  ])("%j can be read in more than one way and is refused", (text) => expect(read(text, "money")).toBe("ambiguous"));

  test.each([
    "",
    "-",
    "abc",
    "#N/A",
    "1e3",
    "1.5E+3",
    "12%",
    "=5*3",
    "1k5",
    "--5",
    "(-5)",
    "(5",
    "5)",
    "½",
    "5²",
    "1/2",
    "۸۸/۹۸",
    "0x10",
    "NaN",
    "٬",
    ".",
    "9".repeat(80),
  ])("%j is no number", (text) => expect(read(text, "money")).toMatch(/unreadable|ambiguous/));

  test("never comes out as another number than its digits say, however it is dressed", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }).map((minor) => minor as Amount);
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ","),
      (text) => text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "\u00A0"),
      (text) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number.parseInt(digit, 10))).replace(".", "٫"),
      (text) => `$ ${text}`,
      (text) => `${text} PKR`,
    );
    fc.assert(
      fc.property(amount, dress, (minor, dressed) => {
        const text = amountText(minor);
        expect(read(dressed(text), "money").replace(/ .*$/, "")).toBe(text);
      }),
    );
  });
});

describe("a rate in a text cell", () => {
  test.each([
    ["91.12", "91.12000000"],
    [" 87.19 ", "87.19000000"],
    ["1.234", "1.23400000"],
    ["0.8575", "0.85750000"],
    ["٨٩٫٩٠", "89.90000000"],
    ["1,250.00", "1250.00000000"],
    ["۱٬۲۳۴٫۵", "1234.50000000"],
    ["0.123456785", "0.12345679"],
    ["91.12 AFN", "91.12000000 AFN"],
  ])("%j is %s", (text, expected) => expect(read(text, "rate")).toBe(expected));

  test.each(["1,234", "1,25", "۱٬۲۳۴"])("%j can be read in more than one way and is refused", (text) => {
    expect(read(text, "rate")).toBe("ambiguous");
  });
});

describe("a number cell", () => {
  test.each([
    [310_901, "310901"],
    [0, "0"],
    [0.1 + 0.2, "0.3"],
    [9209.199999999999, "9209.2"],
    [1234.5649999999998, "1234.565"],
    [-5.5, "5.5"],
    [1e-7, "0.0000001"],
    [1.5e21, "1500000000000000000000"],
    [999_999_999_999_999, "999999999999999"],
    [0.1 * 3, "0.3"],
    [1.005, "1.005"],
  ])("%d means %s", (value, decimal) => {
    expect(decimalOfDouble(value)).toEqual({ decimal, negative: value < 0 });
  });

  test.each([
    [9209.199999999999, "9209.20"],
    [3045.3621, "3045.36"],
    [691.125, "691.13"],
    [1.005, "1.01"],
    [2.675, "2.68"],
    [63_223.99999999999, "63224.00"],
    [0.004_999, "0.00"],
  ])("%d rounds half away from zero to %s", (value, amount) => {
    expect(amountText(roundedAmount(decimalOfDouble(value).decimal) as Amount)).toBe(amount);
  });

  test("comes out as it was typed, up to fifteen digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), (minor) => {
        const text = amountText(minor as Amount);
        expect(amountText(roundedAmount(decimalOfDouble(Number(text)).decimal) as Amount)).toBe(text);
      }),
    );
  });
});
