import { assert } from "#kernel/assert.ts";

import type { CellKind, SheetCell, SheetColumn, SheetRow } from "./cells.ts";

/** A column by its heading, and by what stands under it for each thing that is listed. */
export type ColumnOf<Listed> = readonly [header: string, kind: CellKind, cell: (listed: Listed) => SheetCell, width?: number];

/** The headings of a file. */
export function headOf<Listed>(columns: readonly ColumnOf<Listed>[]): SheetColumn[] {
  return columns.map(([header, kind, , width]) => ({ header, kind, ...(width === undefined ? {} : { width }) }));
}

/** The row of one thing. */
export function rowOf<Listed>(columns: readonly ColumnOf<Listed>[], listed: Listed): SheetRow {
  return columns.map(([, , cell]) => cell(listed));
}

/** A row of a few cells under their headings, such as a total; the others stay empty. */
export function rowUnder<Listed>(columns: readonly ColumnOf<Listed>[], cells: Readonly<Record<string, SheetCell>>): SheetRow {
  const unknown = Object.keys(cells).find((name) => !columns.some(([header]) => header === name));
  assert(unknown === undefined, `there is a column ${unknown ?? ""}`);
  return columns.map(([header]) => cells[header] ?? null);
}
