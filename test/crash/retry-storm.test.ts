import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { openDatabase } from "#db/client.ts";
import { sealAuditRows } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";
import { openAuditKey } from "#server/audit-key.ts";
import { createChooser } from "#server/demo/random.ts";
import { isProof, patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { createExternalDatabase } from "#test/support/database.ts";
import { launchServer, temporaryDataDir } from "#test/support/server-process.ts";

import { Storm } from "./storm.ts";

const clients = scaled(24, 64);
const operations = scaled(500, 50_000);

test(
  "mixed operations of many clients, each sent again and again: nothing fails, nothing is done twice, no deadlock",
  {
    timeout: patienceMs(120_000),
  },
  async () => {
    const database = await createExternalDatabase();
    onTestFinished(() => database.remove());
    const dataDir = temporaryDataDir();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "fatal" };
    const server = launchServer(environment);
    await openLondon(database.url);
    const storm = await Storm.open(await server.ready, createChooser(seedOf(3)));
    await storm.rage(clients, operations);

    const { statuses } = storm;
    // Beside other tests a machine may be too busy; a battery has it for itself.
    statuses.delete(503);
    if (isProof) expect(storm.busy.length, storm.busy.join("\n")).toBe(0);
    expect([...statuses.keys()].toSorted((left, right) => left - right)).toEqual([200, 201]);
    expect(await storm.get("/api/no-such-call")).toBe(404);
    expect([...statuses.keys()]).toContain(404);

    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const { transactions, deleted, hawalas } = await stored(database.url);
    expect({ transactions, deleted, hawalas }).toEqual(storm.expected());
    expect(await faults(database.url, dataDir)).toEqual([]);
    expect(await deadlocks(database.url)).toBe(0);
    tellFigures(
      `${String(storm.done)} operations in ${String(storm.sent)} requests (${String(storm.abandoned)} abandoned by their client), 0 5xx, 0 deadlocks, ${String(transactions)} transactions each once`,
    );

    await makeDeadlock(database.url);
    expect(await deadlocks(database.url)).toBe(1);
  },
);

async function ask<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const [row] = (await client.query<Row>(text)).rows;
    return row as Row;
  } finally {
    await client.end();
  }
}

/** The partner whose hawalas come without a sender code. */
function openLondon(url: string): Promise<unknown> {
  return ask(
    url,
    `with opened as (insert into accounts (code, account_name, currency_id, account_type) values ('2001', 'London', 1, 'hawala_partner') returning id)
      select open_account_currency(id, 1) from opened`,
  );
}

const stored = (url: string) =>
  ask<{ transactions: number; deleted: number; hawalas: number }>(
    url,
    `select count(*)::integer as transactions, (count(*) filter (where deleted_at is not null))::integer as deleted,
      (select count(*)::integer from hawalas) as hawalas from transactions`,
  );

/** Those that PostgreSQL has broken up in this database. A connection tells its own when it ends, and all of the server's have. */
async function deadlocks(url: string): Promise<number> {
  const count = "select deadlocks::integer as count from pg_stat_database where datname = current_database()";
  return (await ask<{ count: number }>(url, count)).count;
}

async function makeDeadlock(connectionString: string): Promise<void> {
  const both = [1, 2].map(() => new pg.Client({ connectionString }));
  for (const client of both) {
    await client.connect();
    await client.query("set deadlock_timeout = '20ms'; begin");
  }
  await Promise.all(both.map((client, index) => client.query(`select pg_advisory_xact_lock(${String(index)})`)));
  const ended = await Promise.allSettled(
    both.map((client, index) => client.query(`select pg_advisory_xact_lock(${String(1 - index)})`)),
  );
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(1);
  for (const client of both) await client.end();
}

async function faults(connectionString: string, dataDir: string): Promise<readonly string[]> {
  const database = openDatabase({ connectionString }, { max: 2, statementTimeoutMs: 120_000 });
  try {
    const key = await openAuditKey(database.db, dataDir);
    while ((await sealAuditRows(database.db, key)) > 0);
    return (await verify(database.db, key)).faults;
  } finally {
    await database.close();
  }
}
