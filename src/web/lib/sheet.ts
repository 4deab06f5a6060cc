import type { CellObject, SheetData } from "write-excel-file/browser";

import { amountDecimals, amountFrom } from "#kernel/amount.ts";

/** A cell that a person or another program may open as a formula starts with one of these. */
const formulaStart = /^[=+\-@\t\r\n]/;

/** A spreadsheet holds fifteen digits of a number; a longer one would be rounded without a word. */
const exactDigits = 15;

/** Text of a person for a cell. What could be read as a formula gets the apostrophe that marks text in a sheet. */
export function textCell(text: string | null): CellObject | null {
  if (text === null || text === "") return null;
  return { type: String, value: formulaStart.test(text) ? `'${text}` : text };
}

/**
 * An amount for a cell: a number that can be summed, or text where a spreadsheet's number could not hold every digit. The
 * one place where an amount becomes a number, since a sheet has nothing else to sum.
 */
export function amountCell(text: string): CellObject {
  const minor = amountFrom(text).toString();
  if (minor.replace("-", "").length > exactDigits) return { ...textCell(text), align: "right" };
  const scale = 10 ** amountDecimals;
  return { type: Number, value: Number.parseInt(minor, 10) / scale, format: `#,##0.${"0".repeat(amountDecimals)}` };
}

/** The first row: bold, and it stays while the rest scrolls. */
export function headerCell(text: string): CellObject {
  return { type: String, value: text, fontWeight: "bold" };
}

export interface SheetFile {
  /** With its extension. */
  file: string;
  /** The name of the one sheet in it. */
  sheet: string;
  rows: SheetData;
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  rightToLeft: boolean;
}

/** Writes an .xlsx file and hands it to the browser to save. The writer is loaded when first needed. */
export async function saveSheet({ file, sheet, rows, widths, rightToLeft }: SheetFile): Promise<void> {
  const { default: writeSheet } = await import("write-excel-file/browser");
  await writeSheet(rows, {
    sheet,
    rightToLeft,
    stickyRowsCount: 1,
    columns: widths.map((width) => ({ width })),
  }).toFile(file);
}
