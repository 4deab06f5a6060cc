import { createRequire } from "node:module";

import * as xlsx from "@e965/xlsx";

import { Refusal } from "#kernel/refusal.ts";

import type { Grid, GridCell } from "./grid.ts";
import { marksOfOds, marksOfXlsx, noMarks, type SheetMarks } from "./marks.ts";
import { mergesOf } from "./merges.ts";
import { readParts, type Parts } from "./parts.ts";
import { isOldBook } from "./recognise.ts";
import type { SheetFormat } from "./sheet.ts";
import { damaged, protectedByPassword } from "./zip.ts";

/** What the library does with a zip once it is unpacked; its own types leave that out. */
interface ZipLibrary {
  parse_zip(zip: object, options: xlsx.ParsingOptions): xlsx.WorkBook;
}
interface ContainerLibrary {
  readonly utils: {
    cfb_new(): object;
    cfb_add(container: object, name: string, content: Uint8Array, options: { readonly unsafe: boolean }): void;
  };
}

/** The values as they are stored: nothing is shown, calculated or kept that a list does not need. */
const parsing: xlsx.ParsingOptions = {
  type: "buffer",
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellNF: true,
  bookVBA: false,
  // Without it, what is written as a date becomes a number of days.
  cellDates: true,
};

/** Rows between the hawalas (headers, totals, blank lines) are read besides them, as many again. */
const rowsPerHawala = 2;
const furtherRows = 1_000;

const errorNames: ReadonlyMap<unknown, string> = new Map([
  [0, "#NULL!"],
  [7, "#DIV/0!"],
  [15, "#VALUE!"],
  [23, "#REF!"],
  [29, "#NAME?"],
  [36, "#NUM!"],
  [42, "#N/A"],
]);

/**
 * The sheets of a file, in their order, each as far as a list may go. Refuses what cannot be read.
 * It takes as much time and memory as the file makes it take: to be called in a process that can be killed.
 */
export function readWorkbook(bytes: Buffer, format: SheetFormat, maxRows: number): readonly Grid[] {
  const sheetRows = maxRows * rowsPerHawala + furtherRows;
  if (isOldBook(bytes)) knowCodePages();
  if (format === "xls")
    return gridsOf(
      parsed(() => xlsx.read(bytes, parsing)),
      sheetRows,
    );
  const parts = readParts(bytes, format);
  const book = parsed(() =>
    (xlsx as unknown as ZipLibrary).parse_zip(containerOf(parts), { ...parsing, sheetRows: sheetRows + 1 }),
  );
  const marks = format === "ods" ? marksOfOds(parts) : marksOfXlsx(parts);
  return gridsOf(book, sheetRows, marks);
}

/** Letters as the countries of old programs wrote them. They take long to load, and hardly a file needs them. */
function knowCodePages(): void {
  xlsx.set_cptable(createRequire(import.meta.url)("@e965/xlsx/dist/cpexcel.js"));
}

function containerOf(parts: Parts): object {
  const { utils } = xlsx.CFB as ContainerLibrary;
  const container = utils.cfb_new();
  for (const [name, content] of parts) utils.cfb_add(container, name, content, { unsafe: true });
  return container;
}

function parsed(parse: () => xlsx.WorkBook): xlsx.WorkBook {
  try {
    return parse();
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new Refusal("unreadable", isProtected ? protectedByPassword : damaged);
  }
}

function gridsOf(book: xlsx.WorkBook, mostRows: number, marks: readonly SheetMarks[] = []): readonly Grid[] {
  return book.SheetNames.map((name, index) => {
    const sheet = book.Sheets[name];
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const isData = sheet !== undefined && (sheet["!type"] ?? "sheet") === "sheet";
    return gridOf(
      { name, isHidden, sheet: isData ? (sheet as xlsx.DenseWorkSheet) : undefined },
      mostRows,
      marks[index] ?? noMarks,
    );
  });
}

interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly sheet: xlsx.DenseWorkSheet | undefined;
}

function gridOf({ name, isHidden, sheet }: NamedSheet, mostRows: number, marks: SheetMarks): Grid {
  const rows: readonly (readonly (xlsx.CellObject | undefined)[] | undefined)[] = sheet?.["!data"] ?? [];
  const filledRows = lastFilledRow(rows) + 1;
  const rowCount = Math.min(filledRows, mostRows);
  const lastRow = marks.lastRow ?? xlsx.utils.decode_range(sheet?.["!fullref"] ?? "A1").e.r;
  const mergedFrom = mergesOf(sheet?.["!merges"] ?? [], rowCount);
  const hiddenRows = sheet?.["!rows"] ?? [];
  return {
    name,
    isHidden: isHidden || marks.isHidden,
    isCut: filledRows > mostRows || lastRow >= mostRows,
    rowCount,
    cell: (row, column) => {
      const cell = rows[row]?.[column];
      if (cell !== undefined && cell.t !== "z") return gridCell(cell);
      return marks.uncomputed.size > 0 && marks.uncomputed.has(`${String(row)}:${String(column)}`)
        ? { kind: "uncomputed" }
        : undefined;
    },
    mergedFrom,
    isHiddenRow: (row) => marks.hiddenRows.has(row) || hiddenRows[row]?.hidden === true,
  };
}

/** A file may name a last row that it does not have, and the rows may have holes as large as a file likes: only those there are looked at. */
function lastFilledRow(rows: readonly (readonly unknown[] | undefined)[]): number {
  const last = Object.keys(rows).findLast((row) => /^\d+$/.test(row) && (rows[Number.parseInt(row, 10)]?.length ?? 0) > 0);
  return last === undefined ? -1 : Number.parseInt(last, 10);
}

function gridCell(cell: xlsx.CellObject): GridCell | undefined {
  const { v: value } = cell;
  if (cell.t === "b") return { kind: "boolean" };
  if (cell.t === "e") return { kind: "error", error: errorNames.get(value) ?? "of a formula" };
  if (cell.t === "d" || value instanceof Date) return { kind: "date" };
  if (typeof value === "number") return isDateFormat(cell.z) ? { kind: "date" } : { kind: "number", value };
  return typeof value === "string" && value !== "" ? { kind: "text", text: value } : undefined;
}

const dateFormats = new Map<string, boolean>();

/** A sheet has few formats and many cells. */
function isDateFormat(format: string | number | undefined): boolean {
  if (format === undefined || format === "General") return false;
  const key = String(format);
  const known = dateFormats.get(key);
  if (known !== undefined) return known;
  const isDate = (xlsx.SSF as { is_date(format: string): boolean }).is_date(key);
  dateFormats.set(key, isDate);
  return isDate;
}
