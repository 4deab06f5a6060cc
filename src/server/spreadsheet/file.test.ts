import { describe, expect, test } from "vitest";

import { readSheet } from "#test/support/spreadsheet.ts";

import type { SheetColumn, SheetRow } from "./cells.ts";
import { spreadsheetFile } from "./file.ts";
import { beginWriting } from "./writing.ts";

const columns: readonly SheetColumn[] = [
  { header: "ID", kind: "number" },
  { header: "Narrative", kind: "text" },
  { header: "Date", kind: "date" },
  { header: "Amount", kind: "amount" },
  { header: "Rate", kind: "rate" },
];

const table = (format: "xlsx" | "csv", rows: readonly SheetRow[]) => ({ format, sheet: "Transactions", columns, rows });
/** A file as it is written, in this process. */
function bytesOf(format: "xlsx" | "csv", rows: readonly SheetRow[]): Promise<Buffer> {
  const writing = beginWriting(table(format, []));
  writing.add(rows);
  return writing.finish();
}
const sheetOf = async (rows: readonly SheetRow[]) => readSheet(await bytesOf("xlsx", rows));
const csvOf = async (rows: readonly SheetRow[]) => (await bytesOf("csv", rows)).toString("utf8");

const rent: SheetRow = [7, "Shop rent", "2026-03-05", "1234.50", "69.80000000"];

describe("an .xlsx file", () => {
  test("has a header, numbers that can be summed and days that can be sorted", async () => {
    const { name, rows } = await sheetOf([rent]);
    expect(name).toBe("Transactions");
    expect(rows).toEqual([
      ["ID", "Narrative", "Date", "Amount", "Rate"],
      [{ number: "7" }, "Shop rent", { number: "46086" }, { number: "1234.5" }, { number: "69.8" }],
    ]);
  });

  test.each([
    ["0.10", { number: "0.1" }],
    ["-1234.50", { number: "-1234.5" }],
    ["9999999999999.99", { number: "9999999999999.99" }],
    ["-9999999999999.99", { number: "-9999999999999.99" }],
    ["99999999999999.99", "99999999999999.99"],
    ["999999999999999.99", "999999999999999.99"],
    ["-999999999999999.99", "-999999999999999.99"],
  ])("holds the amount %s with every digit", async (amount, stored) => {
    expect((await sheetOf([[1, "x", null, amount, null]])).rows[1]).toEqual([{ number: "1" }, "x", stored]);
  });

  test.each(["=1+1", "+93 700", "-5", "@SUM(A1)", "\t=1", "\r=1", "\uFF1D1+1"])(
    "never begins a text with what may be read as a formula: %j",
    async (text) => {
      const { rows, hasFormula } = await sheetOf([[1, text, text, text, text]]);
      expect(hasFormula).toBe(false);
      for (const cell of rows[1] ?? []) if (typeof cell === "string") expect(cell).toMatch(/^'/);
    },
  );

  test("keeps every script, line ends and the signs of XML", async () => {
    const text = "کرایهٔ دکان <b> & \"x\" 'y'\nسطر دوم 😀";
    expect((await sheetOf([[1, text, null, null, null]])).rows[1]).toEqual([{ number: "1" }, text]);
  });

  test("is the same from a process of its own", async () => {
    const { bytes, rowCount } = await spreadsheetFile(table("xlsx", [rent]));
    expect(readSheet(bytes)).toEqual(await sheetOf([rent]));
    expect(rowCount).toBe(1);
  });

  test("opens although a text holds what XML cannot", async () => {
    expect((await sheetOf([[1, "a\u0001b\uFFFFc", null, null, null]])).rows[1]).toEqual([{ number: "1" }, "abc"]);
  });
});

describe("a .csv file", () => {
  test("begins with a byte order mark, ends lines as RFC 4180 says and keeps figures as they are written", async () => {
    expect(await csvOf([rent, [8, null, undefined, "-999999999999999.99", ""]])).toBe(
      "\uFEFFID,Narrative,Date,Amount,Rate\r\n7,Shop rent,2026-03-05,1234.50,69.80000000\r\n8,,,-999999999999999.99,\r\n",
    );
  });

  test("quotes what would break a line or a cell, also where a semicolon parts cells", async () => {
    expect(await csvOf([[1, 'a "b", c', "2026-03-05", null, null]])).toContain('1,"a ""b"", c",2026-03-05');
    expect(await csvOf([[1, "one\ntwo", null, null, null]])).toContain('1,"one\ntwo",');
    expect(await csvOf([[1, "a; b", null, null, null]])).toContain('1,"a; b",');
  });

  test.each([
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ["a\n=1+1", "a\n'=1+1"],
    ["a\r\n+1", "a\r\n'+1"],
    ["a\t@x", "a\t'@x"],
    ["a; -5", "a; '-5"],
    ['a;"=1', "a;\"'=1"],
    ["الف؛=1", "الف؛'=1"],
    ["الف، +1", "الف، '+1"],
    ["a;\uFF1D1;\uFF0B1;\uFF0D1;\uFF201", "a;'\uFF1D1;'\uFF0B1;'\uFF0D1;'\uFF201"],
    ["=1;=2", "'=1;'=2"],
    ["\t=1", "'\t'=1"],
  ])("guards each part of %j that a program could take for a cell", async (text, written) => {
    const [, row] = (await csvOf([[1, text, null, null, null]])).split("Rate\r\n");
    expect(row).toMatch(/^1,.*,,,\r\n$/s);
    expect(row).toContain(written.replaceAll('"', '""'));
  });

  test.each(["a; b", "a=b; c-d", "الف، ب؛ ج", "one\ntwo", "1 - 2 + 3 = 2", "farid@example.org"])(
    "leaves %j and an amount below zero as they are",
    async (text) => {
      const line = (await csvOf([[1, text, null, "-5.00", null]])).split("\r\n")[1]?.replaceAll('"', "");
      expect(line).toBe(`1,${text},,-5.00,`);
    },
  );

  test.each(["=1+1", "+93 700", "-5", "@x", "\tx", "\rx"])("guards %j in every kind of column but a figure", async (text) => {
    const line = (await csvOf([[1, text, text, text, text]])).split("\r\n").slice(1).join("\r\n");
    expect(line).toContain(`'${text.trimEnd()}`);
    if (text !== "-5") expect(line.replaceAll(`'${text}`, "")).not.toContain(text);
  });
});

describe("making a file", () => {
  test("takes rows as they come, counts them, and lets other work go first", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    async function* rows(): AsyncGenerator<SheetRow> {
      for (let id = 1; id <= 20_000; id += 1) yield [id, `Narrative ${String(id)}`, "2026-03-05", "5.00", "1.00000000"];
    }
    const { bytes, rowCount } = await spreadsheetFile({ ...table("csv", []), rows: rows() });
    clearInterval(timer);
    expect(rowCount).toBe(20_000);
    expect(bytes.toString("utf8").trimEnd().split("\r\n")).toHaveLength(20_001);
    expect(turns).toBeGreaterThan(3);
  });

  test("fails as the reading of its rows fails, and the next one is made", async () => {
    async function* broken(): AsyncGenerator<SheetRow> {
      yield rent;
      throw new Error("the database went away");
    }
    await expect(spreadsheetFile({ ...table("xlsx", []), rows: broken() })).rejects.toThrow("the database went away");
    expect(readSheet((await spreadsheetFile(table("xlsx", [rent]))).bytes).rows).toHaveLength(2);
  });

  test("is given up, with a word that helps, when it takes too long", async () => {
    const gate = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<SheetRow> {
      await gate.promise;
      yield rent;
    }
    const made = spreadsheetFile({ ...table("csv", []), rows: slow() }, { timeoutMs: 20 });
    await expect(made).rejects.toMatchObject({
      code: "unavailable",
      message: "The file took too long to make. Try again shortly, or narrow the filter",
    });
    gate.resolve();
  });

  test("is given up when it takes too much memory, and the next one is made", async () => {
    async function* endless(): AsyncGenerator<SheetRow> {
      for (let id = 1; id <= 200_000; id += 1) yield [id, `Narrative ${String(id)}`, null, null, null];
    }
    const made = spreadsheetFile({ ...table("xlsx", []), rows: endless() }, { memoryMb: 24 });
    await expect(made).rejects.toMatchObject({
      code: "unavailable",
      message: "The file takes too much memory. Try again shortly, or narrow the filter",
    });
    expect((await spreadsheetFile(table("csv", [rent]))).rowCount).toBe(1);
  });
});
