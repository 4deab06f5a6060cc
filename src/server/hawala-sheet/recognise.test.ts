import { describe, expect, test } from "vitest";

import { Refusal } from "#kernel/refusal.ts";
import { rawOds, sheetFile, sheetFixture, sheetHeader, sheetRow, withRecord } from "#test/support/hawala-sheets.ts";
import { zipOf } from "#test/support/zip.ts";

import { readFile } from "./read-file.ts";
import { notASpreadsheet, recogniseFile } from "./recognise.ts";
import { damaged, protectedByPassword, readDirectory } from "./zip.ts";

const options = { currencies: ["AFN"], maxRows: 20_000 };
const rows = [sheetHeader, sheetRow()];

/** Code and message of the refusal of these bytes. */
function refusal(bytes: Buffer): readonly [string, string] {
  try {
    readFile(bytes, options);
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message];
    throw error;
  }
  throw new Error("The file was read");
}

describe("the content decides what a file is", () => {
  test.each([
    ["xlsx", sheetFile(rows, "xlsx")],
    ["xls", sheetFile(rows, "biff8")],
    ["ods", sheetFile(rows, "ods")],
    ["xlsx", sheetFixture("xlsx-named.xls")],
  ])("%s", (format, bytes) => {
    expect(recogniseFile(bytes)).toBe(format);
    expect(readFile(bytes, options).format).toBe(format);
  });

  test.each([
    ["a printed page", Buffer.from("%PDF-1.7\n")],
    ["a picture", Buffer.from("89504e470d0a1a0a0000", "hex")],
    ["a document", zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" })],
    [
      "a text of OpenDocument",
      zipOf({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<a/>", "META-INF/manifest.xml": "<a/>" }),
    ],
    ["a zip of something else", zipOf({ "a.txt": "hello" })],
    ["a mail of Outlook", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)])],
    ["Quattro Pro", Buffer.from("0000020001100000", "hex")],
    ["dBase", Buffer.from(`03${"00".repeat(64)}`, "hex")],
    ["bare BIFF", Buffer.from("0908100000060500", "hex")],
  ])("%s is refused with the sentence for a wrong file", (_, bytes) => {
    expect(refusal(bytes)).toEqual(["unsupported_type", notASpreadsheet]);
  });

  test.each([
    ["commas", Buffer.from("Trans No,Sender\n1,A\n")],
    ["semicolons, in Persian", Buffer.from("\uFEFFشماره؛فرستنده\n۱؛الف\n")],
    ["letters of two bytes", Buffer.from("\uFEFFشماره\tفرستنده\n", "utf16le")],
    [
      "the old XML of Excel",
      Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    ],
    ["SYLK", Buffer.from("ID;PWXL;N;E\nC;Y1;X1;K1\n")],
  ])("a text with %s is told from a wrong file, and how it becomes a right one", (_, bytes) => {
    expect(refusal(bytes)).toEqual([
      "unsupported_type",
      "The file is a text with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file",
    ]);
  });

  test("a web page, a binary workbook and an empty file have sentences of their own", () => {
    expect(refusal(sheetFixture("html-named.xls"))[1]).toMatch(/^The file is a web page/);
    expect(refusal(Buffer.from("\uFEFF  <!DOCTYPE html><table></table>"))[1]).toMatch(/^The file is a web page/);
    expect(refusal(zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x" }))).toEqual([
      "unsupported_type",
      "A binary workbook (.xlsb) cannot be read. Save it as an Excel workbook (.xlsx) and choose that file",
    ]);
    expect(refusal(Buffer.alloc(0))).toEqual(["unreadable", "The file is empty"]);
  });

  test("more than 10 MiB are refused unread", () => {
    expect(refusal(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual([
      "too_large",
      "The file is larger than 10 MB. Divide the list into several files",
    ]);
  });
});

describe("a password", () => {
  test("on an Excel workbook", () => {
    const encrypted = Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(1_000),
      Buffer.from("EncryptedPackage", "utf16le"),
    ]);
    expect(refusal(encrypted)).toEqual(["unreadable", protectedByPassword]);
  });

  test("on an Excel 97 workbook", () => {
    const bytes = withRecord(sheetFile(rows, "biff8"), "book", Buffer.from("2f000600000012345678", "hex"));
    expect(refusal(bytes)).toEqual(["unreadable", protectedByPassword]);
  });

  test("on an OpenDocument spreadsheet", () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    expect(refusal(rawOds("", { manifest }))).toEqual(["unreadable", protectedByPassword]);
  });

  test("on the zip itself", () => {
    const bytes = sheetFile(rows);
    const entry = bytes.indexOf(Buffer.from("504b0102", "hex"));
    bytes.writeUInt16LE(1, entry + 8);
    expect(refusal(bytes)).toEqual(["unreadable", protectedByPassword]);
  });
});

describe("a zip", () => {
  const signature = { entry: Buffer.from("504b0102", "hex"), end: Buffer.from("504b0506", "hex") };
  const changed = (change: (bytes: Buffer, entry: number, end: number) => void): Buffer => {
    const bytes = sheetFile(rows);
    change(bytes, bytes.indexOf(signature.entry), bytes.lastIndexOf(signature.end));
    return bytes;
  };

  test("cut off anywhere is a damaged file", () => {
    const bytes = sheetFile(rows);
    for (let length = 4; length < bytes.length; length += 97)
      expect(refusal(bytes.subarray(0, length))).toEqual(["unreadable", damaged]);
  });

  test.each([
    ["claims an entry outside of the file", changed((bytes, entry) => bytes.writeUInt32LE(0xffff_fff0, entry + 42))],
    ["claims entries it has not", changed((bytes, _, end) => bytes.writeUInt16LE(900, end + 10))],
    ["has its directory elsewhere", changed((bytes, _, end) => bytes.writeUInt32LE(7, end + 16))],
    ["packs in an unknown way", changed((bytes, entry) => bytes.writeUInt16LE(99, entry + 10))],
    [
      "claims a smaller part than it has",
      changed((bytes, entry) => bytes.writeUInt32LE(bytes.readUInt32LE(entry + 24) - 1, entry + 24)),
    ],
    [
      "claims a larger part than it has",
      changed((bytes, entry) => bytes.writeUInt32LE(bytes.readUInt32LE(entry + 24) + 1, entry + 24)),
    ],
    ["has a part whose sum is wrong", changed((bytes, entry) => bytes.writeUInt8(bytes.readUInt8(entry + 16) ^ 1, entry + 16))],
    ["names a part otherwise in two places", changed((bytes, entry) => bytes.writeUInt8(0x41, entry + 46))],
  ])("that %s is a damaged file", (_, bytes) => expect(refusal(bytes)).toEqual(["unreadable", damaged]));

  test("whose entries lie in one another is a damaged file", () => {
    const bytes = changed((whole, entry) => {
      const second = whole.indexOf(signature.entry, entry + 4);
      const length = 46 + whole.readUInt16LE(entry + 28) + whole.readUInt16LE(entry + 30);
      if (second - entry === length) whole.copy(whole, second + 42, entry + 42, entry + 46);
    });
    expect(refusal(bytes)).toEqual(["unreadable", damaged]);
  });

  test("that has two parts of one name is a damaged file: another program may read the other one", () => {
    const bytes = zipOf({ "a.txt": "hello", "b.txt": "world" });
    for (let at = bytes.indexOf("b.txt"); at !== -1; at = bytes.indexOf("b.txt")) bytes.write("a.txt", at);
    expect(() => readDirectory(bytes)).toThrow(damaged);
  });

  test("with sizes of 64 bits is read, as some programs write them into every file", () => {
    const wide = zipOf({ "a.txt": "hello" });
    const entry = wide.indexOf(signature.entry);
    const nameEnd = entry + 46 + wide.readUInt16LE(entry + 28);
    const extra = Buffer.alloc(20);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(wide.readUInt32LE(entry + 24)), 4);
    extra.writeBigUInt64LE(BigInt(wide.readUInt32LE(entry + 20)), 12);
    wide.writeUInt32LE(0xffff_ffff, entry + 24);
    wide.writeUInt32LE(0xffff_ffff, entry + 20);
    wide.writeUInt16LE(20, entry + 30);
    const bytes = Buffer.concat([wide.subarray(0, nameEnd), extra, wide.subarray(nameEnd)]);
    expect(readDirectory(bytes).map(({ name, unpacked }) => [name, unpacked])).toEqual([["a.txt", 5]]);
  });

  test("that would unpack to far more than a list is refused before it does", () => {
    const sentence = "The file unpacks to far more than a list needs. Copy the list into a new workbook and choose that";
    const swelling = zipOf({
      "[Content_Types].xml": "<Types/>",
      "xl/workbook.xml": "<a/>",
      "xl/worksheets/sheet1.xml": new Uint8Array(9_000_000),
    });
    expect(swelling.length).toBeLessThan(20_000);
    expect(refusal(swelling)).toEqual(["too_large", sentence]);
    const large = changed((bytes, entry) => bytes.writeUInt32LE(200_000_000, entry + 24));
    expect(refusal(large)).toEqual(["too_large", sentence]);
  });

  test("of very many parts is refused", () => {
    const parts = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${String(index)}.xml`, ""]));
    expect(refusal(zipOf(parts))).toEqual(["too_large", "The file holds too many parts to be a list"]);
  });
});
