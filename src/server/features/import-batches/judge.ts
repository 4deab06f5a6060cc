import { sql, type Kysely } from "kysely";

import type { PreviewRow, RowVerdict } from "#contract/import-batches.ts";
import type { DB } from "#db/types.gen.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { isSameName } from "#kernel/letters.ts";
import type { HawalaSheetRow } from "#server/hawala-sheet/sheet.ts";
import { textArray } from "#server/text-array.ts";

/** A row of a sheet with what the import will do with it. */
export type JudgedRow = PreviewRow & { readonly normalNo: string };

/** What is compared of a hawala where its number comes again. */
type Compared = Pick<HawalaSheetRow, (typeof figures)[number][1] | (typeof names)[number][1]>;

const figures = [
  ["Amount", "amount"],
  ["Exchange Rate", "exchangeRate"],
  ["Currency", "currency"],
  ["R Amount", "rAmount"],
  ["Rate", "rate"],
  ["Into USD", "intoUSD"],
] as const;
const names = [
  ["Sender Name", "senderName"],
  ["Receiver Name", "receiverName"],
] as const;

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
  const seen = new Map<string, HawalaSheetRow>();
  return numbered.map(({ row, normalNo }) => {
    const first = seen.get(normalNo);
    if (row.errors.length === 0 && first === undefined) seen.set(normalNo, row);
    return { ...shownRow(row), normalNo, ...judged(row, first, stored.get(normalNo)) };
  });
}

/** A row whose number comes again is the same as the first one that has it in the file, or as the stored one, or else is compared with these. */
function judged(
  row: HawalaSheetRow,
  first: HawalaSheetRow | undefined,
  stored: Compared | undefined,
): Pick<PreviewRow, "verdict" | "repeats" | "differences"> {
  if (row.errors.length > 0) return { verdict: "error", repeats: null, differences: [] };
  const repeats = first?.row ?? null;
  if (first !== undefined && isSame(row, first)) return { verdict: "duplicateInFile", repeats, differences: [] };
  if (stored !== undefined && isSame(row, stored)) return { verdict: "duplicateStored", repeats: null, differences: [] };
  const other = first ?? stored;
  if (other !== undefined) return { verdict: "changed", repeats, differences: differencesOf(row, other) };
  return { verdict: row.warnings.length > 0 ? "warning" : "ok", repeats, differences: [] };
}

async function storedUnder(
  db: Kysely<DB>,
  senderCode: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Compared>> {
  const { rows } = await sql<Compared & { readonly normalNo: string }>`
    select h.normal_no as "normalNo", h.amount, h.exchange_rate as "exchangeRate", c.code as currency, h.r_amount as "rAmount", h.rate,
      h.into_usd as "intoUSD", h.sender_name as "senderName", h.receiver_name as "receiverName"
    from unnest(${textArray(numbers)}) number
    cross join lateral (select * from hawalas
      where direction = 'incoming' and sender_code = ${senderCode} and normal_no = number offset 0) h
    cross join lateral (select code from currencies where id = h.currency_id offset 0) c`.execute(db);
  return new Map(rows.map((row) => [row.normalNo, row]));
}

function isSame(row: HawalaSheetRow, other: Compared): boolean {
  return differencesOf(row, other).length === 0;
}

/** What the earlier one says otherwise, in words; figures by value, names without regard to how they are written. */
function differencesOf(row: HawalaSheetRow, there: Compared): string[] {
  return [
    ...figures.filter(([, field]) => row[field] !== there[field]),
    ...names.filter(([, field]) => !isSameName(row[field] ?? "", there[field] ?? "")),
  ].map(([name, field]) => `${name}: ${readable(there[field] ?? "none")}`);
}

/** A figure as a person reads it, "9,000.00"; anything else stays as it is. */
function readable(text: string): string {
  if (!/^\d+\.\d{2,}$/.test(text)) return text;
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}.${fraction.replace(/(?<=\d{2})0+$/, "")}`;
}

/** A row as the preview shows it: what cannot be read, as it is written. */
function shownRow(row: HawalaSheetRow): Omit<PreviewRow, "verdict" | "repeats" | "differences"> {
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

/** How many rows are not imported because an earlier row of the file has their number. */
export function repeatedIn(rows: readonly JudgedRow[]): number {
  return rows.filter(({ repeats }) => repeats !== null).length;
}
