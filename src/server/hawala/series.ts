import { sql, type Kysely } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { hawalaKey, lastOfSeries } from "#kernel/hawala-number.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * Issues the next number of our own series, such as HWL1001; numbers that an outgoing hawala has already are passed over. The
 * series stays locked until the transaction ends: a rollback gives the number back and leaves no gap. Take this lock first. Refuses
 * where the series is used up.
 */
export async function issueHawalaNumber(tx: Tx): Promise<string> {
  const { prefix, next_number } = await tx
    .selectFrom("hawala_settings")
    .select(["prefix", "next_number"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const number = await nextOfSeries(tx, { prefix, from: next_number });
  if (number === undefined) throw new Refusal("conflict", usedUp);
  await tx
    .updateTable("hawala_settings")
    // The last number stays the next one, though it is taken: no other could be set again as it stands.
    .set({ next_number: Math.min(number + 1, lastOfSeries) })
    .execute();
  return `${prefix}${String(number)}`;
}

const usedUp = "The series of hawala numbers is used up. Ask an admin to begin another on Hawala Serial Number Management";

/** Numbers that are looked at in one statement, beyond the first. */
const lookedAtOnce = 1_000;

/** The first number from here on that no outgoing hawala has, however it is written; undefined where the series is used up. */
export async function nextOfSeries(
  db: Kysely<DB>,
  series: { readonly prefix: string; readonly from: number },
): Promise<number | undefined> {
  const normal = normalPrefix(series.prefix);
  for (let [first, last] = [series.from, series.from]; first <= lastOfSeries; [first, last] = [last + 1, last + lookedAtOnce]) {
    const { rows } = await sql<{ n: number }>`
      select n from generate_series(${first}::integer, ${Math.min(last, lastOfSeries)}::integer) n
      where not exists (select from hawalas where direction = 'outgoing' and normal_no = ${normal}::text || n)
      order by n limit 1`.execute(db);
    const [free] = rows;
    if (free !== undefined) return free.n;
  }
  return undefined;
}

/** What a prefix adds to the normal number of a hawala. */
export function normalPrefix(prefix: string): string {
  return hawalaKey(`${prefix}1`).slice(0, -1);
}
