import { openDatabase } from "#db/client.ts";
import { databaseName, inDatabase } from "#db/connection.ts";
import { amountFrom } from "#kernel/amount.ts";
import { rateOfOne } from "#kernel/rate.ts";
import { createRecorder } from "#ledger/batch.ts";
import { openCurrencyBook } from "#ledger/currency-book.ts";
import { recordTransaction } from "#ledger/post.ts";
import type { BusinessEvent } from "#ledger/transaction.ts";

import type { BenchOffice } from "./office.ts";
import { measureInRounds, timed } from "./rounds.ts";
import { saidRatio, type Row } from "./rows.ts";
import { drawn } from "./transfers.ts";

const usd = 2;
const eventCount = 20_000;
/** As the demo office is filled. */
const atOnce = 512;

/** Posting through the ledger itself, without HTTP, all indexes on: as the demo office is filled. */
export async function measureBulk(office: BenchOffice, tpcB: () => Promise<number>): Promise<Row> {
  const { db, pool, close } = openDatabase(inDatabase(office.superuser, databaseName));
  try {
    const ledger = { recorder: createRecorder(pool), currencies: openCurrencyBook(pool) };
    const { id } = await db.selectFrom("users").select("id").where("username", "=", "admin").executeTakeFirstOrThrow();
    const actor = { userId: id, username: "admin", isAdmin: true, ip: null, requestId: null };
    const record = (): Promise<unknown> =>
      recordTransaction(ledger, transferBetween(office.accountIds), { actor, idempotency: undefined });
    const measured = await measureInRounds(async () => {
      const tookMs = await timed(async () => {
        for (let start = 0; start < eventCount; start += atOnce) await Promise.all(Array.from({ length: atOnce }, record));
      });
      return (Math.ceil(eventCount / atOnce) * atOnce * 1_000) / tookMs;
    }, tpcB);
    return saidRatio("postings in bulk inside the server ÷ TPC-B", measured, { goal: { atLeast: 5 }, unit: "/s" });
  } finally {
    await close();
  }
}

function transferBetween(accountIds: readonly number[]): BusinessEvent {
  const { from, to, amount } = drawn(accountIds);
  const side = (accountId: number) => ({ accountId, currencyId: usd, amount: amountFrom(amount) });
  return {
    type: "Transfer",
    out: side(from),
    in: side(to),
    rate: rateOfOne,
    narrative: "By telephone, for goods from Kandahar",
    counterNarrative: "By telephone, for goods from Kandahar",
    businessDate: undefined,
    referenceId: 0,
  };
}
