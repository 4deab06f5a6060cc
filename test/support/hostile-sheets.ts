import { scaled } from "#test/prove/scale.ts";

import { rawOds, rawXlsx, rowTexts, sheetFile, sheetHeader, sheetRow, sheetXml } from "./hawala-sheets.ts";
import { zipOf } from "./zip.ts";

/** A file that is made to harm whoever reads it: what it is, how it is made, and what may become of it at most. */
type HostileSheet = readonly [string, () => Buffer, RegExp];

const mebibyte = 1024 * 1024;
const row = rowTexts(sheetRow());
const list = [[...sheetHeader], row];
/** Bytes that look random, and are the same every time. */
export const noise = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let state = 20_260_115;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};
const odsCell = (text: string, attributes = ""): string =>
  `<table:table-cell office:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;

/** Files that keep whoever reads them at work until he is ended. */
export const endlessSheets: readonly HostileSheet[] = [
  [
    "more rows than can be read in the time, which pass the first look",
    () => rawXlsx(sheetXml(list).replace("</sheetData>", `${manyRows(scaled(300_000, 1_000_000))}</sheetData>`)),
    /^(?:unreadable|too_large)$/,
  ],
  [
    "cells repeated a billion times (.ods)",
    () =>
      rawOds(
        `<table:table-row table:number-rows-repeated="1048576">${odsCell("x", ' table:number-columns-repeated="16384"')}</table:table-row>`,
      ),
    /^(?:unreadable|too_large)$/,
  ],
];

/** Files that take as much of the machine as they are let. */
export const greedySheets: readonly HostileSheet[] = [
  [
    "cells that fill the memory and pass the first look",
    () => rawXlsx(sheetXml(list).replace("</sheetData>", `<row r="3">${manyCells(3_500_000)}</row></sheetData>`), {}, 1),
    /^(?:unreadable|too_large)$/,
  ],
  ["merged cells over one another on many rows", () => sheetFileWithMerges(), /^(?:unreadable|too_large)$/],
];

/** Files that are made to harm, and are read or refused before they can. */
export const feebleSheets: readonly HostileSheet[] = [
  ["a zip bomb", () => rawXlsx("a".repeat(100 * mebibyte)), /^too_large$/],
  [
    "a bomb just below the limits, of rows",
    () =>
      rawXlsx(sheetXml(list).replace("</sheetData>", `${'<row r="3"><c r="C3"><v>1</v></c></row>'.repeat(900_000)}</sheetData>`)),
    /^(?:unreadable|too_large|1 rows|2 rows)$/,
  ],
  [
    "a bomb of cells in one row",
    () => rawXlsx(sheetXml(list).replace("</sheetData>", `<row r="3">${"<c><v>1</v></c>".repeat(3_000_000)}</row></sheetData>`)),
    /^(?:unreadable|too_large|1 rows|2 rows)$/,
  ],
  [
    "a huge shared text",
    () => rawXlsx(sheetXml(list), { "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(3 * mebibyte)}</t></si></sst>` }),
    /^1 rows$/,
  ],
  [
    "a name of megabytes",
    () => rawXlsx(sheetXml([[...sheetHeader], row.with(3, "x ".repeat(scaled(mebibyte / 2, mebibyte)))])),
    /^1 rows$/,
  ],
  [
    "a declared size of the whole sheet",
    () => rawXlsx(sheetXml(list, { before: '<dimension ref="A1:XFD1048576"/>' })),
    /^1 rows$/,
  ],
  [
    "a cell at the last place of a sheet",
    () => rawXlsx(sheetXml(list).replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')),
    /^too_large$/,
  ],
  [
    "cells at places no sheet has",
    () =>
      rawXlsx(
        sheetXml(list).replace(
          "</sheetData>",
          '<row r="3"><c r="ZZZZZZ99999999"><v>1</v></c><c r="C4294967297"><v>1</v></c><c r="-1"><v>1</v></c></row></sheetData>',
        ),
      ),
    /^(?:too_large|1 rows|2 rows|unreadable)$/,
  ],
  [
    "merged cells without number",
    () =>
      rawXlsx(
        sheetXml(list, {
          after: `<mergeCells>${Array.from({ length: scaled(200_000, 1_000_000) }, (_, index) => `<mergeCell ref="C${String(index % 90)}:L1048576"/>`).join("")}</mergeCells>`,
        }),
      ),
    /^(?:unreadable|too_large|1 rows)$/,
  ],
  [
    "a billion laughs",
    () => rawXlsx(`<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(100)}">]>${sheetXml([["&b;"]])}`),
    /^unreadable$/,
  ],
  [
    "an entity from outside",
    () => rawXlsx(`<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetXml([[...sheetHeader], row.with(3, "&a;")])}`),
    /^unreadable$/,
  ],
  ["elements in one another without end", () => rawXlsx("<a>".repeat(2 * mebibyte)), /^(?:unreadable|too_large)$/],
  [
    "elements that never close",
    () => rawXlsx(sheetXml(list).replace("</sheetData>", "<c <c ".repeat(mebibyte))),
    /^(?:unreadable|too_large|1 rows)$/,
  ],
  [
    "formulas that call one another",
    () => rawXlsx(sheetXml([[...sheetHeader], row.with(8, '<c r="I2"><f>I3+I2</f><v>9000</v></c>')])),
    /^1 rows$/,
  ],
  [
    "a formula of many megabytes",
    () => rawXlsx(sheetXml([[...sheetHeader], row.with(8, `<c r="I2"><f>${"A1+".repeat(mebibyte)}1</f><v>9000</v></c>`)])),
    /^1 rows$/,
  ],
  [
    "names of what every object has",
    () => sheetFile([sheetHeader, sheetRow({ D: "__proto__", E: "constructor", H: "__proto__" })]),
    /^1 rows$/,
  ],
  [
    "a workbook of thousands of sheets",
    () =>
      rawXlsx(sheetXml(list), {
        "xl/workbook.xml": `<workbook xmlns:r="x"><sheets>${'<sheet name="__proto__" sheetId="1" r:id="rId1"/>'.repeat(20_000)}</sheets></workbook>`,
      }),
    /^(?:unreadable|too_large|1 rows)$/,
  ],
  [
    "parts that refer to themselves",
    () =>
      rawXlsx(sheetXml(list), {
        "xl/_rels/workbook.xml.rels":
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="../../../../etc/passwd"/></Relationships>',
      }),
    /^(?:unreadable|1 rows)$/,
  ],
  [
    "ten mebibytes of noise in a zip",
    () => zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": noise(9 * mebibyte) }),
    /^(?:unreadable|too_large)$/,
  ],
  ["ten mebibytes of noise behind the mark of an .xls", () => compound(noise(9 * mebibyte)), /^(?:unreadable|unsupported_type)$/],
  [
    "an .xls whose records claim lengths they have not",
    () => overwritten(sheetFile([sheetHeader, sheetRow()], "biff8"), 0x600, 0xff),
    /^(?:unreadable|unsupported_type|\d+ rows)$/,
  ],
  ["an .xls whose sectors go round in circles", () => circling(), /^(?:unreadable|unsupported_type|\d+ rows)$/],
];

export const hostileSheets: readonly HostileSheet[] = [...greedySheets, ...feebleSheets];

function sheetFileWithMerges(): Buffer {
  const rows = Array.from({ length: 2_000 }, (_, index) => row.with(2, String(index)));
  const merges = Array.from({ length: 5_000 }, () => '<mergeCell ref="D2:D2001"/>').join("");
  return rawXlsx(sheetXml([[...sheetHeader], ...rows], { after: `<mergeCells>${merges}</mergeCells>` }));
}

function compound(content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(500), Buffer.from("Workbook", "utf16le"), content]);
}

function overwritten(bytes: Buffer, from: number, value: number): Buffer {
  for (let at = from; at < bytes.length; at += 7) bytes[at] = value;
  return bytes;
}

/** Each entry of the table of sectors names the first sector as the next. */
function circling(): Buffer {
  const bytes = sheetFile([sheetHeader, sheetRow()], "biff8");
  const table = 512 * (1 + bytes.readUInt32LE(76));
  for (let at = table; at < Math.min(table + 512, bytes.length - 4); at += 4) bytes.writeUInt32LE(0, at);
  return bytes;
}

/** Rows that differ enough to be packed like those of a list. */
function manyRows(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<row r="${String(3 + (index % 40_000))}"><c r="C${String(3 + index)}"><v>${String((index * 7919) % 1_000_003)}</v></c></row>`,
  ).join("");
}

/** The same come again farther away than what packs them looks back. */
function manyCells(count: number): string {
  const different = 100_000;
  const cells = Array.from({ length: different }, (_, index) => `<c><v>${String((index * 7919) % 1_000_003)}.5</v></c>`);
  return cells.join("").repeat(count / different);
}
