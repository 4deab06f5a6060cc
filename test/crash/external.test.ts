import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";

import { openOffice } from "#db/database-server.ts";
import { freePort } from "#db/embedded-address.ts";
import { openExternal } from "#db/external.ts";
import { eventually } from "#test/support/eventually.ts";
import { startExternalPostgres, type ExternalPostgres } from "#test/support/external-postgres.ts";
import { bareCluster } from "#test/support/made-once.ts";
import { refusedStart, startHere } from "#test/support/refused-start.ts";
import { launchServer, temporaryDataDir } from "#test/support/server-process.ts";

import { adminOf } from "./admin-of.ts";
import { commandIn, noOffice } from "./command.ts";

const oneSentence = (start: string): RegExp => new RegExp(`^${start}[^\\n]*\\.$`);

let external: ExternalPostgres;
beforeAll(async () => {
  external = await startExternalPostgres(inject("testDataDir"), await bareCluster());
});
beforeEach(() => external.empty());
afterAll(() => external.stop());

function refusal(databaseUrl: string, also: Readonly<Record<string, string>> = {}): Promise<string> {
  return refusedStart({ DATA_DIR: temporaryDataDir(), DATABASE_URL: databaseUrl, ...also });
}

test("an external PostgreSQL is prepared by its owner and worked on by several servers at once; nobody else starts on it, nor does an older program", async () => {
  const url = external.url("creator", "creator");
  const environment = { DATA_DIR: temporaryDataDir(), DATABASE_URL: url };
  // Within this process, where they begin at the same moment.
  const servers = await Promise.all([startHere(environment), startHere(environment)]);
  onTestFinished(async () => {
    for (const server of servers) await server.stop(true);
  });
  for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT DISTINCT rolname AS role FROM pg_class JOIN pg_roles o ON o.oid = relowner WHERE relname = 'transactions'",
  );
  expect(rows).toEqual([{ role: "creator" }]);
  await external.asAdministrator("GRANT sarraf_app TO office");
  expect(await refusal(external.url("office", "creator"))).toMatch(
    oneSentence("The tables in the database creator belong to creator, not to office"),
  );
  await client.query("INSERT INTO pgmigrations (name, run_on) VALUES ('9999_later', now())");
  await client.end();
  expect(await refusal(url)).toMatch(oneSentence("The database was written by a newer Sarraf \\(it has 9999_later\\)"));
});

/** Runs the statement that a refusal names, in that database, as an administrator would. */
async function runWhatIsSaid(said: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: external.url("postgres", database) });
  await client.connect();
  await client.query(/run "(.*)"/.exec(said)?.[1] ?? "");
  await client.end();
}

async function expectToStart(databaseUrl: string): Promise<void> {
  const server = await startHere({ DATA_DIR: temporaryDataDir(), DATABASE_URL: databaseUrl });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop(true);
}

test.each([
  ["is missing", "SELECT", "CREATE ROLE sarraf_app; GRANT"],
  ["is there for another office", "CREATE ROLE sarraf_app", "GRANT"],
])(
  "where the role %s, a user who may not prepare it is told what to run, and that is enough",
  async (_where, before, statement) => {
    await external.asAdministrator(before);
    const url = external.url("office", "office");
    const said = await refusal(url);
    expect(said).toMatch(oneSentence(`The user of DATABASE_URL may not prepare the role sarraf_app: run "${statement} `));
    await runWhatIsSaid(said, "office");
    await openExternal({ databaseUrl: url, directUrl: undefined });
  },
);

test.each([
  ["does not own the database", "office", "ALTER DATABASE creator OWNER TO office;"],
  ["owns the database without its schema", "creator", "GRANT USAGE, CREATE ON SCHEMA public TO creator;"],
])("a user who %s is told what to run, and that is enough", async (_who, user, statement) => {
  await external.asAdministrator("CREATE ROLE sarraf_app; GRANT sarraf_app TO office; GRANT sarraf_app TO creator");
  if (user === "creator") await runWhatIsSaid('run "ALTER SCHEMA public OWNER TO postgres"', "creator");
  const url = external.url(user, "creator");
  const said = await refusal(url);
  expect(said).toMatch(oneSentence(`The user ${user} may not make tables in the database creator: run "${statement}"`));
  await runWhatIsSaid(said, "creator");
  await expectToStart(url);
});

test("synchronous_commit off, a read-only database and another encoding are refused", async () => {
  const url = external.url("creator", "creator");
  await external.asAdministrator("ALTER DATABASE creator SET synchronous_commit = off");
  expect(await refusal(url)).toMatch(oneSentence("PostgreSQL runs with synchronous_commit off"));
  await external.asAdministrator("ALTER DATABASE creator RESET synchronous_commit");
  await external.asAdministrator("ALTER DATABASE creator SET default_transaction_read_only = on");
  expect(await refusal(url)).toMatch(oneSentence("The database of DATABASE_URL is read-only: "));
  await external.asAdministrator(
    'CREATE DATABASE latin OWNER creator ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE "C" TEMPLATE template0',
  );
  expect(await refusal(external.url("creator", "latin"))).toMatch(oneSentence("The database's encoding is LATIN1"));
});

test("an address for reports that leads to another database, or names a file that is not there, is refused", async () => {
  const also = { DATABASE_REPLICA_URL: external.url("creator", "office") };
  expect(await refusal(external.url("creator", "creator"), also)).toMatch(
    oneSentence("DATABASE_URL and DATABASE_REPLICA_URL do not lead to the same database: "),
  );
  const nowhere = { DATABASE_REPLICA_URL: `${also.DATABASE_REPLICA_URL}?sslrootcert=/nowhere` };
  expect(await refusal(external.url("creator", "creator"), nowhere)).toMatch(
    oneSentence("DATABASE_REPLICA_URL names /nowhere as sslrootcert, which cannot be used "),
  );
});

/** How many connect at this moment, the one who asks left out. */
async function connecting(): Promise<unknown> {
  const client = new pg.Client({ connectionString: external.url("postgres", "postgres") });
  await client.connect();
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE state = 'starting' AND pid <> pg_backend_pid()");
  await client.end();
  return rows.length;
}

test("an unreachable PostgreSQL, a wrong or missing password and a missing database are refused without showing the password", async () => {
  const refusals = [
    await refusal(`postgres://office:very-secret@127.0.0.1:${await freePort()}/office`),
    await refusal(external.url("office", "office").replace(/:[^:@]+@/, ":very-secret@")),
    await refusal(external.url("office", "elsewhere")),
    await refusal("postgres://office:very-secret@host.invalid/office"),
    await refusal(external.url("office", "office").replace(/:[^:@]+@/, "@")),
  ];
  const unreachable = "The database of DATABASE_URL cannot be reached \\(";
  const notAdmitted = "The database of DATABASE_URL does not admit the user of that address \\(";
  for (const [index, begins] of [unreachable, notAdmitted, unreachable, unreachable, notAdmitted].entries()) {
    expect(refusals[index]).toMatch(oneSentence(begins));
    expect(refusals[index]).not.toContain("very-secret");
  }
  // A start that has no password to give leaves no connection behind that waits for one.
  await expect.poll(connecting).toBe(0);
});

test("the application may not be the owner", async () => {
  await external.asAdministrator(
    "CREATE ROLE sarraf_app LOGIN PASSWORD 'ppa_farras'; GRANT ALL ON DATABASE office TO sarraf_app",
  );
  expect(await refusal(external.url("sarraf_app", "office"))).toMatch(
    oneSentence("DATABASE_URL must name the owner of the database"),
  );
});

test("where the database's user may not create databases, a backup is made and said to be unchecked; with the right it is good", async () => {
  const dataDir = temporaryDataDir();
  const backupDir = join(dataDir, "..", "elsewhere");
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: external.url("creator", "creator"), BACKUP_DIR: backupDir });
  const admin = await adminOf(await server.ready);
  const verdict = async () => {
    expect((await admin.begin()).status).toBe(201);
    return eventually("it has a verdict", async () => {
      const { backups } = await admin.list();
      return backups.slice(0, 1).find(({ finishedAt }) => finishedAt !== null);
    });
  };

  const unchecked = await verdict();
  expect(unchecked).toMatchObject({ verdict: "unchecked", hasFile: true });
  expect(unchecked.reason).toContain(
    'the owner of the database may not create databases. Let an administrator of that PostgreSQL run ALTER ROLE "creator" CREATEDB',
  );
  expect(await admin.list()).toMatchObject({ lastGood: null, folder: backupDir });
  expect(readFileSync(join(backupDir, unchecked.fileName ?? ""), "utf8")).toContain("-- backup complete sha256:");
  expect(statSync(backupDir).mode & 0o777).toBe(0o700);

  await external.asAdministrator('ALTER ROLE "creator" CREATEDB');
  expect(await verdict()).toMatchObject({ verdict: "good", reason: null });

  // A server that dies under way leaves no backup that looks whole; the next one says so.
  const client = new pg.Client({ connectionString: external.url("creator", "creator") });
  await client.connect();
  await client.query("begin; lock table currency_rates in access exclusive mode");
  const begun = admin.begin().catch(() => undefined);
  await eventually("the backup waits", async () => {
    await client.query("select pg_stat_clear_snapshot()");
    const waits = "select from pg_stat_activity where application_name = 'sarraf backup' and wait_event_type = 'Lock'";
    return (await client.query(waits)).rowCount === 1;
  });
  server.kill("SIGKILL");
  await Promise.all([server.ended, begun]);
  await client.end();
  const next = await startHere({ DATA_DIR: dataDir, DATABASE_URL: external.url("creator", "creator"), BACKUP_DIR: backupDir });
  onTestFinished(() => next.stop(true));
  const seen = await adminOf(next.url);
  const interrupted = await eventually("it is said", async () =>
    (await seen.list()).backups.find((backup) => backup.verdict === "failed"),
  );
  expect(interrupted).toMatchObject({ reason: "The server or the database was stopped before it was finished", fileName: null });
});

test("verify makes nothing in an external PostgreSQL where there is no office, and one that only reads is told as that", async () => {
  const dataDir = temporaryDataDir();
  const url = external.url("creator", "creator");
  expect(await commandIn({ DATA_DIR: dataDir, DATABASE_URL: url }, "verify")).toEqual(noOffice("the database of DATABASE_URL"));
  expect(existsSync(dataDir)).toBe(false);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select to_regclass('pgmigrations') as tables, (select count(*)::integer from pg_roles where rolname = 'sarraf_app') as roles",
  );
  expect(rows).toEqual([{ tables: null, roles: 0 }]);
  await client.end();
  await external.asAdministrator("ALTER DATABASE creator SET default_transaction_read_only = on");
  // The same within this process.
  await expect(openOffice({ dataDir, databaseUrl: url }, () => undefined)).rejects.toThrow(
    /^The database of DATABASE_URL is read-only: name the primary server there\.$/,
  );
});

// The last one: such a PostgreSQL is good for nothing else.
test("a PostgreSQL with fsync and full_page_writes off is refused", async () => {
  await external.restart({ fsync: "off", full_page_writes: "off" });
  expect(await refusal(external.url("creator", "creator"))).toMatch(
    oneSentence("PostgreSQL runs with fsync and full_page_writes off and could lose recorded transactions: turn them on"),
  );
});
