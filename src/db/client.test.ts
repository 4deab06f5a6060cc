import { once } from "node:events";
import { createServer, Socket, type AddressInfo } from "node:net";

import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";

import { allowLongStatements, clientConfig, isDatabaseAway, isDiskFull, openDatabase, transaction } from "./client.ts";
import { inDatabase } from "./connection.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(
    "CREATE TABLE counter (id integer PRIMARY KEY, value integer NOT NULL); INSERT INTO counter VALUES (1, 0), (2, 0); GRANT ALL ON counter TO sarraf_app",
  );
});

afterAll(() => database.drop());

test("dates, large numbers and decimals arrive as text, instants as Date, also in arrays", async () => {
  const { rows } =
    await sql`SELECT date '2025-08-18' AS day, 9007199254740993 AS big, 0.10 AS price, timestamptz '2025-08-18 00:00:00+00' AS instant,
    ARRAY[date '2025-08-18'] AS days, ARRAY[9007199254740993] AS bigs, ARRAY[1.10, 2.5] AS prices`.execute(database.db);
  expect(rows).toEqual([
    {
      day: "2025-08-18",
      big: "9007199254740993",
      price: "0.10",
      instant: new Date("2025-08-18T00:00:00Z"),
      days: ["2025-08-18"],
      bigs: ["9007199254740993"],
      prices: ["1.10", "2.5"],
    },
  ]);
});

test("the application works as its own role, in UTC, with limits", async () => {
  const { rows } =
    await sql`SELECT current_user AS who, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement,
    current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`.execute(
      database.db,
    );
  expect(rows).toEqual([{ who: "sarraf_app", zone: "UTC", statement: "5s", lock: "3s", idle: "10s", jit: "off" }]);
});

test("whatever a database is set to, its tables are in public and its dates and numbers are read as they were written", async () => {
  const other = await createTestDatabase();
  for (const setting of [
    "search_path = elsewhere",
    "DateStyle = 'German'",
    "IntervalStyle = 'sql_standard'",
    "bytea_output = 'escape'",
    "default_transaction_isolation = 'serializable'",
  ])
    await other.asOwner(`ALTER DATABASE ${other.name} SET ${setting}`);
  for (const connection of [other.app, other.owner]) {
    const { db, close } = openDatabase(connection, { max: 1 });
    const { rows } =
      await sql`SELECT date '2025-08-18' AS day, timestamptz '2025-08-18 00:00:00+00' AS instant, (interval '1 day 2 hours')::text AS span,
      '\\x00ff'::bytea::text AS bytes, current_setting('transaction_isolation') AS isolation, current_schemas(false)::text AS schemas`.execute(
        db,
      );
    await close();
    expect(rows).toEqual([
      {
        day: "2025-08-18",
        instant: new Date("2025-08-18T00:00:00Z"),
        span: "1 day 02:00:00",
        bytes: String.raw`\x00ff`,
        isolation: "read committed",
        schemas: "{public}",
      },
    ]);
  }
  await other.drop();
});

test("a longer limit holds for its transaction alone", async () => {
  const limit = sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`;
  const inside = await transaction(database.db, async (tx) => {
    await allowLongStatements(tx, 60_000);
    return (await limit.execute(tx)).rows;
  });
  expect(inside).toEqual([{ limit: "1min" }]);
  expect((await limit.execute(database.db)).rows).toEqual([{ limit: "5s" }]);
});

test("work that loses a deadlock is run again and both commit", async () => {
  const runs = [0, 0];
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const addInOrder = (index: number, ids: readonly [number, number]): Promise<void> =>
    transaction(database.db, async (tx) => {
      runs[index] = (runs[index] ?? 0) + 1;
      await sql`UPDATE counter SET value = value + 1 WHERE id = ${ids[0]}`.execute(tx);
      holding += 1;
      if (holding >= 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await sql`UPDATE counter SET value = value + 1 WHERE id = ${ids[1]}`.execute(tx);
    });
  await Promise.all([addInOrder(0, [1, 2]), addInOrder(1, [2, 1])]);
  expect(runs).toEqual(expect.arrayContaining([1, 2]));
  expect((await sql`SELECT value FROM counter ORDER BY id`.execute(database.db)).rows).toEqual([{ value: 2 }, { value: 2 }]);
});

test("work that always loses is given up after five times, other errors at once", async () => {
  let runs = 0;
  const losing = transaction(database.db, async (tx) => {
    runs += 1;
    await sql`DO $$ BEGIN RAISE serialization_failure; END $$`.execute(tx);
  });
  await expect(losing).rejects.toMatchObject({ code: "40001" });
  expect(runs).toBe(5);
  const failing = transaction(database.db, async (tx) => {
    runs += 1;
    await sql`SELECT 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(runs).toBe(6);
});

test("connections that are killed, at work or idle, are dropped, and fail nothing but the query that they were at", async () => {
  const { db, pool, close } = openDatabase(database.app);
  onTestFinished(close);
  const error: unknown = await sql`SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(3)`.execute(db).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isDatabaseAway(error)).toBe(true);
  // PostgreSQL says that it ends a connection a moment before it does: nobody is lent it meanwhile.
  expect(pool.idleCount).toBe(0);
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  expect(pool.idleCount).toBe(1);
  await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
  await eventually("the pool drops what is killed", () => pool.totalCount === 0);
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test.each([
  ["FATAL", "XX000", false],
  // Russian: a word that is not known here, of a code that is always the last one.
  ["ВАЖНО", "57P01", false],
  ["ERROR", "57014", true],
])("whether a connection that is given back after %s %s is lent again: %s", async (severity, code, isLent) => {
  const { pool, close } = openDatabase(database.app);
  onTestFinished(close);
  const client = await pool.connect();
  const atWork = client.query("SELECT 1").catch(() => undefined);
  client.connection.emit("errorMessage", Object.assign(new pg.DatabaseError("it said", 7, "error"), { severity, code }));
  await atWork;
  client.release();
  expect(pool.idleCount).toBe(isLent ? 1 : 0);
});

test("a pool without a free connection, and a server that is not there, count as away", async () => {
  const small = openDatabase(database.app, { max: 1 });
  const taken = await small.pool.connect();
  const waiting: unknown = await sql`SELECT 1`.execute(small.db).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  taken.release();
  await small.close();
  expect(isDatabaseAway(waiting)).toBe(true);
  const nowhere = openDatabase({ ...database.app, host: "127.0.0.1", port: 1 });
  const refused: unknown = await sql`SELECT 1`.execute(nowhere.db).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await nowhere.close();
  expect(isDatabaseAway(refused)).toBe(true);
  // Of a name with several addresses, such as localhost, one error says what became of each.
  expect(isDatabaseAway(new AggregateError([refused, refused]))).toBe(true);
  expect(isDatabaseAway(new AggregateError([new Error("timeout of something else")]))).toBe(false);
});

test("the errors of a statement do not count as away", async () => {
  for (const statement of [sql`SELECT 1 / 0`, sql`SELECT * FROM nowhere`, sql`INSERT INTO counter VALUES (1, 1)`]) {
    const error: unknown = await statement.execute(database.db).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseAway(error)).toBe(false);
  }
  expect(isDatabaseAway(new Error("timeout of something else"))).toBe(false);
  expect(isDatabaseAway(undefined)).toBe(false);
});

test("a statement for which the disk has no room was rolled back; a server that ends for it may have kept what was begun", async () => {
  const raise = sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING errcode = '53100'; END $$`;
  const error: unknown = await raise.execute(database.db).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isDiskFull(error)).toBe(true);
  // The last one is German for an error of a statement: a word that is not known is taken for nothing certain.
  for (const severity of ["FATAL", "PANIC", "FEHLER"]) {
    const ending = Object.assign(new pg.DatabaseError("could not write to file", 1, "error"), { code: "53100", severity });
    expect(isDiskFull(ending)).toBe(false);
    expect(isDatabaseAway(ending)).toBe(true);
  }
  expect(isDiskFull(Object.assign(new Error("no room"), { code: "53100" }))).toBe(false);
  expect(isDiskFull(undefined)).toBe(false);
});

test("a connection whose other end has gone without a word is noticed while a statement waits, not after the system's two hours", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const stream = new Socket();
  const setKeepAlive = vi.spyOn(stream, "setKeepAlive");
  const config = clientConfig({ host: "127.0.0.1", port: (silent.address() as AddressInfo).port });
  const client = new pg.Client({ ...config, stream: () => stream });
  client.on("error", () => undefined);
  const connecting = client.connect().catch(() => undefined);
  await once(stream, "connect");
  stream.destroy();
  await connecting;
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000);
});

test("a connection keeps its role in another database", () => {
  expect(inDatabase({ host: "/run", user: "sarraf_app", database: "a" }, "b")).toEqual({
    host: "/run",
    user: "sarraf_app",
    database: "b",
  });
  expect(inDatabase({ connectionString: "postgres://u:p@h:1/a?sslmode=require", options: "-c role=r" }, "b c")).toEqual({
    connectionString: "postgres://u:p@h:1/b%20c?sslmode=require",
    options: "-c role=r",
  });
});
