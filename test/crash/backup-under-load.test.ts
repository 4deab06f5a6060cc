import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { login } from "#contract/auth.ts";
import { downloadDatabase } from "#contract/backups.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { emptyPlace, temporaryFolder } from "#test/support/backups.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { auditKey, currency } from "#test/support/ledger.ts";
import { clientOf } from "#test/support/server.ts";

const rounds = scaled(2, 10);
const clients = 32;
/** Enough entries fall into each backup; more of them make the books that are restored ten times larger, and nothing else. */
const betweenEntriesMs = 100;
/** On a machine that has much else to do. */
const roundsWithinMs = 180_000;
const password = "a till full of coins";

let desk: Desk;
let parties: Party[];
beforeAll(async () => {
  desk = await openDesk();
  parties = await Promise.all(Array.from({ length: 4 }, () => desk.open(currency.USD)));
  await desk.server.database.asOwner("update users set password_hash = $1 where id = $2", [
    await hashPassword(password),
    desk.admin.userId,
  ]);
});
afterAll(() => desk.closeInBalance());

/** The ids that each client has got an answer for, in that order. */
const answered: number[][] = Array.from({ length: clients }, () => []);
const partyAt = (index: number): Party => parties[index % parties.length] as Party;

/** Lets every client post one entry after the other until `work` is over. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const loads = answered.map(async (ids, client) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const body = bodies.transfer(partyAt(client + round), partyAt(client + round + 1), String(1 + (client % 7)));
      ids.push((await desk.post(body)).id);
      await pause(betweenEntriesMs);
    }
  });
  const counts = answered.map((ids) => ids.length);
  await eventually("every client posts", () => answered.every((ids, client) => ids.length > (counts[client] ?? 0)));
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(loads);
  }
}

const balancesOf = "select account_id, currency_id, debits, credits from balances where debits + credits > 0 order by 1, 2";

/** What the office's own postings of these transactions add up to. */
async function sumsOf(ids: readonly number[]): Promise<unknown> {
  return desk.server.database.asOwner(
    `select account_id, currency_id, sum(debit)::numeric(24,2) as debits, sum(credit)::numeric(24,2) as credits from (
        select debit_account_id as account_id, currency_id, amount as debit, 0 as credit, journal_id from postings
        union all select credit_account_id, currency_id, 0, amount, journal_id from postings) s
      join journal j on j.id = s.journal_id where j.transaction_id = any($1) group by 1, 2 order by 1, 2`,
    [ids],
  );
}

test(
  "backups while thirty-two clients post are each the books of one moment, and open as an office",
  async () => {
    const folder = temporaryFolder();
    const there = await emptyPlace();
    for (let round = 1; round <= rounds; round += 1) {
      const path = join(folder, `${String(round)}.sql`);
      const [before, after] = await underLoad(async () => {
        const counted = answered.map((ids) => ids.length);
        writeFileSync(path, (await desk.admin.ok(downloadDatabase)) as Buffer);
        return [counted, answered.map((ids) => ids.length)];
      });

      // One database for all rounds: to make and drop ten of them takes longer than to fill them.
      await there.rows("drop schema public cascade; create schema public");
      const restored = await there.restore(path);
      const ids = (await there.rows<{ id: number }>("select id from transactions order by id")).map(({ id }) => id);
      expect(restored).toMatchObject({ transactions: ids.length, faults: [] });

      // Of each client everything up to some moment between the request and its answer, and nothing after that.
      const held = new Set(ids);
      for (const [client, own] of answered.entries()) {
        const count = own.filter((id) => held.has(id)).length;
        expect(own.slice(0, count).every((id) => held.has(id))).toBe(true);
        expect(count).toBeGreaterThanOrEqual(before[client] ?? 0);
        expect(count).toBeLessThanOrEqual((after[client] ?? 0) + 1);
      }
      expect(await there.rows(balancesOf)).toEqual(await sumsOf(ids));
    }
    expect(answered.flat().length).toBeGreaterThan(rounds * clients);

    const { place, db, pool, direct, whileHeard, close, restorer } = there;
    const config = readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: "silent" });
    const app = await buildApp({ config, database: { db, pool, direct, whileHeard, close }, owner: restorer, auditKey });
    const answer = await clientOf(app, undefined).send(login, { body: { username: desk.admin.username, password } });
    expect(answer.statusCode).toBe(200);
    await app.close();
    tellFigures(
      `${String(rounds)} of ${String(rounds)} backups under load restored and equal to the books of their moment (${String(answered.flat().length)} entries answered meanwhile), the last one opened as an office`,
    );
  },
  patienceMs(roundsWithinMs),
);
