import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { usdTransfer } from "#test/support/events.ts";
import { eventually } from "#test/support/eventually.ts";
import { createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { isAdmissionChanged } from "./batch.ts";
import { eventRow, eventsLiteral, type LedgerActor } from "./event-row.ts";
import { recordTransaction, recordWithin } from "./post.ts";
import { postingsOf } from "./transaction.ts";

let bench: LedgerBench;
let farid: number;
let zahra: number;
beforeAll(async () => {
  bench = await createLedgerBench();
  farid = await bench.openAccount({ currencyId: currency.USD });
  zahra = await bench.openAccount({ currencyId: currency.USD });
});
afterAll(async () => {
  await expectBooksBalance(bench.database);
  await bench.database.drop();
});

const stranger = (): LedgerActor => ({ ...bench.by().actor, userId: randomUUID() });

async function recordingBy(actor: LedgerActor) {
  const event = usdTransfer(farid, zahra, "5.00");
  const currencyOf = await bench.ledger.currencies.knowing({ currencyId: currency.USD });
  return { event, postings: postingsOf(event, currencyOf), actor, idempotency: undefined };
}

async function newcomer(): Promise<string> {
  const userId = randomUUID();
  await bench.database.asOwner("insert into users (id, username, password_hash) values ($1, $2, '-')", [
    userId,
    `user ${userId}`,
  ]);
  return userId;
}

async function countOf(table: "transactions" | "journal" | "audit_log"): Promise<number> {
  const [row] = await bench.database.asOwner<{ count: string }>(`select count(*) from ${table}`);
  return Number(row?.count);
}

test("who is not among the users records nothing; whoever posts at the same moment does", async () => {
  const before = await countOf("transactions");
  const event = usdTransfer(farid, zahra, "5.00");
  const posts = [bench.by(), { actor: stranger(), idempotency: undefined }, bench.by()].map((by) =>
    recordTransaction(bench.ledger, event, by),
  );
  const results = await Promise.allSettled(posts);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: { code: "28000" } });
  expect(await countOf("transactions")).toBe(before + 2);
});

test("one of several people in a batch whose session has ended stops the batch", async () => {
  const before = { transactions: await countOf("transactions"), audit: await countOf("audit_log") };
  const admitted = await recordingBy(bench.by().actor);
  const ended = await recordingBy({ ...bench.by().actor, userId: await newcomer() });
  const rows = [
    eventRow(admitted, 0),
    eventRow({ ...ended, actor: { ...ended.actor, isToBeChecked: true, sessionId: 1, role: "user" } }, 1),
  ];
  const refusal: unknown = await sql`select record_transactions(${eventsLiteral(rows)})`
    .execute(bench.database.db)
    .catch((error: unknown) => error);
  expect(isAdmissionChanged(refusal)).toBe(true);
  expect({ transactions: await countOf("transactions"), audit: await countOf("audit_log") }).toEqual(before);
});

test("a person cannot be deleted while what they record is not committed, nor afterwards", async () => {
  const userId = await newcomer();
  const recording = await recordingBy({ ...bench.by().actor, userId });
  let deleted: Promise<unknown> | undefined;
  await bench.database.db.transaction().execute(async (tx) => {
    await recordWithin(tx, recording);
    deleted = bench.database.asOwner("delete from users where id = $1", [userId]).catch((error: unknown) => error);
    await eventually("the deletion waits", async () => {
      const waiting = await bench.database.asOwner(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from users%' and datname = current_database()",
      );
      return waiting.length === 1;
    });
  });
  expect(await deleted).toMatchObject({ code: "23503" });
});
