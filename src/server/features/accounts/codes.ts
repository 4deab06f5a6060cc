import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";

/** A run of account codes: where it stands and what its codes begin with. */
interface Series {
  readonly prefix: string;
  readonly next: number;
  /** Moves the series on, so that this number comes next. */
  readonly moveTo: (next: number) => Promise<unknown>;
}

/**
 * Issues the next free account code of a currency: the number setting of the currency, where it has one, else the common
 * series with its prefix. Codes in use, whatever series they came from, are passed over. All series stay locked until the
 * transaction ends: a rollback gives the code back and leaves no gap, and two series that meet at a number do not race
 * for it. Take every other lock before.
 */
export async function issueAccountCode(tx: Tx, currencyId: number): Promise<string> {
  const common = await commonSeries(tx);
  const series = (await numberSeries(tx, currencyId)) ?? common;
  const number = await firstFree(tx, series);
  await series.moveTo(number + 1);
  return `${series.prefix}${String(number)}`;
}

/** The one row of the common series is the lock of all of them. */
async function commonSeries(tx: Tx): Promise<Series> {
  const { prefix, next_number } = await tx
    .selectFrom("account_code_settings")
    .select(["prefix", "next_number"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const moveTo = (next: number): Promise<unknown> => tx.updateTable("account_code_settings").set({ next_number: next }).execute();
  return { prefix, next: next_number, moveTo };
}

async function numberSeries(tx: Tx, currencyId: number): Promise<Series | undefined> {
  const setting = await tx
    .selectFrom("account_number_settings")
    .select(["id", "next_number"])
    .where("currency_id", "=", currencyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (setting === undefined) return undefined;
  const moveTo = (next: number): Promise<unknown> =>
    tx.updateTable("account_number_settings").set({ next_number: next }).where("id", "=", setting.id).execute();
  return { prefix: "", next: setting.next_number, moveTo };
}

const firstReach = 10;

/** Looks ahead a few numbers first, then further and further: a start number may fall into a long run of codes in use. */
async function firstFree(tx: Tx, { prefix, next }: Series): Promise<number> {
  let from = next;
  for (let reach = firstReach; from <= Number.MAX_SAFE_INTEGER; reach *= 10) {
    const { rows } = await sql<{ number: string }>`
      select number from generate_series(${from}::bigint, ${from + reach - 1}::bigint) number
      where not exists (select from accounts where code = ${prefix}::text || number)
      order by number limit 1`.execute(tx);
    const [free] = rows;
    if (free !== undefined) return Number.parseInt(free.number, 10);
    from += reach;
  }
  assert(false, "there is a free number");
}
