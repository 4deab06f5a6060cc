import { readFileSync } from "node:fs";

import * as xlsx from "@e965/xlsx";

import { zipOf } from "./zip.ts";

/** What preview and import answer for one of the fixtures. */
export interface SheetExpectation {
  readonly file: string;
  readonly transactionDate: string;
  readonly preview: { readonly status: number | readonly number[]; readonly rows?: number };
  readonly import: {
    readonly status: number | readonly number[];
    readonly importedCount?: number;
    readonly duplicateCount?: number;
  };
  /** Names the files that must have been imported before. */
  readonly after?: readonly string[];
  readonly sample?: readonly Readonly<Record<string, string>>[];
}

const folder = new URL("../fixtures/hawala-sheets/", import.meta.url);

/** A partner's list as one arrived, invented names aside. */
export function sheetFixture(file: string): Buffer {
  return readFileSync(new URL(file, folder));
}

/** What is expected of each fixture, in the order they are uploaded to one store. */
export const sheetExpectations = JSON.parse(sheetFixture("expected.json").toString("utf8")) as readonly SheetExpectation[];

/** The header of a list, columns A to L. */
export const sheetHeader: readonly string[] =
  "S/N|Date|Trans No|Sender Name|Receiver Name|Amount|Exchange Rate|Currency|R Amount|Destination|Rate|Into USD".split("|");

/** A row of a list that is right in every cell, but for what is given by the letter of its column. */
export function sheetRow(cells: Readonly<Record<string, unknown>> = {}): unknown[] {
  const row: unknown[] = [1, null, 310_101, "Idris Hotakzad", "Mursal Rahimyar", 100, 90, "AFN", 9000, "Kabul", 60, 150];
  for (const [column, value] of Object.entries(cells)) row[column.charCodeAt(0) - 65] = value;
  return row;
}

/** The cells of a row as the text that stands in them. */
export function rowTexts(row: readonly unknown[]): string[] {
  return row.map((value) => (typeof value === "string" || typeof value === "number" ? String(value) : ""));
}

type BookType = "xlsx" | "biff8" | "biff5" | "ods";

/** A spreadsheet of these rows; a value may be a cell of the library's own kind, such as `{ t: "e", v: 42 }`. */
export function sheetFile(rows: readonly (readonly unknown[])[], bookType: BookType = "xlsx"): Buffer {
  return workbookFile({ List: rows }, bookType);
}

/** A spreadsheet of several sheets. */
export function workbookFile(
  sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>,
  bookType: BookType = "xlsx",
): Buffer {
  const book = xlsx.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) xlsx.utils.book_append_sheet(book, sheetOf(rows), name);
  return writtenBook(book, bookType);
}

/** The sheet of these rows, for what only the library's own form can say. */
export function sheetOf(rows: readonly (readonly unknown[])[]): xlsx.WorkSheet {
  return xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]));
}

/** A book of the library as a file. */
export function writtenBook(book: xlsx.WorkBook, bookType: BookType): Buffer {
  return xlsx.write(book, { type: "buffer", bookType, compression: true }) as Buffer;
}

const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** An .xlsx file around the XML of one sheet, with further parts. */
export function rawXlsx(sheet: string, further: Readonly<Record<string, string>> = {}, effort?: number): Buffer {
  const parts = {
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
    ...further,
  };
  return zipOf(parts, effort);
}

/** The XML of a sheet with these rows, each a list of `<c>` elements or the text that stands in a cell. */
export function sheetXml(
  rows: readonly (readonly string[])[],
  around: { readonly before?: string; readonly after?: string } = {},
): string {
  const body = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cell === "" || cell.startsWith("<")
        ? cell
        : `<c r="${String.fromCharCode(65 + column)}${String(row + 1)}" t="inlineStr"><is><t>${cell}</t></is></c>`,
    );
    return `<row r="${String(row + 1)}">${written.join("")}</row>`;
  });
  return `<?xml version="1.0"?><worksheet xmlns="${main}">${around.before ?? ""}<sheetData>${body.join("")}</sheetData>${around.after ?? ""}</worksheet>`;
}

/** An .ods file around the rows of one table. */
export function rawOds(
  rowsXml: string,
  further: { readonly styles?: string; readonly manifest?: string; readonly tableStyle?: string } = {},
): Buffer {
  const spaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"`;
  const tableStyle = further.tableStyle === undefined ? "" : ` table:style-name="${further.tableStyle}"`;
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": further.manifest ?? "<manifest:manifest/>",
    "styles.xml": `<?xml version="1.0"?><office:document-styles ${spaces}/>`,
    "content.xml": `<?xml version="1.0"?><office:document-content ${spaces}><office:automatic-styles>${further.styles ?? ""}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="List"${tableStyle}>${rowsXml}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

interface Container {
  read(
    bytes: Buffer,
    options: { readonly type: "buffer" },
  ): { readonly FileIndex: { name: string; content: Uint8Array; size: number }[] };
  write(container: object, options: { readonly type: "buffer" }): Buffer;
}

const beginning = Buffer.from("09081000", "hex");

/** An .xls file with one more record behind the beginning of the workbook itself ("book") or of its first sheet. */
export function withRecord(bytes: Buffer, where: "book" | "sheet", record: Buffer): Buffer {
  const { read, write } = xlsx.CFB as Container;
  const container = read(bytes, { type: "buffer" });
  const stream = container.FileIndex.find(({ name }) => name === "Workbook");
  if (stream === undefined) throw new Error("The file holds no workbook");
  const content = Buffer.from(stream.content);
  const first = content.indexOf(beginning);
  const start = where === "book" ? first : content.indexOf(beginning, first + 1);
  const end = start + 4 + content.readUInt16LE(start + 2);
  stream.content = Buffer.concat([content.subarray(0, end), record, content.subarray(end)]);
  stream.size = stream.content.length;
  return Buffer.from(write(container, { type: "buffer" }));
}
