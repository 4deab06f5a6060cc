import { Refusal } from "#kernel/refusal.ts";

import { shownText, type Grid, type GridCell } from "./grid.ts";
import { headerRowOf, misplacedHeader } from "./header.ts";
import { lineKind } from "./lines.ts";
import { readRow, type OfficeCurrencies } from "./row.ts";
import {
  fieldNames,
  firstColumn,
  sheetFields,
  skippedShown,
  type HawalaSheet,
  type HawalaSheetRow,
  type SheetFormat,
  type SkippedLine,
} from "./sheet.ts";

/** What decides how the sheets of a file become a list. */
export interface ListOptions extends OfficeCurrencies {
  readonly maxRows: number;
}

/** A list whose rows are given in parts, as they are read; at its end everything else of it. */
export type ListReading = Generator<readonly HawalaSheetRow[], Omit<HawalaSheet, "rows">>;

const rowsPerPart = 250;

/** The list in a file: the first visible sheet whose header is recognised. Refuses a file without one, or with too many rows. */
export function* readList(format: SheetFormat, grids: readonly Grid[], options: ListOptions): ListReading {
  const { grid, headerRow } = listIn(grids, options.maxRows);
  const above = linesAbove(grid, headerRow, options);
  const skipped = above.slice(0, skippedShown);
  let part: HawalaSheetRow[] = [];
  let rowCount = 0;
  let skippedLines = above.length;
  for (let row = headerRow + 1; row < grid.rowCount; row += 1) {
    const kind = lineKind(grid, row);
    if (kind === "other") {
      skippedLines += 1;
      if (skipped.length < skippedShown) skipped.push({ row: row + 1, text: lineText(grid, row) });
    }
    if (kind !== "data") continue;
    if (rowCount >= options.maxRows) throw tooManyRows(options.maxRows);
    part.push(readRow(grid, row, options));
    rowCount += 1;
    if (part.length < rowsPerPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
  const others = grids.filter((other) => other !== grid && other.rowCount > 0).map(({ name }) => name);
  return { format, sheetName: grid.name, otherSheetsWithData: others, headerRow: headerRow + 1, skipped, skippedLines };
}

/**
 * The lines above the header that may be hawalas. Refuses one that surely is: the words over its columns are missing or unknown, so
 * nobody has said which of its rates is which.
 */
function linesAbove(grid: Grid, headerRow: number, currencies: OfficeCurrencies): SkippedLine[] {
  const lines: SkippedLine[] = [];
  for (let row = 0; row < headerRow; row += 1) {
    if (lineKind(grid, row) !== "data") continue;
    if (readRow(grid, row, currencies).errors.length === 0)
      throw new Refusal(
        "unreadable",
        `Row ${String(row + 1)} is a hawala above the header in row ${String(headerRow + 1)}. Move the header above it, save the file and choose it again`,
      );
    lines.push({ row: row + 1, text: lineText(grid, row) });
  }
  return lines;
}

/** Names the most rows a list may have. */
function tooManyRows(maxRows: number): Refusal {
  const most = new Intl.NumberFormat("en-US").format(maxRows);
  return new Refusal("too_large", `The sheet has more than ${most} rows. Divide it into several files`);
}

function listIn(grids: readonly Grid[], maxRows: number): { readonly grid: Grid; readonly headerRow: number } {
  const visible = grids.filter(({ isHidden }) => !isHidden);
  for (const grid of visible) {
    const headerRow = headerRowOf(grid);
    if (headerRow === undefined) continue;
    if (grid.isCut) throw tooManyRows(maxRows);
    return { grid, headerRow };
  }
  const hidden = grids.find((grid) => grid.isHidden && headerRowOf(grid) !== undefined);
  if (hidden !== undefined) {
    throw new Refusal(
      "unreadable",
      `The list stands on the hidden sheet "${hidden.name}". Show that sheet, save the file and choose it again`,
    );
  }
  const columns = sheetFields.map((field) => fieldNames[field]).join(", ");
  for (const grid of visible) {
    const misplaced = misplacedHeader(grid);
    if (misplaced !== undefined)
      throw new Refusal("unreadable", `On the sheet "${grid.name}", ${misplaced}. The columns C to L must be: ${columns}`);
  }
  throw new Refusal("unreadable", `No hawala list was found in the file. The columns C to L must be headed: ${columns}`);
}

const longestLine = 120;
const shownColumns = firstColumn + sheetFields.length;

function lineText(grid: Grid, row: number): string {
  const cells = Array.from({ length: shownColumns }, (_, column) => wordsOf(grid.cell(row, column)));
  const text = cells.filter((cell) => cell !== "").join(" · ");
  return text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
}

/** What a cell says; of one that says nothing by itself, what it is. */
function wordsOf(cell: GridCell | undefined): string {
  if (cell?.kind === "date") return "(a date)";
  if (cell?.kind === "boolean") return "(TRUE or FALSE)";
  return cell?.kind === "uncomputed" ? "(a formula)" : shownText(cell);
}
