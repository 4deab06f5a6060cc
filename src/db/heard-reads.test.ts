import { createServer, connect as connectTo, type AddressInfo, type Socket } from "node:net";

import { sql, type Kysely } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { Refusal } from "#kernel/refusal.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { holding } from "#test/support/holding.ts";

import { clientConfig, openDatabase, transaction } from "./client.ts";
import { readsWhileHeard } from "./heard-reads.ts";
import type { DB } from "./types.gen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A cancellation, as the protocol writes it. */
const cancelCode = 80_877_102;

/** Stands between pool and server, and keeps requests to cancel until the test says what becomes of them. */
async function between() {
  const { host = "", port = 0 } = database.app;
  const kept: { forward(): void; breakOff(): void }[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client.on("error", () => undefined));
    client.once("data", (first: Buffer) => {
      const onward = host.startsWith("/") ? connectTo(`${host}/.s.PGSQL.${String(port)}`) : connectTo(port, host);
      open.add(onward.on("error", () => undefined));
      const forward = (): void => {
        onward.write(first);
        client.pipe(onward).pipe(client);
      };
      if (first.length === 16 && first.readUInt32BE(4) === cancelCode)
        kept.push({ forward, breakOff: () => void client.resetAndDestroy() });
      else forward();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { address: { host: "127.0.0.1", port: (server.address() as AddressInfo).port }, kept };
}

/** A pool of a single connection, so that whoever comes next has the same one. */
async function onlyConnection(address: object = {}) {
  const pool = new pg.Pool({ ...clientConfig(database.app), ...address, max: 1 });
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  const pidNow = async () => (await pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  return { pool, pid: await pidNow(), pidNow };
}

const lockUsers = "lock table users in access exclusive mode";
const readUsers = (db: Kysely<DB>) => db.selectFrom("users").select("id").execute();
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  );
const unheard = "Whoever asked is gone";

test("a statement under way is cancelled once nobody listens any more, also within a transaction, and its connection is kept", async () => {
  const { pool, pid, pidNow } = await onlyConnection();
  const held = await holding(database, lockUsers);
  for (const read of [readUsers, (db: Kysely<DB>) => transaction(db, readUsers)]) {
    const gone = new AbortController();
    const reading = outcome(read(readsWhileHeard(pool, gone.signal)));
    await held.heldUp(1);
    gone.abort();
    expect(await reading).toBe(unheard);
    expect(await pidNow()).toBe(pid);
  }
});

test("none is begun afterwards, and what was begun of a transaction is undone", async () => {
  const { pool, pidNow, pid } = await onlyConnection();
  const gone = new AbortController();
  const db = readsWhileHeard(pool, gone.signal);
  const reading = transaction(db, async (tx) => {
    await sql`set local application_name = 'reading'`.execute(tx);
    gone.abort();
    return readUsers(tx);
  });
  expect(await outcome(reading)).toBe(unheard);
  expect(await outcome(readUsers(db))).toBe(unheard);
  expect((await pool.query("show application_name")).rows).toEqual([{ application_name: "sarraf" }]);
  expect(await pidNow()).toBe(pid);
});

test("whoever has the connection next waits until the server has taken the cancellation, which they never meet", async () => {
  const { address, kept } = await between();
  const { pool, pid, pidNow } = await onlyConnection(address);
  const held = await holding(database, lockUsers);
  const gone = new AbortController();
  const reading = outcome(readUsers(readsWhileHeard(pool, gone.signal)));
  await held.heldUp(1);
  gone.abort();
  await eventually("the cancellation is on its way", () => kept.length === 1);
  await held.letGo();
  const idle = sql`select from pg_stat_activity where pid = ${pid} and state = 'idle'`;
  await eventually("the reading has ended by itself", async () => (await idle.execute(database.db)).rows.length === 1);
  // Held up, so that whatever is still on its way would meet it.
  const meanwhile = await holding(database, "lock table accounts in access exclusive mode");
  const next = pool.query("select from accounts").then(() => "answered", String);
  for (let looks = 0; looks < 20; looks += 1) await sql`select`.execute(database.db);
  expect(pool.waitingCount).toBe(1);
  kept[0]?.forward();
  await meanwhile.heldUp(1);
  await meanwhile.letGo();
  expect(await next).toBe("answered");
  expect(await reading).toBe("answered");
  expect(await pidNow()).toBe(pid);
});

test("a connection for which a cancellation may still be under way is given to nobody", async () => {
  const { address, kept } = await between();
  const { pool, pid, pidNow } = await onlyConnection(address);
  const held = await holding(database, lockUsers);
  const gone = new AbortController();
  const reading = outcome(readUsers(readsWhileHeard(pool, gone.signal)));
  await held.heldUp(1);
  gone.abort();
  await eventually("the cancellation is on its way", () => kept.length === 1);
  kept[0]?.breakOff();
  await held.letGo();
  expect(await reading).toBe("answered");
  expect(await pidNow()).not.toBe(pid);
});

test("what ends by itself soon enough is not cancelled, and neither is what its connection does next", async () => {
  const { address, kept } = await between();
  const { pool } = await onlyConnection(address);
  const held = await holding(database, lockUsers);
  const gone = new AbortController();
  const reading = outcome(readUsers(readsWhileHeard(pool, gone.signal)));
  await held.heldUp(1);
  // How soon it ends, the test says.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  gone.abort();
  await held.letGo();
  expect(await reading).toBe("answered");
  vi.advanceTimersByTime(1_000);
  for (let looks = 0; looks < 20; looks += 1) await sql`select`.execute(database.db);
  expect(kept).toEqual([]);
});

test("through a pooler, which may have lent the session to another by then, nothing is cancelled", async () => {
  const pooled = openDatabase({ ...database.app, isPooled: true }, { max: 1 });
  onTestFinished(() => pooled.close());
  const held = await holding(database, lockUsers);
  const gone = new AbortController();
  const reading = outcome(readUsers(pooled.whileHeard(gone.signal)));
  await held.heldUp(1);
  gone.abort();
  await held.letGo();
  expect(await reading).toBe("answered");
  expect(pooled.whileHeard(gone.signal)).toBe(pooled.db);
});
