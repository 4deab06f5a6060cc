import { sql, type Kysely } from "kysely";

import type { SheetPreview } from "#contract/import-batches.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { isSameName } from "#kernel/letters.ts";
import { Refusal } from "#kernel/refusal.ts";
import { textArray } from "#server/text-array.ts";

import { mostNamed, standingCorrected } from "./corrected.ts";
import { importable, type JudgedRow } from "./judge.ts";
import { importedBefore, type KnownFile } from "./read.ts";
import { canBeUndone } from "./touched.ts";

/** Of a sheet so many rows at most are looked up under every other sender code, each one step in an index: of 20,000 under 2 codes all. */
const mostLookups = 40_000;
/** An office with more partners than this is asked about the first of them alone. */
const mostCodes = 200;

/**
 * Which of the rows that an import would write stand under other sender codes, with the same number, receiver and amount; null where none
 * does, or none of those that were looked up. Two partners may use the same numbers, but hardly for the same people and sums: it is the
 * sheet of the other one, or a hawala that was entered by hand for the wrong one.
 */
export async function standingElsewhere(
  db: Kysely<DB>,
  rows: readonly JudgedRow[],
  senderCode: string,
): Promise<SheetPreview["standingElsewhere"]> {
  const fresh = importable(rows);
  const codes = fresh.length === 0 ? [] : await otherCodes(db, senderCode);
  const tried = spread(fresh, Math.floor(mostLookups / Math.max(codes.length, 1)));
  const met = await alike(db, tried, codes);
  const found = tried.length === fresh.length ? met : await alike(db, fresh, byFrequency(met).slice(0, mostNamed));
  if (found.length === 0) return null;
  const count = new Set(found.map(({ row }) => row.row)).size;
  const hawalas = found
    .slice(0, mostNamed)
    .map(({ row: { row, hawalaNo }, senderCode: storedFor }) => ({ row, hawalaNo, storedFor }));
  const imports = new Set(found.map(({ batch }) => batch));
  const those = [...imports].filter((id) => id !== null);
  const canUndo = !imports.has(null) && (await bringsAll(db, rows, those)) && (await canBeUndone(db, those));
  return { senderCodes: byFrequency(found), count, hawalas, canUndo };
}

/** Whether a sheet has every hawala of these imports again, by its number: an undo takes a whole import back, and others would be gone. */
async function bringsAll(db: Kysely<DB>, rows: readonly JudgedRow[], batchIds: readonly number[]): Promise<boolean> {
  const numbers = rows.filter(({ verdict }) => verdict !== "error").map(({ normalNo }) => normalNo);
  const { rows: answers } = await sql<{ others: boolean }>`
    select exists (select from hawalas h where h.import_batch_id = any (${[...batchIds]}::integer[])
      and not exists (select from unnest(${textArray(numbers)}) number
        where number = h.normal_no)) as others`.execute(db);
  return answers[0]?.others === false;
}

/** A sheet that is being imported. */
interface SheetToWrite {
  readonly file: KnownFile;
  readonly sender: string;
  readonly rows: readonly JudgedRow[];
  /** The batch that has been written of it. */
  readonly ownBatch?: number;
}

/**
 * Refuses a sheet whose hawalas stand under another sender code, or were corrected to another number since, by what its preview asks
 * about: an import would make second copies.
 */
export async function refuseSecondCopies(tx: Tx, { file, sender, rows, ownBatch }: SheetToWrite): Promise<void> {
  if (importable(rows).length === 0) return;
  const before = await importedBefore(tx, { ...file, ownBatch }, sender);
  const isCopy = before !== undefined && before.sender_code !== sender;
  const other = isCopy ? before.sender_code : (await standingElsewhere(tx, rows, sender))?.senderCodes.join(", ");
  if (other !== undefined)
    throw new Refusal(
      "second_copies",
      `Hawalas of this sheet are stored for ${other} already: importing it for ${sender} too would make second copies. Preview it again and choose`,
    );
  // Whoever corrects one after the rows were judged makes none of them new: there is nothing to look for again at the end.
  const corrected = ownBatch === undefined ? await standingCorrected(tx, rows, sender) : null;
  if (corrected !== null)
    throw new Refusal(
      "second_copies",
      "Hawalas of this sheet are stored already and were corrected by hand since: importing them again would make second copies. Preview it again and choose",
    );
}

/** The sender codes of incoming hawalas but for one, each found by one step along the index of their numbers. */
async function otherCodes(db: Kysely<DB>, senderCode: string): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive codes (code) as (
      (select sender_code from hawalas where direction = 'incoming' order by sender_code limit 1)
      union all
      select (select sender_code from hawalas where direction = 'incoming' and sender_code > code order by sender_code limit 1)
        from codes where code is not null
    )
    select code from codes where code <> ${senderCode} limit ${mostCodes}`.execute(db);
  return rows.map(({ code }) => code);
}

/** So many of the rows at most, from all over the sheet: its beginning may be new. */
function spread(rows: readonly JudgedRow[], most: number): readonly JudgedRow[] {
  if (rows.length <= most) return rows;
  const step = rows.length / most;
  return Array.from({ length: most }, (_, nth) => rows[Math.floor(nth * step)]).filter((row) => row !== undefined);
}

interface Alike {
  readonly row: JudgedRow;
  readonly senderCode: string;
  /** What it came with: an import, or null for a person who entered it. */
  readonly batch: number | null;
}

/** What of the rows stands under the codes, in the order of the rows. What was cancelled is not paid, and counts for nothing. */
async function alike(db: Kysely<DB>, fresh: readonly JudgedRow[], codes: readonly string[]): Promise<readonly Alike[]> {
  if (codes.length === 0) return [];
  const column = (read: (row: JudgedRow) => string) => textArray(fresh.map(read));
  const { rows } = await sql<{ sender_code: string; place: number; receiver_name: string; import_batch_id: number | null }>`
    select h.sender_code, s.place::integer, h.receiver_name, h.import_batch_id
    from unnest(${textArray(codes)}) code
    cross join unnest(${column((row) => row.normalNo)}, ${column((row) => row.currency)}, ${column((row) => row.rAmount ?? "")})
      with ordinality s (normal_no, currency, r_amount, place)
    cross join lateral (select * from hawalas
      where direction = 'incoming' and sender_code = code and normal_no = s.normal_no offset 0) h
    where h.status <> 'Cancelled' and h.r_amount = s.r_amount::numeric
      and exists (select from currencies c where c.id = h.currency_id and c.code = s.currency)
    order by s.place, h.sender_code`.execute(db);
  return rows.flatMap(({ sender_code: senderCode, place, receiver_name: receiver, import_batch_id: batch }) => {
    const row = fresh[place - 1];
    return row !== undefined && isSameName(row.receiverName, receiver) ? [{ row, senderCode, batch }] : [];
  });
}

/** The codes that were met, the one of most of the rows first. */
function byFrequency(found: readonly Alike[]): string[] {
  const counts = new Map<string, number>();
  for (const { senderCode } of found) counts.set(senderCode, (counts.get(senderCode) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([code]) => code);
}
