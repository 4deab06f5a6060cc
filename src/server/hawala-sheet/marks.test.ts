import { describe, expect, test } from "vitest";

import {
  rawOds,
  rawXlsx,
  rowTexts,
  sheetFile,
  sheetHeader,
  sheetOf,
  sheetRow,
  sheetXml,
  withRecord,
  writtenBook,
} from "#test/support/hawala-sheets.ts";

import { readFile } from "./read-file.ts";
import type { HawalaSheet, HawalaSheetRow } from "./sheet.ts";

const options = { currencies: ["AFN", "USD", "EUR", "PKR"], maxRows: 20_000 };
const read = (bytes: Buffer): HawalaSheet => readFile(bytes, options);
const said = (notes: HawalaSheetRow["errors"]): readonly string[] => notes.map(({ cell, message }) => `${cell}: ${message}`);

describe("what only the file itself says", () => {
  test("a hidden row counts, with a warning", () => {
    const sheet = sheetOf([sheetHeader, sheetRow(), sheetRow({ C: 2 })]);
    sheet["!rows"] = [{}, { hidden: true }, {}];
    const record = Buffer.alloc(20);
    [0x0208, 16, 1, 0, 12, 255, 0, 0, 0x20].forEach((word, index) => record.writeUInt16LE(word, 2 * index));
    const files = [
      writtenBook({ SheetNames: ["List"], Sheets: { List: sheet } }, "xlsx"),
      withRecord(sheetFile([sheetHeader, sheetRow(), sheetRow({ C: 2 })], "biff8"), "sheet", record),
    ];
    for (const bytes of files) {
      expect(read(bytes).rows.map(({ warnings }) => said(warnings))).toEqual([["C2: the row is hidden in the sheet"], []]);
    }
  });

  const header = sheetHeader.map((word) => word);
  const cells = (changed: Readonly<Record<string, string>>): string[] =>
    sheetRow().map(
      (value, column) =>
        changed[String.fromCharCode(65 + column)] ??
        (typeof value === "number"
          ? `<c r="${String.fromCharCode(65 + column)}2"><v>${String(value)}</v></c>`
          : (rowTexts([value])[0] ?? "")),
    );
  const xlsxWith = (changed: Readonly<Record<string, string>>, around = {}) =>
    read(rawXlsx(sheetXml([header, cells(changed)], around)));

  test.each(['<c r="I2"><f>F2*G2</f></c>', '<c r="I2"><f>F2*G2</f><v></v></c>', '<c r="I2"><f t="shared" si="0"/><v/></c>'])(
    "a formula without a stored result is an error of its cell: %s",
    (cell) => {
      expect(said(xlsxWith({ I: cell }).rows[0]?.errors ?? [])).toEqual([
        "I2: R Amount is a formula without a stored result; calculate the sheet, save it and send it again",
      ]);
    },
  );

  test("a formula counts with its stored result", () => {
    expect(xlsxWith({ I: '<c r="I2"><f>F2*G2</f><v>9000.004</v></c>' }).rows[0]?.rAmount).toBe("9000.00");
  });

  test("a date that a program writes as one is no number of days, whatever the format of its cell", () => {
    expect(said(xlsxWith({ F: '<c r="F2" t="d"><v>2026-03-15</v></c>' }).rows[0]?.errors ?? [])).toEqual([
      "F2: amount is a date; give the cell another format and type the value again",
    ]);
  });

  test("a number in the way of another country makes the file a damaged one", () => {
    expect(() => xlsxWith({ F: '<c r="F2"><v>1250,50</v></c>' })).toThrow("The file is damaged");
    for (const formula of ["<f>F2*G2</f>", '<f t="shared" si="0"/>'])
      expect(() => xlsxWith({ I: `<c r="I2">${formula}<v>9000,50</v></c>` })).toThrow("The file is damaged");
    expect(xlsxWith({ D: "<c r='D2' t='str'><f>A1</f><v>A, B</v></c>" }).rows[0]?.senderName).toBe("A, B");
    expect(xlsxWith({ D: '<c r="D2" t="str"><v>A, B</v></c>' }).rows[0]?.senderName).toBe("A, B");
    const cell = (value: string): string =>
      `<table:table-cell office:value-type="float" office:value="${value}"><text:p>1</text:p></table:table-cell>`;
    expect(() => read(rawOds(`<table:table-row>${cell("1250,5")}</table:table-row>`))).toThrow("The file is damaged");
  });

  test("the value of a merged cell holds for each of its rows, with a warning where it is money", () => {
    const second = sheetRow({ C: 2, D: null, F: null });
    const sheet = sheetOf([sheetHeader, sheetRow(), second]);
    sheet["!merges"] = ["D2:D3", "F2:F3", "A1:B9", "O1:O2"].map((range) => {
      const [from = "", to = ""] = range.split(":");
      const corner = (name: string) => ({ r: Number.parseInt(name.slice(1), 10) - 1, c: name.charCodeAt(0) - 65 });
      return { s: corner(from), e: corner(to) };
    });
    for (const type of ["xlsx", "ods", "biff8"] as const) {
      const { rows } = read(writtenBook({ SheetNames: ["List"], Sheets: { List: sheet } }, type));
      expect(rows.map(({ hawalaNo, senderName, amount }) => [hawalaNo, senderName, amount])).toEqual([
        ["310101", "Idris Hotakzad", "100.00"],
        ["2", "Idris Hotakzad", "100.00"],
      ]);
      expect(rows.map(({ warnings }) => said(warnings))).toEqual([
        [],
        ["F3: amount is the value of a merged cell and counts for each of its rows"],
      ]);
    }
  });

  const odsCell = (value: unknown): string =>
    typeof value === "number"
      ? `<table:table-cell office:value-type="float" office:value="${String(value)}"><text:p>${String(value)}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${rowTexts([value]).join("")}</text:p></table:table-cell>`;
  const odsRow = (values: readonly unknown[], attributes = ""): string =>
    `<table:table-row${attributes}>${values.map(odsCell).join("")}</table:table-row>`;

  test("a hidden row of an .ods file has its warning", () => {
    const { rows } = read(rawOds(odsRow(header) + odsRow(sheetRow(), ' table:visibility="filter"') + odsRow(sheetRow({ C: 2 }))));
    expect(rows.map(({ warnings }) => said(warnings))).toEqual([["C2: the row is hidden in the sheet"], []]);
  });

  test("a hidden sheet of an .ods file is not read", () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
    expect(() => read(rawOds(odsRow(header) + odsRow(sheetRow()), { styles, tableStyle: "ta1" }))).toThrow("hidden sheet");
  });

  test("repeated cells of an .ods file count as often as they are there", () => {
    const repeated = odsRow(header) + odsRow(sheetRow(), ' table:number-rows-repeated="3"');
    expect(read(rawOds(repeated)).rows.map(({ row: line }) => line)).toEqual([2, 3, 4]);
  });
});

test("rows behind the last that is read are found, whatever the sheet says about its size", () => {
  const blank = Array.from({ length: 1_050 }, () => [] as string[]);
  const cells = rowTexts(sheetRow());
  const xml = sheetXml([[...sheetHeader], cells, ...blank, cells]);
  const few = { ...options, maxRows: 10 };
  const message = "The sheet has more than 10 rows";
  expect(() => readFile(rawXlsx(xml), few)).toThrow(message);
  expect(() => readFile(rawXlsx(xml.replaceAll(/<row r="\d+">/g, "<row>")), few)).toThrow(message);
  expect(readFile(rawXlsx(sheetXml([[...sheetHeader], cells, ...blank])), few).rows).toHaveLength(1);
});
