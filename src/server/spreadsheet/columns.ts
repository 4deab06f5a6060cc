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
