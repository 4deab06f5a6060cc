import { sql, type Kysely } from "kysely";

import {
  reconcileVerdicts,
  type ReconciledField,
  type ReconciledRow,
  type ReconciledTotal,
  type ReconcileVerdict,
  type Reconciliation,
} from "#contract/partner-reconciliations.ts";
import type { ReportAccount } from "#contract/reports.ts";
import type { DB } from "#db/types.gen.ts";
import { addAmounts, amountFrom, amountText, zeroAmount, type Amount } from "#kernel/amount.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readHawalaSheet, requireSheetName } from "#server/hawala-sheet/read.ts";
import type { HawalaSheetRow } from "#server/hawala-sheet/sheet.ts";
import { withinDates, type Dates } from "#server/hawala/filters.ts";
import type { UploadedFile } from "#server/http/upload.ts";
import { every } from "#server/ordered-list.ts";
import { textArray } from "#server/text-array.ts";

import { partnerOf } from "./partners.ts";
import { openStretch } from "./settlements.ts";

/** What is asked of a reconciliation. */
export interface ReconcileOrder {
  readonly file: UploadedFile;
  readonly fields: Dates & { readonly partnerAccountId?: number | undefined; readonly senderCode?: string | undefined };
  /** Whose file it is. */
  readonly who: string;
  /** Gives the reading up. */
  readonly gone: AbortSignal;
}

/** A hawala of ours, as it is laid beside the sheet. */
interface Ours {
  readonly id: number;
  readonly normal_no: string;
  readonly hawala_no: string;
  readonly receiver_name: string;
  readonly status: HawalaStatus;
  readonly transaction_date: string;
  readonly currency: string;
  readonly amount: string;
  readonly exchange_rate: string;
  readonly r_amount: string;
  readonly into_usd: string | null;
}

/** Lays a partner's sheet beside our hawalas. Writes nothing. Refuses a file that cannot be read. */
export async function reconcileSheet(db: Kysely<DB>, { file, fields, who, gone }: ReconcileOrder): Promise<Reconciliation> {
  requireSheetName(file.name);
  const partner = await partnerOf(db, fields);
  const currencies = await db.selectFrom("currencies").select("code").execute();
  const codes = currencies.map(({ code }) => code);
  const sheet = await readHawalaSheet(file.bytes, { who, currencies: codes, signal: gone });
  const numbers = [...new Set(sheet.rows.map(({ hawalaNo }) => hawalaKey(hawalaNo ?? "")))];
  const ours = new Map((await underNumbers(db, partner, numbers)).map((hawala) => [hawala.normal_no, hawala]));
  const expected = await expectedOnSheet(db, partner, fields);
  const onSheet = new Set(numbers);
  const rows = [...theirRows(sheet.rows, ours), ...expected.filter(({ normal_no }) => !onSheet.has(normal_no)).map(missingThere)];
  return {
    fileName: file.name,
    sheetName: sheet.sheetName,
    otherSheets: [...sheet.otherSheetsWithData],
    counts: countsOf(rows),
    totals: totalsOf(rows),
    rows,
    skipped: [...sheet.skipped],
    skippedLines: sheet.skippedLines,
  };
}

const columns = sql`h.id, h.normal_no, h.hawala_no, h.receiver_name, h.status, h.transaction_date, c.code as currency, h.amount,
  h.exchange_rate, h.r_amount, h.into_usd`;

async function underNumbers(db: Kysely<DB>, { code }: ReportAccount, numbers: readonly string[]): Promise<readonly Ours[]> {
  const { rows } = await sql<Ours>`
    select ${columns}
    from unnest(${textArray(numbers)}) number
    cross join lateral (select * from hawalas
      where direction = 'incoming' and sender_code = ${code} and normal_no = number offset 0) h
    join currencies c on c.id = h.currency_id`.execute(db);
  return rows;
}

/** Hawalas of ours that are laid beside a sheet at most. */
const mostExpected = 50_000;

/** What has to be on his sheet: the hawalas of a period; without one those that wait, and those paid since the last settlement. */
async function expectedOnSheet(db: Kysely<DB>, partner: ReportAccount, dates: Dates): Promise<readonly Ours[]> {
  const days = withinDates(dates, sql`h.transaction_date`);
  const { after } = await openStretch(db, partner.id);
  const wanted =
    days.length > 0
      ? sql`h.status in ('Pending', 'Passed') and ${every(days)}`
      : sql`(h.status = 'Pending' or h.status = 'Passed' and h.transaction_id > ${after}::integer)`;
  const { rows } = await sql<Ours>`
    select ${columns} from hawalas h join currencies c on c.id = h.currency_id
    where h.sender_code = ${partner.code} and ${wanted}
    order by h.transaction_date, h.id limit ${mostExpected + 1}`.execute(db);
  if (rows.length > mostExpected) {
    throw new Refusal(
      "too_large",
      `More than ${mostExpected.toLocaleString("en-US")} hawalas of ours are meant. Narrow the period`,
    );
  }
  return rows;
}

/** Each row of his sheet; of a number that stands there twice the first row without a fault counts. */
function theirRows(rows: readonly HawalaSheetRow[], ours: ReadonlyMap<string, Ours>): ReconciledRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const number = hawalaKey(row.hawalaNo ?? "");
    const here = ours.get(number);
    const isRepeated = seen.has(number);
    const differences = here === undefined ? [] : differencesOf(here, row);
    const isFaulty = row.errors.length > 0;
    if (!isFaulty) seen.add(number);
    const verdict = isFaulty
      ? "faulty"
      : isRepeated
        ? "repeated"
        : here === undefined
          ? "missingHere"
          : differences.length > 0
            ? "different"
            : "matched";
    return {
      verdict,
      row: row.row,
      hawalaNo: row.hawalaNo ?? row.asWritten.hawalaNo ?? "",
      receiverName: row.receiverName ?? row.asWritten.receiverName ?? "",
      ...(isFaulty || isRepeated ? ourSide(undefined) : ourSide(here)),
      currency: row.currency ?? row.asWritten.currency ?? "",
      there: row.rAmount,
      differences: verdict === "different" ? differences : [],
      faults: [...row.errors],
    };
  });
}

function missingThere(hawala: Ours): ReconciledRow {
  return {
    verdict: "missingThere",
    row: null,
    hawalaNo: hawala.hawala_no,
    receiverName: hawala.receiver_name,
    ...ourSide(hawala),
    currency: hawala.currency,
    there: null,
    differences: [],
    faults: [],
  };
}

function ourSide(hawala: Ours | undefined) {
  return {
    hawalaId: hawala?.id ?? null,
    hawalaStatus: hawala?.status ?? null,
    transactionDate: hawala?.transaction_date ?? null,
    hereCurrency: hawala?.currency ?? null,
    here: hawala?.r_amount ?? null,
  };
}

function differencesOf(here: Ours, there: HawalaSheetRow): ReconciledRow["differences"] {
  const figures: readonly (readonly [ReconciledField, string | null, string | null])[] = [
    ["currency", here.currency, there.currency],
    ["rAmount", here.r_amount, there.rAmount],
    ["amount", here.amount, there.amount],
    ["exchangeRate", here.exchange_rate, there.exchangeRate],
    // Not every sheet says what its hawalas come to in dollars.
    ["intoUSD", here.into_usd, there.intoUSD ?? here.into_usd],
    ["status", here.status === "Cancelled" ? "Cancelled" : null, null],
  ];
  return figures
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([field, ours, theirs]) => ({ field, here: ours, there: theirs }));
}

function countsOf(rows: readonly ReconciledRow[]): Reconciliation["counts"] {
  const counts = { matched: 0, different: 0, missingHere: 0, missingThere: 0, repeated: 0, faulty: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

/** Count and sums of both sides per verdict and currency, each side in its own; what cannot be read is in no sum. */
function totalsOf(rows: readonly ReconciledRow[]): ReconciledTotal[] {
  const sums = new Map<string, { hawalas: number; here: Amount; there: Amount }>();
  const sumOf = (verdict: ReconcileVerdict, currency: string) => {
    const key = `${String(reconcileVerdicts.indexOf(verdict))} ${currency}`;
    const sum = sums.get(key) ?? { hawalas: 0, here: zeroAmount, there: zeroAmount };
    sums.set(key, sum);
    return sum;
  };
  for (const { verdict, currency, hereCurrency, here, there } of rows) {
    if (verdict === "faulty") continue;
    const theirs = sumOf(verdict, currency);
    theirs.hawalas += 1;
    theirs.there = addAmounts(theirs.there, amountFrom(there ?? "0.00"));
    const ours = sumOf(verdict, hereCurrency ?? currency);
    ours.here = addAmounts(ours.here, amountFrom(here ?? "0.00"));
  }
  return [...sums]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, { hawalas, here, there }]) => {
      const [index = "", currency = ""] = key.split(" ");
      const verdict = reconcileVerdicts[Number.parseInt(index, 10)] ?? "matched";
      return { verdict, currency, hawalas, here: amountText(here), there: amountText(there) };
    });
}
