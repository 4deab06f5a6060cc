import { assert } from "#kernel/assert.ts";

import type { CellKind, SheetCell, SheetColumn } from "./cells.ts";
import type { Head, Narrated, Said, Word } from "./said.ts";

/** A cell of a list: data, or the program's own words. */
export type ListCell = SheetCell | Said<Word> | Narrated;
export type ListRow = readonly ListCell[];

/** A heading in English; the file has it in its own language. */
type Heading = Head | Said<Head>;

/** A column of a list that has no language yet. */
export interface ListColumn extends Omit<SheetColumn, "header"> {
  readonly header: Heading;
}

/** A column by its heading, and by what stands under it for each thing that is listed. */
export type ColumnOf<Listed> = readonly [header: Heading, kind: CellKind, cell: (listed: Listed) => ListCell, width?: number];

/** The headings of a file. */
export function headOf<Listed>(columns: readonly ColumnOf<Listed>[]): ListColumn[] {
  return columns.map(([header, kind, , width]) => ({ header, kind, ...(width === undefined ? {} : { width }) }));
}

/** The row of one thing. */
export function rowOf<Listed>(columns: readonly ColumnOf<Listed>[], listed: Listed): ListRow {
  return columns.map(([, , cell]) => cell(listed));
}

/** A row of a few cells under their headings, such as a total; the others stay empty. */
export function rowUnder<Listed>(columns: readonly ColumnOf<Listed>[], cells: Readonly<Record<string, ListCell>>): ListRow {
  const names = columns.map(([header]) => (typeof header === "string" ? header : header.phrase));
  const unknown = Object.keys(cells).find((name) => !names.some((known) => known === name));
  assert(unknown === undefined, `there is a column ${unknown ?? ""}`);
  return names.map((name) => cells[name] ?? null);
}
