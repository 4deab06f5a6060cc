/** The thread that makes one file: it gets the columns at its start, then the rows, and answers the bytes. */
import { parentPort, workerData } from "node:worker_threads";

import { stringify } from "csv-stringify/sync";
import writeSheet, { type SheetData } from "write-excel-file/node";

import { assert } from "#kernel/assert.ts";

import { csvCell, guardedText, sheetCell, widthOf, type SheetColumn, type SheetRow } from "./cells.ts";
import type { RowsForWork, WorkOrder } from "./file.ts";

/** How one kind of file grows and is finished. */
interface Writing {
  add(rows: readonly SheetRow[]): void;
  finish(): Promise<Buffer>;
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
function xlsxWriting({ columns, sheet, rightToLeft }: WorkOrder): Writing {
  const data: SheetData = [columns.map(({ header }) => ({ type: String, value: guardedText(header), fontWeight: "bold" }))];
  return {
    add: (rows) => {
      for (const row of rows) data.push(columns.map(({ kind }, index) => sheetCell(row[index], kind)));
    },
    finish: () =>
      writeSheet(data, {
        sheet,
        rightToLeft,
        stickyRowsCount: 1,
        columns: columns.map((column) => ({ width: widthOf(column) })),
      }).toBuffer(),
  };
}

assert(parentPort !== null, "this is a thread of the server");
const port = parentPort;
const order = workerData as WorkOrder;
const writing = order.format === "csv" ? csvWriting(order.columns) : xlsxWriting(order);

port.on("message", (rows: RowsForWork) => {
  if (rows.length > 0) writing.add(rows);
  else void finish();
});

/** A failure here ends the thread, and the server learns of it from that. */
async function finish(): Promise<void> {
  // A copy, because a small Buffer shares its memory with others.
  const bytes = new Uint8Array(await writing.finish());
  port.postMessage(bytes, [bytes.buffer]);
}
