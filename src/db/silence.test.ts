import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { startCuttingProxy, type CuttingProxy } from "#test/support/cutting-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { openDatabase } from "./client.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const unheardAfterMs = 1_000;

interface Asked {
  readonly proxy: CuttingProxy;
  /** Which session of the server answered. */
  ask(): Promise<number>;
  /** The same by way of the query builder, which gives its connections back in words of its own. */
  askByBuilder(): Promise<number>;
}

/** A pool whose server may go without a word. */
async function throughProxy(): Promise<Asked> {
  const { host = "", port = 0 } = database.app;
  const proxy = await startCuttingProxy(host.startsWith("/") ? `${host}/.s.PGSQL.${String(port)}` : port);
  onTestFinished(() => proxy.close());
  const { pool, db, close } = openDatabase({ ...database.app, host: "127.0.0.1", port: proxy.port });
  onTestFinished(close);
  const ask = async (): Promise<number> => {
    const asked = { text: "select pg_backend_pid() as pid, pg_sleep(0.05)", query_timeout: unheardAfterMs };
    const { rows } = await pool.query<{ pid: number }>(asked);
    return rows[0]?.pid ?? 0;
  };
  const askByBuilder = async (): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db);
    return rows[0]?.pid ?? 0;
  };
  return { proxy, ask, askByBuilder };
}

test("who comes behind a connection that nobody answers on has a new one, however many stood idle beside it", async () => {
  const { proxy, ask, askByBuilder } = await throughProxy();
  const idle = await Promise.all([askByBuilder(), ask(), askByBuilder()]);
  expect(new Set(idle).size).toBe(3);
  proxy.silenceEverything();
  await expect(ask()).rejects.toThrow("Query read timeout");
  expect(idle).not.toContain(await ask());
});

test("one that was heard since then stays", async () => {
  const { proxy, ask } = await throughProxy();
  await ask();
  proxy.silenceEverything();
  const unheard = ask().catch(String);
  // The other one is at work, so this makes a new connection.
  const heard = await ask();
  expect(await unheard).toContain("Query read timeout");
  expect(await ask()).toBe(heard);
});
