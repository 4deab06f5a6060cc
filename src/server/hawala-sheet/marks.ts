import { Refusal } from "#kernel/refusal.ts";

import type { Parts } from "./parts.ts";
import { damaged } from "./zip.ts";

/** What the XML of a sheet says and the library does not. Rows and columns count from 0. */
export interface SheetMarks {
  readonly isHidden: boolean;
  readonly hiddenRows: ReadonlySet<number>;
  /** Formulas without a stored result, as "row:column". */
  readonly uncomputed: ReadonlySet<string>;
  /** The last row that holds a value; missing where the library's own word for it can be trusted. */
  readonly lastRow?: number;
}

export const noMarks: SheetMarks = { isHidden: false, hiddenRows: new Set(), uncomputed: new Set() };

/** The marks of each sheet of an .xlsx file, in the order of the sheets. */
export function marksOfXlsx(parts: Parts): readonly SheetMarks[] {
  const [workbookName = "", workbook] = [...parts].find(([name]) => /(?:^|\/)workbook\d*\.xml$/i.test(name)) ?? [];
  if (workbook === undefined) return [];
  const [folder, file] = [workbookName.replace(/[^/]*$/, ""), workbookName.replace(/^.*\//, "")];
  const targets = new Map<string, string>();
  for (const [tag] of textOf(parts.get(`${folder}_rels/${file}.rels`)).matchAll(/<(?:\w+:)?Relationship\b[^<>]*>/g)) {
    targets.set(attribute(tag, "Id"), attribute(tag, "Target"));
  }
  return [...textOf(workbook).matchAll(/<(?:\w+:)?sheet\b[^<>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, "(?:\\w+:)?id")) ?? "";
    const sheet = parts.get(target.startsWith("/") ? target.slice(1) : `${folder}${target}`);
    return sheet === undefined ? noMarks : marksOfSheet(sheet);
  });
}

function marksOfSheet(part: Buffer): SheetMarks {
  const hasFormulas = part.includes("<f") || part.includes(":f");
  const hasHidden = part.includes("hidden=");
  const xml = part.toString("latin1");
  refuseWrongNumbers(xml);
  return {
    isHidden: false,
    hiddenRows: hasHidden ? hiddenRowsOf(xml) : noMarks.hiddenRows,
    uncomputed: hasFormulas ? uncomputedOf(xml) : noMarks.uncomputed,
    lastRow: lastRowOf(xml),
  };
}

/**
 * Programs of some countries write 1250,50 where the format wants 1250.50, and a reader that stops at the comma takes 1250. A formula may
 * stand before its result.
 */
const wrongNumber =
  /<(?:\w+:)?c\b(?![^<>]*\st=["'][^n])[^<>]*>\s*(?:<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v>(?!\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*<|\s*<)/;

function refuseWrongNumbers(xml: string): void {
  if (wrongNumber.test(xml)) throw new Refusal("unreadable", damaged);
}

function hiddenRowsOf(xml: string): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?row\b[^<>]*\bhidden="(?:1|true)"[^<>]*>/g)) {
    rows.add(Number.parseInt(attribute(tag, "r"), 10) - 1);
  }
  return rows;
}

const formulaAlone =
  /<(?:\w+:)?c\b([^<>]*)>\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g;

function uncomputedOf(xml: string): ReadonlySet<string> {
  const cells = new Set<string>();
  for (const [, attributes = ""] of xml.matchAll(formulaAlone)) {
    const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(attribute(` ${attributes}`, "r")) ?? [];
    cells.add(`${String(Number.parseInt(row, 10) - 1)}:${String(columnOf(letters))}`);
  }
  return cells;
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const valueEnds = ["</v>", "</is>", ":v>", ":is>"] as const;

/** The library reads so many rows and leaves the others out without a word; so the last value is looked for at the end. */
function lastRowOf(xml: string): number {
  let last = -1;
  // Forward from what was found: to look backward for what is not there would take the whole sheet.
  for (const end of valueEnds) if (last === -1 || xml.includes(end, last)) last = xml.lastIndexOf(end);
  if (last === -1) return -1;
  const plain = xml.lastIndexOf("<row", last);
  const start = plain === -1 ? xml.lastIndexOf(":row", last) : plain;
  const row = Number.parseInt(attribute(xml.slice(start, xml.indexOf(">", start) + 1), "r"), 10);
  // Rows need no number; then they are counted.
  return (Number.isNaN(row) ? (xml.match(/<(?:\w+:)?row\b/g)?.length ?? 0) : row) - 1;
}

/** The marks of each sheet of an .ods file, in the order of the sheets. */
export function marksOfOds(parts: Parts): readonly SheetMarks[] {
  const xml = textOf(parts.get("content.xml"));
  if (/\soffice:value="(?!-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")/.test(xml)) throw new Refusal("unreadable", damaged);
  const hiddenStyles = new Set<string>();
  for (const [, style = "", content = ""] of xml.matchAll(
    /<style:style\b([^<>]*style:family="table"[^<>]*)>(<style:table-properties\b[^<>]*>)/g,
  )) {
    if (attribute(content, "table:display") === "false") hiddenStyles.add(attribute(` ${style}`, "style:name"));
  }
  const hasHiddenRows = xml.includes("table:visibility=");
  const marks: SheetMarks[] = [];
  for (const { index, 0: tag } of xml.matchAll(/<table:table\b(?!-)[^<>]*>/g)) {
    const end = xml.indexOf("</table:table>", index);
    marks.push({
      ...noMarks,
      isHidden: hiddenStyles.has(attribute(tag, "table:style-name")),
      hiddenRows: hasHiddenRows ? hiddenOdsRows(xml.slice(index, end === -1 ? undefined : end)) : noMarks.hiddenRows,
    });
  }
  return marks;
}

const mostRows = 1_048_576;

function hiddenOdsRows(xml: string): ReadonlySet<number> {
  const hidden = new Set<number>();
  let row = 0;
  for (const [tag] of xml.matchAll(/<table:table-row\b[^<>]*>/g)) {
    const repeated = Number.parseInt(attribute(tag, "table:number-rows-repeated") || "1", 10);
    const isHidden = /\stable:visibility="(?:collapse|filter)"/.test(tag);
    const end = Math.min(row + repeated, mostRows);
    if (isHidden) for (let each = row; each < end; each += 1) hidden.add(each);
    row += repeated;
  }
  return hidden;
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

function textOf(part: Buffer | undefined): string {
  return part?.toString("latin1") ?? "";
}
