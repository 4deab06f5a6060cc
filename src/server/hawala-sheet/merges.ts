import { Refusal } from "#kernel/refusal.ts";

import { firstColumn, sheetFields } from "./sheet.ts";

/** A merged cell, from one corner to the other, both part of it. */
interface Merge {
  readonly s: { readonly r: number; readonly c: number };
  readonly e: { readonly r: number; readonly c: number };
}

const lastColumn = firstColumn + sheetFields.length - 1;

/** Merged cells of a list cover each of its cells at most once; more of them are a trap. */
const mostCovered = 1_000_000;

/** For each place of a list that is covered by a merged cell: the row of that cell's top. Only its first column holds its value. */
export function mergesOf(merges: readonly Merge[], rowCount: number): (row: number, column: number) => number | undefined {
  const tops = new Map<number, number>();
  let covered = 0;
  for (const { s: start, e: end } of merges) {
    if (start.c < firstColumn || start.c > lastColumn) continue;
    const last = Math.min(end.r, rowCount - 1);
    covered += Math.max(0, last - start.r);
    if (covered > mostCovered)
      throw new Refusal("unreadable", "The sheet has more merged cells than a list. Copy it into a new workbook");
    for (let row = start.r + 1; row <= last; row += 1) tops.set(placeOf(row, start.c), start.r);
  }
  return tops.size === 0 ? () => undefined : (row, column) => tops.get(placeOf(row, column));
}

function placeOf(row: number, column: number): number {
  return row * (lastColumn + 1) + column;
}
