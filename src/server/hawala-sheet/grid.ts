import { withoutDrawnLetters } from "#kernel/letters.ts";

/** What stands in one cell. An empty one is undefined. */
export type GridCell =
  | { readonly kind: "text"; readonly text: string }
  /** The stored value, not its display. */
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "date" | "boolean" }
  | { readonly kind: "error"; readonly error: string }
  /** A formula that no program has calculated yet. */
  | { readonly kind: "uncomputed" };

/** One sheet of a file. Rows and columns count from 0. */
export interface Grid {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether it goes on behind the rows that are read. */
  readonly isCut: boolean;
  /** Behind the last row that is read and holds anything. */
  readonly rowCount: number;
  cell(row: number, column: number): GridCell | undefined;
  /** The row whose cell holds for this one, since both are one merged cell; undefined for a cell of its own. */
  mergedFrom(row: number, column: number): number | undefined;
  isHiddenRow(row: number): boolean;
}

const letters = 26;
const letterA = 65;

/** As the spreadsheet program names it: row 16 and column 5 are "F17". */
export function cellName(row: number, column: number): string {
  const first = column >= letters ? String.fromCharCode(letterA + Math.floor(column / letters) - 1) : "";
  return `${first}${String.fromCharCode(letterA + (column % letters))}${String(row + 1)}`;
}

/** The cell that holds for a place: its own, or the one at the top of the merged cell it is part of. */
export function heldCell(grid: Grid, row: number, column: number): GridCell | undefined {
  return grid.cell(grid.mergedFrom(row, column) ?? row, column);
}

// Control characters, marks of direction, invisible joiners other than ZWNJ and ZWJ, halves of pairs, and what is no character.
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\uffff\p{Surrogate}]/gu;

/** Plain words with single blanks between them: most texts, and nothing to clean. */
const cleanAlready = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A text as the store takes it: composed, of letters as they are typed, without what nobody typed, each run of blanks and line ends one
 * blank. ZWNJ stays, names need it.
 */
export function cleanText(text: string): string {
  if (cleanAlready.test(text)) return text;
  return withoutDrawnLetters(text.replaceAll(invisible, ""))
    .normalize("NFC")
    .replaceAll(/[\s\u0085]+/g, " ")
    .trim();
}

/** Whether a cell holds nothing that can be seen. */
export function isEmpty(cell: GridCell | undefined): boolean {
  return cell === undefined || (cell.kind === "text" && cleanText(cell.text) === "");
}

/** What a cell says, for a message or for a line that is shown. */
export function shownText(cell: GridCell | undefined): string {
  if (cell === undefined) return "";
  if (cell.kind === "text") return cleanText(cell.text);
  if (cell.kind === "number") return String(cell.value);
  return cell.kind === "error" ? cell.error : "";
}
