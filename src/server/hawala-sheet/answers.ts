import { Refusal } from "#kernel/refusal.ts";

import type { ListOptions } from "./list.ts";
import { readFileInParts } from "./read-file.ts";
import type { HawalaSheet, HawalaSheetRow } from "./sheet.ts";

/** What the process is told. */
export type ReadOrder = ListOptions;

/**
 * What it answers: the rows in parts, since the server must not stop for a long one and takes each in while the next is read; then the
 * rest, or why there is none, whatever rows were told before.
 */
export type ReadAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "rows"; readonly rows: readonly HawalaSheetRow[] }
  | { readonly kind: "end"; readonly sheet: Omit<HawalaSheet, "rows"> }
  | { readonly kind: "refused"; readonly code: Refusal["code"]; readonly message: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Reads a file and answers part by part. What goes wrong is the last answer. */
export function* answersTo(bytes: Buffer, order: ReadOrder): Generator<ReadAnswer> {
  try {
    const reading = readFileInParts(bytes, order);
    for (let step = reading.next(); ; step = reading.next()) {
      if (step.done === true) return yield { kind: "end", sheet: step.value };
      yield { kind: "rows", rows: step.value };
    }
  } catch (error) {
    if (error instanceof Refusal) yield { kind: "refused", code: error.code, message: error.message };
    else yield { kind: "failed", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
