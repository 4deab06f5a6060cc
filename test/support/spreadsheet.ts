import { strFromU8, unzipSync } from "fflate";

/** A cell of an .xlsx file as it is stored: text, or a number that a style shows as an amount or a day. */
export type StoredCell = string | { readonly number: string };

/** What an .xlsx file holds, read from its own XML. */
export interface StoredSheet {
  readonly name: string;
  readonly rows: readonly (readonly StoredCell[])[];
  /** Whether the first column stands on the right. */
  readonly isRightToLeft: boolean;
  /** Whether any cell is a formula. */
  readonly hasFormula: boolean;
}

/** Reads the one sheet of an .xlsx file. Empty cells are left out. */
export function readSheet(bytes: Uint8Array): StoredSheet {
  const files = unzipSync(bytes);
  const part = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  const sheet = part("xl/worksheets/sheet1.xml");
  const strings = [...part("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = ""]) =>
    unescaped(item.replaceAll(/<[^>]*>/g, "")),
  );
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c ([^>]*)><v>(.*?)<\/v><\/c>/g)].map(([, attributes = "", value = ""]): StoredCell =>
      attributes.includes('t="s"') ? (strings[Number.parseInt(value, 10)] ?? "") : { number: value },
    ),
  );
  return {
    name: /<sheet [^>]*?name="([^"]*)"/.exec(part("xl/workbook.xml"))?.[1] ?? "",
    rows,
    isRightToLeft: /<sheetView [^>]*rightToLeft="1"/.test(sheet),
    hasFormula: sheet.includes("<f>"),
  };
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
