import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";

import { eventually } from "#test/support/eventually.ts";
import { startExternalPostgres, type ExternalPostgres } from "#test/support/external-postgres.ts";
import { bareCluster } from "#test/support/made-once.ts";

import { createScratch, dropScratch } from "./scratch.ts";

const name = "sarraf_check_1";

let external: ExternalPostgres;
beforeAll(async () => {
  external = await startExternalPostgres(inject("testDataDir"), await bareCluster());
  // Autovacuum comes at once, and stays for minutes.
  const eager = { autovacuum_naptime: "1s", autovacuum_vacuum_cost_delay: "100ms", autovacuum_vacuum_cost_limit: "1" };
  for (const [setting, value] of Object.entries(eager))
    await external.asAdministrator(`alter system set ${setting} = '${value}'`);
  await external.asAdministrator("select pg_reload_conf()");
  await external.empty();
  await external.asAdministrator("alter role office createdb");
});
beforeEach(() => external.asAdministrator(`drop database if exists ${name} with (force)`));
afterAll(() => external.stop());

/** A session, ended after the test; somebody else may end it before. */
async function sessionOf(user: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: external.url(user, database) });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function hasScratch(client: pg.Client): Promise<boolean> {
  return (await client.query("select from pg_database where datname = $1", [name])).rowCount === 1;
}

test("a scratch database that autovacuum works in is dropped all the same, from under a session of ours, too", async () => {
  const owner = await sessionOf("office", "office");
  await createScratch(owner, name);
  const restore = await sessionOf("office", name);
  await restore.query("create table large as select i, repeat('x', 500) as t from generate_series(1, 5000) i");
  await restore.query("delete from large where i % 2 = 0");
  const watcher = await sessionOf("postgres", "postgres");
  await eventually("autovacuum works in it", async () => {
    const working = "select from pg_stat_activity where datname = $1 and backend_type = 'autovacuum worker'";
    return (await watcher.query(working, [name])).rowCount === 1;
  });
  await dropScratch(owner, name);
  expect(await hasScratch(owner)).toBe(false);
});

test("one that somebody else is connected to is said to be that, and dropped once they have left", async () => {
  const owner = await sessionOf("office", "office");
  await createScratch(owner, name);
  const visitor = await sessionOf("postgres", name);
  await expect(createScratch(owner, name)).rejects.toMatchObject({
    kind: "refused",
    message: `It could not be checked by a restore, because the database ${name} of an earlier check cannot be removed. Let whoever is connected to it leave it, or an administrator of that PostgreSQL run DROP DATABASE ${name} WITH (FORCE)`,
  });
  await visitor.end();
  await createScratch(owner, name);
  expect(await hasScratch(owner)).toBe(true);
});

test("who may not create databases is told the statement that lets them", async () => {
  const creator = await sessionOf("creator", "creator");
  await expect(createScratch(creator, name)).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining(
      'may not create databases. Let an administrator of that PostgreSQL run ALTER ROLE "creator" CREATEDB',
    ),
  });
});
