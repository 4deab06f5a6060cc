import { largestSheet } from "#kernel/hawala-sheet.ts";
import { Refusal } from "#kernel/refusal.ts";

import type { SheetFormat } from "./sheet.ts";
import { protectedByPassword, readDirectory, unpack, type ZipEntry } from "./zip.ts";

/** The sentence for whatever is no spreadsheet. */
export const notASpreadsheet = "Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)";

const zipStart = Buffer.from("504b0304", "hex");
const compoundStart = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** Names inside a compound file, as its directory writes them. */
const streams = {
  workbook: Buffer.from("Workbook", "utf16le"),
  book: Buffer.from("Book\0", "utf16le"),
  encrypted: Buffer.from("EncryptedPackage", "utf16le"),
};
const sheetMimetype = "application/vnd.oasis.opendocument.spreadsheet";
const longestMimetype = 100;

/**
 * What kind of spreadsheet the bytes are, whatever the file is called. Reads no more than names and sizes, so it may run
 * beside the requests. Refuses everything else, with a sentence of its own for what an office commonly mistakes for one.
 */
export function recogniseFile(bytes: Buffer): SheetFormat {
  if (bytes.length > largestSheet)
    throw new Refusal("too_large", "The file is larger than 10 MB. Divide the list into several files");
  if (bytes.length === 0) throw new Refusal("unreadable", "The file is empty");
  if (bytes.subarray(0, zipStart.length).equals(zipStart)) return formatOfZip(bytes, readDirectory(bytes));
  if (bytes.subarray(0, compoundStart.length).equals(compoundStart)) return formatOfCompound(bytes);
  throw new Refusal("unsupported_type", isWebPage(bytes) ? webPage : isText(bytes) ? text : notASpreadsheet);
}

const webPage =
  "The file is a web page with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file";
const text =
  "The file is a text with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file";

/** Whether it begins as a table of text does, with values between commas or tabs, or in the old XML of Excel. */
function isText(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 512);
  // The mark says that each letter has two bytes, of which one may be a nought.
  if (/^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(start)) return true;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /^[^\u0000-\u0008\u000E-\u001F]+$/.test(start) && !/^(?:%PDF|\{\\rtf)/.test(start);
}

function isWebPage(bytes: Buffer): boolean {
  return /^\s*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i.test(
    bytes.toString("latin1", 0, 512).replace(/^ï»¿/, ""),
  );
}

function formatOfZip(bytes: Buffer, entries: readonly ZipEntry[]): SheetFormat {
  const names = new Set(entries.map(({ name }) => name));
  const mimetype = entries.find(({ name, unpacked }) => name === "mimetype" && unpacked <= longestMimetype);
  if (mimetype !== undefined && unpack(bytes, mimetype).toString("latin1").trim() === sheetMimetype) return "ods";
  if (names.has("[Content_Types].xml")) {
    if (entries.some(({ name }) => /(?:^|\/)workbook\d*\.xml$/i.test(name))) return "xlsx";
    if (entries.some(({ name }) => /(?:^|\/)workbook\d*\.bin$/i.test(name))) {
      throw new Refusal(
        "unsupported_type",
        "A binary workbook (.xlsb) cannot be read. Save it as an Excel workbook (.xlsx) and choose that file",
      );
    }
  }
  if (!names.has("mimetype") && names.has("content.xml") && names.has("META-INF/manifest.xml")) return "ods";
  throw new Refusal("unsupported_type", notASpreadsheet);
}

/** Whether Excel 5 or 95 wrote it, for whom letters were those of one code page. */
export function isOldBook(bytes: Buffer): boolean {
  return bytes.subarray(0, compoundStart.length).equals(compoundStart) && !bytes.includes(streams.workbook);
}

function formatOfCompound(bytes: Buffer): SheetFormat {
  if (bytes.includes(streams.encrypted)) throw new Refusal("unreadable", protectedByPassword);
  if (bytes.includes(streams.workbook) || bytes.includes(streams.book)) return "xls";
  throw new Refusal("unsupported_type", notASpreadsheet);
}
