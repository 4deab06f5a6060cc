import type { RowVerdict, SheetPreview } from "#contract/import-batches.ts";

const kilobytes = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The size of a sheet, in bytes, as the office reads it here: in KB, always to two decimals, "9.77". */
export function kilobytesText(bytes: number): string {
  return kilobytes.format(bytes / 1024);
}

/** How many rows of a preview would be imported. */
export function freshRows(counts: SheetPreview["counts"]): number {
  return counts.ok + counts.warning;
}

/** For whom the rows of a sheet stand already: by the import of these very bytes, or row by row. */
type CopiedFrom =
  | { readonly senderCode: string; readonly batch: SheetPreview["importedBefore"] & {} }
  | { readonly senderCode: string; readonly rows: SheetPreview["standingElsewhere"] & {} };

/** The other partner of whose hawalas an import of this sheet would make second copies; undefined where it would make none. */
export function copiedFrom({ senderCode, importedBefore, standingElsewhere, counts }: SheetPreview): CopiedFrom | undefined {
  if (freshRows(counts) === 0) return undefined;
  if (importedBefore !== null && importedBefore.senderCode !== senderCode)
    return { senderCode: importedBefore.senderCode, batch: importedBefore };
  if (standingElsewhere === null) return undefined;
  return { senderCode: standingElsewhere.senderCodes[0] ?? "", rows: standingElsewhere };
}

/** Whether an import of this sheet would make second copies, of another partner's hawalas or of what was corrected by hand since. */
export function makesCopies(sheet: SheetPreview): boolean {
  return copiedFrom(sheet) !== undefined || sheet.standingCorrected !== null;
}

/** The columns of a sheet as the header names them; A and B are free. */
export const columnLetters = ["C", "D", "E", "F", "G", "H", "I", "J", "K", "L"] as const;

/** The verdicts that a preview has rows of, in the order of how much they ask for. */
export function verdictsIn(counts: SheetPreview["counts"]): readonly RowVerdict[] {
  const order: readonly RowVerdict[] = ["error", "changed", "warning", "duplicateInFile", "duplicateStored", "ok"];
  return order.filter((verdict) => counts[verdict] > 0);
}
