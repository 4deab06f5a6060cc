import { once } from "node:events";
import type { Readable } from "node:stream";

import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { change, topics, type Topic } from "#contract/events.ts";
import { transaction } from "#db/client.ts";
import { recordTransaction, recordWithin } from "#ledger/post.ts";
import { postingsOf } from "#ledger/transaction.ts";
import { usdTransfer } from "#test/support/events.ts";
import { eventually } from "#test/support/eventually.ts";
import { createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { announce } from "./announce.ts";
import { createLive, type Live } from "./live.ts";
import { createStreams, type Watcher } from "./streams.ts";

const log = pino({ level: "silent" });
let bench: LedgerBench;
beforeAll(async () => {
  bench = await createLedgerBench();
});
afterAll(async () => {
  await expectBooksBalance(bench.database);
  await bench.database.drop();
});

/** The live part of a server; closed when the test is over. */
function startLive(beatMs?: number): Live {
  const live = createLive({ pool: bench.database.pool, direct: bench.database.direct, log }, beatMs);
  onTestFinished(() => live.close());
  return live;
}

async function watcher(): Promise<Watcher> {
  const { userId } = bench.by().actor;
  const { username, full_name: fullName } = await bench.database.db
    .selectFrom("users")
    .select(["username", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { id } = await bench.database.db
    .insertInto("sessions")
    .values({ user_id: userId, token_hash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))), expires_at: inAnHour() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { userId, sessionId: id, role: "admin", username, fullName };
}

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** Reads a stream: what it names after its first message, and whether it has ended. */
function reading(stream: Readable) {
  let text = "";
  let ended = false;
  stream.on("data", (piece: Buffer) => (text += piece.toString()));
  stream.on("end", () => (ended = true));
  const messages = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => change.parse(JSON.parse(data)));
  return {
    messages,
    heard: (): Topic[] =>
      messages()
        .slice(1)
        .flatMap((message) => message.topics),
    text: () => text,
    ended: () => ended,
  };
}

test("a posting that becomes visible after a later one is seen as well", async () => {
  const { database, ledger, by, openAccount } = bench;
  const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => openAccount({ currencyId: currency.USD })));
  const currencyOf = await ledger.currencies.knowing({ currencyId: currency.USD });
  const stream = reading(await startLive().open(await watcher(), undefined));
  const slow = usdTransfer(one ?? 0, two ?? 0, "5");
  await transaction(database.db, async (tx) => {
    await recordWithin(tx, { event: slow, postings: postingsOf(slow, currencyOf), actor: by().actor });
    await recordTransaction(ledger, usdTransfer(three ?? 0, four ?? 0, "6"), by());
    await eventually("the later posting is seen", () => stream.heard().length === 1);
  });
  await eventually("the earlier one is, too", () => stream.heard().length === 2);
  expect(stream.heard()).toEqual(["transactions", "transactions"]);
});

test("what is announced is told when it commits, once for each topic, and not at all when it is rolled back", async () => {
  const { db } = bench.database;
  const stream = reading(await startLive().open(await watcher(), undefined));
  await expect(
    transaction(db, async (tx) => {
      await announce(tx, ["currencies"]);
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  await transaction(db, async (tx) => {
    await announce(tx, ["hawalas", "import-batches"]);
    await announce(tx, ["hawalas"]);
    await announce(tx, []);
    expect(stream.heard()).toEqual([]);
  });
  await eventually("the announcement arrives", () => stream.heard().length === 2);
  expect(stream.heard()).toEqual(["hawalas", "import-batches"]);
  await transaction(db, (tx) => announce(tx, ["transactions"]));
  await eventually("a posting that announces itself is told too", () => stream.heard().length === 3);
});

test("a session that ran out, idle or expired, ends its stream at the next beat, and watching kept none alive", async () => {
  const { db } = bench.database;
  const live = startLive(50);
  const [idle, expired, alive] = [await watcher(), await watcher(), await watcher()];
  const open = async (one: Watcher) => reading(await live.open(one, undefined));
  const streams = [await open(idle), await open(expired), await open(alive)] as const;
  const seenBefore = new Date(Date.now() - 30 * 60_000);
  await db.updateTable("sessions").set({ last_seen_at: seenBefore }).where("id", "=", alive.sessionId).execute();
  await db
    .updateTable("sessions")
    .set({ last_seen_at: new Date(Date.now() - 61 * 60_000) })
    .where("id", "=", idle.sessionId)
    .execute();
  await db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1) })
    .where("id", "=", expired.sessionId)
    .execute();
  await eventually("both streams end", () => streams[0].ended() && streams[1].ended());
  await eventually("the third hears a beat", () => streams[2].text().includes("event: beat\ndata: {}\n\n"));
  expect(streams[2].ended()).toBe(false);
  const { last_seen_at } = await db
    .selectFrom("sessions")
    .select("last_seen_at")
    .where("id", "=", alive.sessionId)
    .executeTakeFirstOrThrow();
  expect(last_seen_at).toEqual(seenBefore);
});

test("closing ends the streams that are open, and opens none any more", async () => {
  const live = startLive();
  const stream = reading(await live.open(await watcher(), undefined));
  expect(stream.messages()).toEqual([]);
  await eventually("the first message arrives", () => stream.messages()[0]?.topics.length === topics.length);
  await live.close();
  await eventually("the stream ends", () => stream.ended());
  await expect(live.open(await watcher(), undefined)).rejects.toMatchObject({ code: "unavailable" });
});

test("a client that does not read is cut off", async () => {
  const streams = createStreams();
  const stream = streams.open(await watcher(), { position: "run.1", topics: [] });
  const cut = once(stream, "close");
  for (let count = 2; streams.count > 0 && count < 10_000; count += 1) {
    streams.tell({ position: `run.${String(count)}`, topics: ["transactions"] });
  }
  await cut;
  expect(streams.count).toBe(0);
});

test("a process has at most so many streams", async () => {
  const streams = createStreams();
  const first = { position: "run.1", topics: [] };
  const one = await watcher();
  for (let user = 0; user < 2_000; user += 1) streams.open({ ...one, userId: `user ${String(user)}` }, first);
  expect(() => streams.open(one, first)).toThrow("Too many windows");
  streams.endAll();
  expect(streams.count).toBe(0);
  streams.open(one, first).destroy();
});
