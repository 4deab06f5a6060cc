import type { SheetData } from "write-excel-file/node";

/** What the cells of a column hold, as text: words, an exact decimal, a day (YYYY-MM-DD) or a whole number such as an id. */
export type CellKind = "text" | "amount" | "rate" | "date" | "number";

export interface SheetColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width?: number;
}

/** A cell of data, or in the language of the file; a decimal is text, as everywhere. */
export type SheetCell = string | number | null | undefined;
export type SheetRow = readonly SheetCell[];

type WrittenCell = SheetData[number][number];

/** A text that a spreadsheet may take for a formula begins with one of these, the wide forms of East Asia included. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Where a later part of a text may begin a cell of its own: behind a sign that parts cells in some country, or behind a line
 * end, where a program does not heed the quotes around the cell. Quotes and blanks in between do not hinder it.
 */
const laterFormula = /([;\t\r\n؛،][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** What XML cannot hold; nobody can type it here, and a file that does not open would lose every other row, too. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF]/g;

const decimal = /^-?\d+(?:\.(\d+))?$/;

/** A spreadsheet holds fifteen digits of a number; a longer one would be rounded without a word. */
const exactDigits = 15;

const formats = { amount: "#,##0.00", rate: "0.00######", number: "0" } as const;
const usualWidths: Readonly<Record<CellKind, number>> = { text: 24, amount: 16, rate: 14, date: 12, number: 10 };

/** How wide a column is, in characters. */
export function widthOf({ kind, width, header }: SheetColumn): number {
  return width ?? Math.max(usualWidths[kind], header.length + 2);
}

/** Words for a cell. What could be read as a formula gets the apostrophe that marks text in a sheet. */
export function guardedText(text: string): string {
  const writable = text.replaceAll(unwritable, "");
  return formulaStart.test(writable) ? `'${writable}` : writable;
}

/** A cell of a CSV file: figures as they are written everywhere, words guarded, each part of them that may become a cell. */
export function csvCell(cell: SheetCell, kind: CellKind): string {
  if (cell === null || cell === undefined) return "";
  const text = String(cell);
  const isFigure = kind === "date" ? isDay(text) : kind !== "text" && decimal.test(text);
  return isFigure ? text : guardedText(text).replaceAll(laterFormula, "$1'");
}

/** A cell of an .xlsx file: a figure that can be summed, a day that can be sorted, or words. */
export function sheetCell(cell: SheetCell, kind: CellKind): WrittenCell {
  if (cell === null || cell === undefined || cell === "") return null;
  const text = String(cell);
  if (kind === "text") return guardedText(text);
  if (kind === "date") {
    return isDay(text) ? { type: Date, value: new Date(`${text}T00:00:00Z`), format: "yyyy-mm-dd" } : guardedText(text);
  }
  const value = numberOf(text);
  return value === undefined
    ? { type: String, value: decimal.test(text) ? text : guardedText(text), align: "right" }
    : { type: Number, value, format: formats[kind] };
}

/**
 * The number of a decimal, where a spreadsheet's number holds each of its digits; undefined where it does not. The one place
 * where an amount becomes a number, since a sheet has nothing else to sum.
 */
function numberOf(text: string): number | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const digits = text.replace(".", "");
  if (digits.replace(/^-?0*/, "").length > exactDigits) return undefined;
  return Number.parseInt(digits, 10) / 10 ** (match[1]?.length ?? 0);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
