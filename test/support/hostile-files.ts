import { gzipSync } from "node:zlib";

import {
  rawOds,
  rawXlsx,
  rowTexts,
  sheetFile,
  sheetFixture,
  sheetHeader,
  sheetRow,
  sheetXml,
  workbookFile,
} from "./hawala-sheets.ts";
import { dataUrl, gifOf, jpegOf, pngOf, webpOf } from "./images.ts";
import { zipOf } from "./zip.ts";

const row = rowTexts(sheetRow());
const list = [[...sheetHeader], row];
const cell = (xml: string): Buffer => rawXlsx(sheetXml([[...sheetHeader], row.with(5, xml)]));
const text =
  (content: string): (() => Buffer) =>
  () =>
    Buffer.from(content);

/** The zip with so many bytes of it written over, counted from the mark of its directory's end. */
function endChanged(change: (bytes: Buffer, end: number) => void): Buffer {
  const bytes = Buffer.from(sheetFixture("clean.xlsx"));
  change(bytes, bytes.lastIndexOf(Buffer.from("504b0506", "hex")));
  return bytes;
}

function compoundChanged(at: number, value: number): Buffer {
  const bytes = Buffer.from(sheetFixture("clean.xls"));
  bytes.writeUInt32LE(value, at);
  return bytes;
}

/** Files that are small and lie: about what they are, what is in them, and where. */
export const lyingSheets: readonly (readonly [string, () => Buffer])[] = [
  ["a directory that claims 65,535 parts", () => endChanged((bytes, end) => bytes.writeUInt16LE(0xffff, end + 10))],
  ["a directory that begins behind the file", () => endChanged((bytes, end) => bytes.writeUInt32LE(0x7fffffff, end + 16))],
  ["a directory that begins at its own end", () => endChanged((bytes, end) => bytes.writeUInt32LE(end, end + 16))],
  [
    "a directory in the 64-bit form that is not there",
    () => endChanged((bytes, end) => bytes.writeUInt32LE(0xffffffff, end + 16)),
  ],
  ["a comment longer than the file", () => endChanged((bytes, end) => bytes.writeUInt16LE(0xffff, end + 20))],
  ["a zip behind something else", () => Buffer.concat([Buffer.from("MZ".repeat(500)), sheetFixture("clean.xlsx")])],
  ["two zips in one file", () => Buffer.concat([sheetFixture("clean.xlsx"), sheetFixture("text-numbers.xlsx")])],
  ["a zip that is marked as encrypted", () => marked(0x01)],
  ["a zip packed in a way of its own", () => packedAs(99)],
  ["a zip within a zip", () => zipOf({ "xl/workbook.xml": sheetFixture("clean.xlsx") })],
  ["parts that climb out of their folder", () => zipOf({ "../../../etc/cron.d/x": "*", "[Content_Types].xml": "<Types/>" })],
  ["parts named like what every object has", () => zipOf({ __proto__: "x", "xl/workbook.xml": "<workbook/>", constructor: "x" })],
  ["an .xlsx without a workbook", () => zipOf({ "[Content_Types].xml": "<Types/>" })],
  ["an .xlsx without a sheet", () => rawXlsx("", { "xl/worksheets/sheet1.xml": "" })],
  ["a macro in the file", () => rawXlsx(sheetXml(list), { "xl/vbaProject.bin": "Sub Auto_Open()" })],
  [
    "links to other files",
    () => rawXlsx(sheetXml(list), { "xl/externalLinks/externalLink1.xml": '<externalLink href="file:///etc/passwd"/>' }),
  ],
  ["a shared text that is not there", () => cell('<c r="F2" t="s"><v>999999</v></c>')],
  ["a shared text before the first", () => cell('<c r="F2" t="s"><v>-1</v></c>')],
  ["a style that is not there", () => cell('<c r="F2" s="2147483647"><v>100</v></c>')],
  ["a number beyond all numbers", () => cell('<c r="F2"><v>1e999</v></c>')],
  ["a number that is none", () => cell('<c r="F2"><v>NaN</v></c>')],
  ["a cell at row zero", () => cell('<c r="A0"><v>1</v></c>')],
  ["an inline text without a text", () => cell('<c r="F2" t="inlineStr"/>')],
  ["a formula that calls a program", () => cell("<c r=\"F2\"><f>cmd|' /C calc'!A0</f><v>100</v></c>")],
  ["rows in the wrong order", () => rawXlsx(sheetXml(list).replaceAll('r="2"', 'r="0"'))],
  ["a name of a thousand signs for a sheet", () => workbookFile({ ["x".repeat(31)]: list, "\u202Ex": list })],
  ["an .ods that says it is a text", () => zipOf({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<a/>" })],
  ["an .ods without content", () => zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" })],
  [
    "an .ods with an entity from outside",
    () => rawOds('<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><table:table-row/>'),
  ],
  ["an .ods of rows repeated a negative number of times", () => rawOds('<table:table-row table:number-rows-repeated="-5"/>')],
  ["an .xls of sectors of two gigabytes", () => compoundChanged(30, 0x001f_001f)],
  ["an .xls whose directory lies behind the file", () => compoundChanged(48, 0x7fff_fff0)],
  ["an .xls with a million tables of sectors", () => compoundChanged(44, 1_000_000)],
  ["an .xls that ends with its mark", () => sheetFixture("clean.xls").subarray(0, 8)],
  [
    "an .xls of noise behind its first page",
    () => Buffer.concat([sheetFixture("clean.xls").subarray(0, 512), Buffer.alloc(8_192, 0xa5)]),
  ],
  ["a page with a script", text("<html><script>alert(1)</script><table><tr><td>1</td></tr></table></html>")],
  ["a spreadsheet of 2003 as XML", text('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>')],
  ["a list of commas", text(list.map((cells) => cells.join(",")).join("\n"))],
  ["a text with marks", text(String.raw`{\rtf1\ansi hello}`)],
  ["a PDF", text("%PDF-1.7\n1 0 obj")],
  ["a program", () => Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(4_096)])],
  ["a gzip", () => gzipSync(sheetFixture("clean.xlsx"))],
  ["one byte", () => Buffer.alloc(1)],
  ["nothing but zeros", () => Buffer.alloc(65_536)],
  ["an empty book", () => sheetFile([])],
];

function marked(flag: number): Buffer {
  const bytes = Buffer.from(sheetFixture("clean.xlsx"));
  for (const [mark, at] of [
    ["504b0304", 6],
    ["504b0102", 8],
  ] as const) {
    const found = bytes.indexOf(Buffer.from(mark, "hex"));
    bytes.writeUInt16LE(bytes.readUInt16LE(found + at) | flag, found + at);
  }
  return bytes;
}

function packedAs(method: number): Buffer {
  const bytes = Buffer.from(sheetFixture("clean.xlsx"));
  for (const [mark, at] of [
    ["504b0304", 8],
    ["504b0102", 10],
  ] as const) {
    bytes.writeUInt16LE(method, bytes.indexOf(Buffer.from(mark, "hex")) + at);
  }
  return bytes;
}

const jpeg = (hex: string): string => dataUrl(Buffer.from(`ffd8${hex}`, "hex"), "image/jpeg");

/** Pictures that are none, or that say what is not so. */
export const hostileImages: readonly (readonly [string, () => string])[] = [
  ["a drawing with a script", () => dataUrl(Buffer.from("<svg onload=alert(1)/>"), "image/svg+xml")],
  ["a page that calls itself a picture", () => dataUrl(Buffer.from("<html><script>alert(1)</script></html>"))],
  ["a picture and a page in one", () => dataUrl(Buffer.concat([pngOf(10, 10), Buffer.from("<script>alert(1)</script>")]))],
  ["a picture of two thousand megapixels", () => dataUrl(pngOf(50_000, 50_000))],
  ["a picture of the largest size there is", () => dataUrl(pngOf(0xffffffff, 0xffffffff))],
  ["a picture without a size", () => dataUrl(pngOf(0, 0))],
  ["the first eight bytes of a picture", () => dataUrl(pngOf(10, 10).subarray(0, 8))],
  ["a JPEG whose parts have no length", () => jpeg("ffe00000".repeat(50_000))],
  ["a JPEG whose parts lie behind its end", () => jpeg("ffe0ffff")],
  ["a JPEG of markers alone", () => jpeg("ff".repeat(500_000))],
  ["a JPEG that ends in its frame", () => dataUrl(jpegOf(10, 10).subarray(0, -8), "image/jpeg")],
  ["a JPEG of no height", () => dataUrl(jpegOf(0xffff, 0), "image/jpeg")],
  ["a GIF that is a script as well", () => dataUrl(gifOf(0x2a2f, 0x3d31, "*/=1;alert(1)"), "image/gif")],
  ["a WebP of an unknown kind", () => dataUrl(Buffer.from("RIFF    WEBPVP9 ".padEnd(40, "\0")), "image/webp")],
  ["a WebP that ends in its size", () => dataUrl(webpOf(10, 10, "VP8X").subarray(0, 25), "image/webp")],
  ["an address", () => "https://evil.example/picture.png"],
  ["a file of this machine", () => "file:///etc/passwd"],
  ["a text that is not encoded", () => "data:image/png,<svg/>"],
  ["three megabytes of nothing", () => dataUrl(Buffer.alloc(2_100_000))],
  ["base64 that is none", () => `data:image/png;base64,${"=".repeat(1_000)}`],
];
