import { describe, expect, test } from "vitest";

import { sheetFile, sheetHeader, sheetRow } from "#test/support/hawala-sheets.ts";

import { readFile } from "./read-file.ts";
import type { HawalaSheetRow } from "./sheet.ts";

const options = { currencies: ["AFN", "USD", "EUR", "PKR"], maxRows: 20_000 };

/** The one row of a list, right but for these cells. */
function row(cells: Readonly<Record<string, unknown>>): HawalaSheetRow {
  const { rows } = readFile(sheetFile([sheetHeader, sheetRow(cells)]), options);
  expect(rows).toHaveLength(1);
  return rows[0] as HawalaSheetRow;
}

const said = (notes: HawalaSheetRow["errors"]): readonly string[] => notes.map(({ cell, message }) => `${cell}: ${message}`);

describe("a row", () => {
  test("is read in canonical texts, each cell from its column", () => {
    expect(row({})).toEqual({
      row: 2,
      hawalaNo: "310101",
      senderName: "Idris Hotakzad",
      receiverName: "Mursal Rahimyar",
      amount: "100.00",
      exchangeRate: "90.00000000",
      currency: "AFN",
      rAmount: "9000.00",
      receiverLocation: "Kabul",
      rate: "60.00000000",
      intoUSD: "150.00",
      asWritten: {},
      errors: [],
      warnings: [],
    });
  });

  test.each([
    ["C", "C2: Trans No is missing"],
    ["D", "D2: sender name is missing"],
    ["E", "E2: receiver name is missing"],
    ["F", "F2: amount is missing"],
    ["G", "G2: exchange rate is missing"],
    ["H", "H2: currency is missing"],
    ["I", "I2: R Amount is missing"],
    ["J", "J2: destination is missing"],
    ["K", "K2: rate is missing"],
    ["L", "L2: Into USD is missing"],
  ])("without column %s says at its cell: %s", (column, message) => {
    expect(said(row({ [column]: null }).errors)).toEqual([message]);
    expect(said(row({ [column]: " \u00A0\u200E" }).errors)).toEqual([message]);
  });

  test.each([
    [{ C: "\uFDFA".repeat(5) }, "C2: Trans No is longer than 50 characters"],
    [{ F: "abc" }, 'F2: amount "abc" is no number'],
    [{ F: "12,50" }, 'F2: amount "12,50" can be read in more than one way; use a point before the decimals'],
    [{ F: 0 }, "F2: amount is zero"],
    [{ F: 0.004 }, "F2: amount is zero"],
    [{ F: -5 }, "F2: amount is below zero"],
    [{ F: "(500)" }, "F2: amount is below zero"],
    [{ F: "500-" }, "F2: amount is below zero"],
    [{ I: -9000 }, "I2: R Amount is below zero"],
    [{ F: 1e18 }, "F2: amount is too large"],
    [{ F: "1000000000000000" }, "F2: amount is too large"],
    [{ F: true }, "F2: amount is TRUE or FALSE"],
    [{ F: { t: "e", v: 42 } }, "F2: amount holds the error #N/A"],
    [{ D: { t: "e", v: 23 } }, "D2: sender name holds the error #REF!"],
    [{ D: "#N/A" }, "D2: sender name holds the error #N/A"],
    [{ J: "Err:502" }, "J2: destination holds the error Err:502"],
    [
      { F: { t: "n", v: 46_154, z: "dd/mm/yyyy" } },
      "F2: amount is a date; give the cell another format and type the value again",
    ],
    [{ C: { t: "n", v: 46_154, z: "d-mmm" } }, "C2: Trans No is a date; give the cell another format and type the value again"],
    [{ C: 12.5 }, 'C2: Trans No "12.5" is no whole number'],
    [{ C: -12 }, 'C2: Trans No "-12" is no whole number'],
    [{ C: 1_234_567_890_123_456 }, "C2: Trans No has more digits than a number cell holds; type it as text"],
    [{ C: "3.10901E+11" }, "C2: Trans No has more digits than a number cell holds; type it as text"],
    [{ C: "---" }, 'C2: Trans No "---" holds neither letters nor digits'],
    [{ C: "7".repeat(51) }, "C2: Trans No is longer than 50 characters"],
    [{ D: "x".repeat(256) }, "D2: sender name is longer than 255 characters"],
    [{ E: "x".repeat(256) }, "E2: receiver name is longer than 255 characters"],
    [{ J: "x".repeat(256) }, "J2: destination is longer than 255 characters"],
    [{ H: "AED" }, 'H2: currency "AED" is unknown'],
    [{ H: 5 }, 'H2: currency "5" is unknown'],
    [{ H: "x".repeat(60) }, `H2: currency "${"x".repeat(40)}…" is unknown`],
    [{ K: 0 }, "K2: rate is zero or too small"],
    [{ K: 0.000_000_1 }, "K2: rate is zero or too small"],
    [{ G: -90 }, "G2: exchange rate is below zero"],
    [{ G: 2e9 }, "G2: exchange rate is too large"],
    [{ G: "1,234" }, 'G2: exchange rate "1,234" can be read in more than one way; use a point before the decimals'],
    [{ G: "90 xyz" }, 'G2: exchange rate "xyz" is no currency'],
    [{ I: "$9,000" }, "I2: R Amount is in USD, and AFN is expected here"],
    [{ I: "9,000 xyz" }, 'I2: R Amount names "xyz", which is no currency'],
    [{ F: "$100" }, "F2: amount is in USD, and GBP is expected here"],
    [{ L: "€150" }, "L2: Into USD is in EUR, and USD is expected here"],
  ])("with %j says: %s", (cells, message) => expect(said(row(cells).errors)).toEqual([message]));

  test.each([
    [{ H: "EUR", I: "€9,000" }, ["H2: currency EUR is not active"]],
    [{ H: "یورو" }, ["H2: currency EUR is not active"]],
    [{ H: "Rs" }, []],
    [{ I: "€9,000" }, ["I2: R Amount is in EUR, and AFN is expected here"]],
  ])("in an office that has switched EUR and INR off says with %j: %j", (cells, errors) => {
    const office = { currencies: ["AFN", "USD", "PKR"], inactiveCurrencies: ["EUR", "INR"], maxRows: 20_000 };
    const { rows } = readFile(sheetFile([sheetHeader, sheetRow(cells)]), office);
    expect(said(rows[0]?.errors ?? [])).toEqual(errors);
  });

  test("keeps what stands in a cell that cannot be read, and has null for it", () => {
    const { currency, amount, asWritten } = row({ H: "AED", F: "abc" });
    expect({ currency, amount, asWritten }).toEqual({
      currency: null,
      amount: null,
      asWritten: { amount: "abc", currency: "AED" },
    });
  });

  test("names every faulty cell, in the order of the columns", () => {
    expect(said(row({ H: "AED", F: null, C: null, K: "x" }).errors)).toEqual([
      "C2: Trans No is missing",
      "F2: amount is missing",
      'H2: currency "AED" is unknown',
      'K2: rate "x" is no number',
    ]);
  });

  test.each([
    [{ I: 9045 }, []],
    [{ I: 9100, L: 151.67 }, ["I2: R Amount is 9100.00, but Amount × Exchange Rate gives 9000.00"]],
    [{ L: 151 }, []],
    [{ L: 155 }, ["L2: Into USD is 155.00, but R Amount ÷ Rate gives 150.00"]],
    [{ F: 1, G: 1, H: "USD", I: 1.99, K: 1, L: 1.99 }, []],
    [{ F: 100, G: 1.17, H: "EUR", I: 117, K: 0.86, L: 136.05 }, []],
    [{ F: 100, G: 1.17, H: "EUR", I: 117, K: 1.16, L: 135.72 }, []],
    [{ F: 100, G: 1.17, H: "EUR", I: 117, K: 1.16, L: 120 }, ["L2: Into USD is 120.00, but R Amount ÷ Rate gives 100.86"]],
    [
      { F: 100, G: 90, H: "AFN", I: 9000, K: 0.016_666_67, L: 150 },
      ["L2: Into USD is 150.00, but R Amount ÷ Rate gives 539999.89"],
    ],
  ])("with %j warns: %j", (cells, warnings) => {
    const { errors, warnings: found } = row(cells);
    expect([said(errors), said(found)]).toEqual([[], warnings]);
  });

  test("rounds money half away from zero and rates to eight decimals", () => {
    const { amount, exchangeRate, rate } = row({ F: 99.995, G: 90.123456785, K: 60.000_000_004 });
    expect({ amount, exchangeRate, rate }).toEqual({ amount: "100.00", exchangeRate: "90.12345679", rate: "60.00000000" });
  });

  test.each([
    ["  Idris\u00A0 \n Hotakzad ", "Idris Hotakzad"],
    ["\u202Eعلي\u202C يوسفي\u200Cپور\u200F", "علي يوسفي\u200Cپور"],
    ["Jose\u0301", "José"],
    ["ﻣﺤﻤﺪ ﻋﻠﻲ", "محمد علي"],
    ["عبدﷲ", "عبدالله"],
    ["a\u0000b\u0007c", "abc"],
    ["a\uD800b", "ab"],
    ["=1+1", "=1+1"],
  ])("has the name %j as %j", (name, stored) => expect(row({ D: name }).senderName).toBe(stored));

  test.each([
    [310_901, "310901"],
    ["310901 ", "310901"],
    ["0310903", "0310903"],
    ["\u00A0hwl-310904", "hwl-310904"],
    ["۳۱۰۸۰۱", "310801"],
  ])("has the Trans No %j as %j", (number, stored) => expect(row({ C: number }).hawalaNo).toBe(stored));
});
