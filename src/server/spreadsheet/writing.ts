import { stringify } from "csv-stringify/sync";
import writeSheet, { type SheetData } from "write-excel-file/node";

import type { ExportFormat } from "#contract/file.ts";

import { csvCell, guardedText, sheetCell, widthOf, type SheetColumn, type SheetRow } from "./cells.ts";

/** What a file is to be. */
export interface WorkOrder {
  readonly format: ExportFormat;
  /** The name of the one sheet in an .xlsx file. */
  readonly sheet: string;
  /** The first column of an .xlsx file stands on the right. */
  readonly isRightToLeft?: boolean;
  readonly columns: readonly SheetColumn[];
}

/** How one kind of file grows and is finished. */
export interface Writing {
  add(rows: readonly SheetRow[]): void;
  finish(): Promise<Buffer>;
}

/** Begins the file that is wanted. */
export function beginWriting(order: WorkOrder): Writing {
  return order.format === "csv" ? csvWriting(order.columns) : xlsxWriting(order);
}

/** With a byte order mark, because a spreadsheet reads UTF-8 by that alone, and line ends as RFC 4180 has them. */
function csvWriting(columns: readonly SheetColumn[]): Writing {
  // A semicolon divides the cells in many a country, and a cell divided there could begin a formula.
  const options = { record_delimiter: "\r\n", quoted_match: /[;\t\r\n]/ };
  const parts = [stringify([columns.map(({ header }) => csvCell(header, "text"))], { ...options, bom: true })];
  return {
    add: (rows) => {
      const cells = rows.map((row) => columns.map(({ kind }, index) => csvCell(row[index], kind)));
      parts.push(stringify(cells, options));
    },
    finish: () => Promise.resolve(Buffer.from(parts.join(""), "utf8")),
  };
}

/** The header is bold and stays while the rest scrolls. */
function xlsxWriting({ columns, sheet, isRightToLeft = false }: WorkOrder): Writing {
  const data: SheetData = [columns.map(({ header }) => ({ type: String, value: guardedText(header), fontWeight: "bold" }))];
  return {
    add: (rows) => {
      for (const row of rows) data.push(columns.map(({ kind }, index) => sheetCell(row[index], kind)));
    },
    finish: () =>
      writeSheet(data, {
        sheet,
        rightToLeft: isRightToLeft,
        stickyRowsCount: 1,
        columns: columns.map((column) => ({ width: widthOf(column) })),
      }).toBuffer(),
  };
}
