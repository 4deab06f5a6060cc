import { sql, type Kysely } from "kysely";

import type { PreviewRow, RowVerdict } from "#contract/import-batches.ts";
import type { DB } from "#db/types.gen.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { plainName } from "#kernel/letters.ts";
import type { HawalaSheetRow } from "#server/hawala-sheet/sheet.ts";

/** A row of a sheet with what the import will do with it. */
export type JudgedRow = PreviewRow & { readonly normalNo: string };

/** What the store says of a number that a sheet brings. */
interface StoredHawala {
  readonly normal_no: string;
  readonly amount: string;
  readonly exchange_rate: string;
  readonly currency: string;
  readonly r_amount: string;
  readonly rate: string | null;
  readonly into_usd: string | null;
  readonly sender_name: string;
  readonly receiver_name: string;
}

/**
 * Judges each row of a sheet: faulty, there already (in the file or in the store, with the same or with other figures), or to
 * be imported. In a file that repeats a number the first row without a fault stands.
 */
export async function judgeRows(
  db: Kysely<DB>,
  rows: readonly HawalaSheetRow[],
  senderCode: string,
): Promise<readonly JudgedRow[]> {
  const numbered = rows.map((row) => ({ row, normalNo: hawalaKey(row.hawalaNo ?? "") }));
  const stored = await storedUnder(db, senderCode, [...new Set(numbered.map(({ normalNo }) => normalNo))]);
  const seen = new Set<string>();
  return numbered.map(({ row, normalNo }) => {
    const there = stored.get(normalNo);
    const differences = there === undefined ? [] : differencesOf(row, there);
    const verdict = verdictOf(row, { repeated: seen.has(normalNo), there: there !== undefined, differs: differences.length > 0 });
    if (verdict !== "error") seen.add(normalNo);
    return { ...shownRow(row), normalNo, verdict, stored: verdict === "changed" ? differences : [] };
  });
}

/** No number holds it. */
const between = "\u0001";

async function storedUnder(
  db: Kysely<DB>,
  senderCode: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, StoredHawala>> {
  const { rows } = await sql<StoredHawala>`
    select h.normal_no, h.amount, h.exchange_rate, c.code as currency, h.r_amount, h.rate, h.into_usd, h.sender_name, h.receiver_name
    from unnest(string_to_array(${numbers.join(between)}::text, ${between})) number
    cross join lateral (select * from hawalas
      where direction = 'incoming' and sender_code = ${senderCode} and normal_no = number offset 0) h
    cross join lateral (select code from currencies where id = h.currency_id offset 0) c`.execute(db);
  return new Map(rows.map((row) => [row.normal_no, row]));
}

function verdictOf(
  row: HawalaSheetRow,
  { repeated, there, differs }: { readonly repeated: boolean; readonly there: boolean; readonly differs: boolean },
): RowVerdict {
  if (row.errors.length > 0) return "error";
  if (repeated) return "duplicateInFile";
  if (there) return differs ? "changed" : "duplicateStored";
  return row.warnings.length > 0 ? "warning" : "ok";
}

/** What the stored row says otherwise, in words; figures by value, names without regard to how they are written. */
function differencesOf(row: HawalaSheetRow, there: StoredHawala): string[] {
  const figures: readonly [string, string | null, string | null][] = [
    ["Amount", row.amount, there.amount],
    ["Exchange Rate", row.exchangeRate, there.exchange_rate],
    ["Currency", row.currency, there.currency],
    ["R Amount", row.rAmount, there.r_amount],
    ["Rate", row.rate, there.rate],
    ["Into USD", row.intoUSD, there.into_usd],
  ];
  const names: readonly [string, string | null, string][] = [
    ["Sender Name", row.senderName, there.sender_name],
    ["Receiver Name", row.receiverName, there.receiver_name],
  ];
  return [
    ...figures.filter(([, here, stored]) => here !== stored),
    ...names.filter(([, here, stored]) => plainName(here ?? "") !== plainName(stored)),
  ].map(([name, , stored]) => `${name}: ${stored === null ? "none" : readable(stored)}`);
}

/** A figure as a person reads it, "9,000.00"; anything else stays as it is. */
function readable(text: string): string {
  if (!/^\d+\.\d{2,}$/.test(text)) return text;
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}.${fraction.replace(/(?<=\d{2})0+$/, "")}`;
}

/** A row as the preview shows it: what cannot be read, as it is written. */
function shownRow(row: HawalaSheetRow): Omit<PreviewRow, "verdict" | "stored"> {
  const { asWritten } = row;
  return {
    row: row.row,
    hawalaNo: row.hawalaNo ?? asWritten.hawalaNo ?? "",
    senderName: row.senderName ?? asWritten.senderName ?? "",
    receiverName: row.receiverName ?? asWritten.receiverName ?? "",
    amount: row.amount,
    exchangeRate: row.exchangeRate,
    currency: row.currency ?? asWritten.currency ?? "",
    rAmount: row.rAmount,
    receiverLocation: row.receiverLocation ?? asWritten.receiverLocation ?? "",
    rate: row.rate,
    intoUSD: row.intoUSD,
    errors: [...row.errors],
    warnings: [...row.warnings],
  };
}

/** The rows that an import writes. */
export function importable(rows: readonly JudgedRow[]): readonly JudgedRow[] {
  return rows.filter(({ verdict }) => verdict === "ok" || verdict === "warning");
}

/** How many rows have each verdict. */
export function countsOf(rows: readonly JudgedRow[]): Record<RowVerdict, number> {
  const counts = { ok: 0, warning: 0, error: 0, duplicateInFile: 0, duplicateStored: 0, changed: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}
