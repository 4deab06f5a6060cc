import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, readFileSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { PG_MIGRATE_LOCK_ID } from "node-pg-migrate";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { migrate, migrationsFolder } from "#db/migrate.ts";
import { chainHead } from "#ledger/audit-chain.ts";
import { recordTransaction } from "#ledger/post.ts";
import { audit, system } from "#server/audit.ts";
import { backupOf, emptyPlace, temporaryFolder, type EmptyPlace } from "#test/support/backups.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { usdTransfer } from "#test/support/events.ts";
import { eventually } from "#test/support/eventually.ts";
import { createLedgerBench, currency, expectBooksBalance, sealEverything, type LedgerBench } from "#test/support/ledger.ts";

import { failureOf } from "./failure.ts";
import { checkFile } from "./format.ts";
import { loadDump } from "./load.ts";
import { openOwner } from "./owner-connection.ts";
import { restoreOffice } from "./restore.ts";

let bench: LedgerBench;
let path: string;
beforeAll(async () => {
  bench = await createLedgerBench();
  const [one, two] = [
    await bench.openAccount({ currencyId: currency.USD }),
    await bench.openAccount({ currencyId: currency.USD }),
  ];
  await recordTransaction(bench.ledger, usdTransfer(one, two, "5"), bench.by());
  await bench.database.asOwner("insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())", [
    bench.by().actor.userId,
  ]);
  // Whoever was only setting it up has never given a code.
  await bench.database.asOwner(`with made as (insert into users (username, password_hash) values ('beginner', '') returning id)
    insert into second_factors (user_id, sealed_secret) select id, 'sealed' from made`);
  await sealEverything(bench.database);
  // With that the chain of seals has another end than beginning.
  await audit(bench.database.db, system, { action: "books.verified", objectType: "books", new: {} });
  await sealEverything(bench.database);
  path = await backupOf(bench.database);
});
afterAll(async () => {
  await expectBooksBalance(bench.database);
  await bench.database.drop();
});

const tablesIn = async (there: EmptyPlace): Promise<unknown> =>
  (await there.rows("select count(*)::integer as count from pg_class where relnamespace = 'public'::regnamespace"))[0];
const nothing = { count: 0 };

/** What an empty database may hold all the same: extensions, rights in the schema, and rights in what is yet to be made. */
const emptinessOf = (there: EmptyPlace): Promise<unknown> =>
  there.rows(`select array(select extname::text from pg_extension order by 1) as extensions,
    array(select right_::text from pg_namespace, unnest(nspacl) right_ where nspname = 'public' order by 1) as rights,
    array(select defaclacl::text from pg_default_acl) as defaults`);

/** A file with other content, whole in itself. */
function rewritten(change: (text: string) => string): string {
  const [content = ""] = readFileSync(path, "utf8").split("-- backup complete");
  const changed = change(content);
  const copy = join(temporaryFolder(), "changed.sql");
  writeFileSync(copy, `${changed}-- backup complete sha256:${createHash("sha256").update(changed).digest("hex")}\n`);
  return copy;
}

describe("a restore", () => {
  test("says what came back, and puts itself on record", async () => {
    const there = await emptyPlace();
    const restored = await there.restore(path);
    expect(restored).toMatchObject({ transactions: 1, hawalas: 0, accounts: 3, users: 2, faults: [], withoutSecondStep: [] });
    expect(restored.headThen).toBe(await chainHead(bench.database.db));
    const acts = await there.rows("select new ->> 'auditHead' as head, era from audit_log where action = 'books.restored'");
    expect(acts).toEqual([{ head: restored.headThen, era: 2 }]);
    await expectBooksBalance(there);
  });

  test.each([
    ["table", "somebodys", "(id integer)"],
    ["function", "somebodys()", "returns integer language sql return 1"],
    ["aggregate", "somebodys(integer)", "(sfunc = int4larger, stype = integer)"],
    ["type", "somebodys", "as enum ('one')"],
    ["domain", "somebodys", "as integer"],
  ])("refuses a database that holds a %s, and leaves it as it is", async (kind, name, definition) => {
    const there = await emptyPlace();
    await there.rows(`create ${kind} ${name} ${definition}`);
    await expect(there.restore(path)).rejects.toThrow(
      "The database is not empty: restore into an empty DATA_DIR or an empty database",
    );
    await there.rows(`drop ${kind} ${name}`);
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("refuses a user who may not fill the database, with the statement that lets them", async () => {
    const there = await emptyPlace();
    const user = `restorer_${randomBytes(8).toString("hex")}`;
    await there.rows(`create role ${user} login password 'secret'; grant sarraf_app to ${user}`);
    const url = new URL(there.place.databaseUrl);
    [url.username, url.password] = [user, "secret"];
    const order = { path, newAuditKey: false, despiteFaults: false, log: () => undefined };
    const restoring = restoreOffice({ ...order, place: { ...there.place, databaseUrl: url.href } });
    await expect(restoring).rejects.toThrow(
      `may not make tables in the database ${url.pathname.slice(1)}: run "ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${user};" there`,
    );
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("refuses a database in which recorded transactions could be lost", async () => {
    const there = await emptyPlace();
    await there.rows(`alter database ${String(there.restorer.database)} set synchronous_commit = off`);
    await expect(there.restore(path)).rejects.toThrow("PostgreSQL runs with synchronous_commit off");
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("that is interrupted while it looks at its file says so, before it asks for anything else", async () => {
    const [interruption, reason] = [new AbortController(), new Error("enough")];
    interruption.abort(reason);
    const withoutKey = { dataDir: temporaryFolder(), databaseUrl: undefined };
    const order = { path, place: withoutKey, newAuditKey: false, despiteFaults: false, log: () => undefined };
    await expect(restoreOffice(order, interruption.signal)).rejects.toBe(reason);
  });

  test("refuses a file of a newer program, and one that was altered, before it touches anything", async () => {
    const there = await emptyPlace();
    const newer = rewritten((text) => text.replace("0001_office ", "0001_office 9999_later "));
    await expect(there.restore(newer)).rejects.toThrow(
      "changed.sql was made by a newer Sarraf (it has 9999_later): restore it with that version.",
    );
    writeFileSync(newer, readFileSync(path, "utf8").replace("teller", "taller"));
    await expect(there.restore(newer)).rejects.toThrow("changed.sql was altered or damaged");
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("needs the audit key that belongs to the file", async () => {
    const there = await emptyPlace();
    const keyFile = join(there.place.dataDir, "audit.key");
    writeFileSync(keyFile, `${"ab".repeat(32)}\n`);
    await expect(there.restore(path)).rejects.toThrow(
      `The file ${keyFile} is the key of another office: put the audit.key there`,
    );
    unlinkSync(keyFile);
    await expect(there.restore(path)).rejects.toThrow(
      `The file ${keyFile} is missing: put the audit.key there that belongs to this backup`,
    );
    expect(existsSync(keyFile)).toBe(false);
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("begins a new chain of seals where the key is lost for good, and says who has no second step now", async () => {
    const there = await emptyPlace();
    unlinkSync(join(there.place.dataDir, "audit.key"));
    const restored = await there.restore(path, { newAuditKey: true });
    expect(restored).toMatchObject({ withoutSecondStep: ["teller"], faults: [] });
    expect(restored.headNow).not.toBe(restored.headThen);
    expect(readFileSync(join(there.place.dataDir, "audit.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await there.rows("select count(*)::integer as rows from second_factors")).toEqual([{ rows: 0 }]);
    expect(await there.rows("select new ->> 'newAuditKey' as key from audit_log where action = 'books.restored'")).toEqual([
      { key: "true" },
    ]);
  });

  test("refuses to begin a new chain of seals where the key of the file is there", async () => {
    const there = await emptyPlace();
    const keyFile = join(there.place.dataDir, "audit.key");
    await expect(there.restore(path, { newAuditKey: true })).rejects.toThrow(
      `The file ${keyFile} is the key that belongs to this backup: leave out --new-audit-key.`,
    );
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("brings an older office up to this program's state", async () => {
    const older = await createTestDatabase();
    await older.asOwner("drop schema public cascade");
    await older.asOwner("create schema public");
    const folder = temporaryFolder();
    const files = readdirSync(migrationsFolder).filter((file) => file.endsWith(".sql") && file < "0014");
    for (const file of files) cpSync(join(migrationsFolder, file), join(folder, file));
    await migrate(older.owner, folder);
    const there = await emptyPlace();
    const restored = await there.restore(await backupOf(older));
    expect(restored.migrations).toContain("0016_backups");
    expect(restored.faults).toEqual([]);
    await older.drop();
  });

  test.each([
    ["an empty database", "select"],
    [
      "one with extensions and rights",
      `create extension pg_trgm; create extension hstore; grant create on schema public to public;
       grant usage on schema public to pg_monitor with grant option; alter default privileges revoke execute on functions from public`,
    ],
  ])("leaves %s as it was when the books do not balance, unless they are wanted as they are", async (_which, prepare) => {
    const wrong = rewritten((text) => text.replace(/^(\d+\t\d+\t)5\.00\t0\.00$/m, "$16.00\t0.00"));
    const there = await emptyPlace();
    await there.rows(prepare);
    const before = [await tablesIn(there), await emptinessOf(there)];
    await expect(there.restore(wrong)).rejects.toThrow(
      /^The books of this backup do not balance \(Currency USD: .*\), and nothing of it was kept/,
    );
    expect([await tablesIn(there), await emptinessOf(there)]).toEqual(before);
    const { faults } = await there.restore(wrong, { despiteFaults: true });
    expect(faults.join("\n")).toContain("Balance of account");
  });

  test("leaves nothing when it fails under way", async () => {
    const there = await emptyPlace();
    const broken = rewritten((text) => text.replace(/^(\d+)\tPOSITION-AFN\t/m, "eleven\tPOSITION-AFN\t"));
    await expect(there.restore(broken)).rejects.toThrow(/invalid input syntax/);
    expect(await tablesIn(there)).toEqual(nothing);
    const full = rewritten((text) =>
      text.replace(
        "-- The rows\n",
        "do ' begin raise exception using errcode = ''53100'', message = ''could not extend file''; end ';\n",
      ),
    );
    const said = await there.restore(full).catch((error: unknown) => failureOf(error));
    expect(said).toMatchObject({
      kind: "disk",
      message: "The disk of the database is full. Free some space and try again",
    });
    expect(await tablesIn(there)).toEqual(nothing);
    const fewer = rewritten((text) => text.replace(/^-- rows of currencies: 4$/m, "-- rows of currencies: 5"));
    await expect(there.restore(fewer)).rejects.toThrow(/every row of currencies/);
    expect(await tablesIn(there)).toEqual(nothing);
  });

  test("whose commit PostgreSQL refuses is known to have left nothing: what is there by then is somebody else's", async () => {
    const there = await emptyPlace();
    const refused = rewritten((text) => text.replace(/commit;\n$/, "select 1 / 0;\ncommit;\n"));
    const filled = vi.fn();
    const order = { owner: there.owner, path: refused, whole: await checkFile(refused), filled };
    await expect(loadDump(order, () => undefined)).rejects.toThrow("division by zero");
    expect(filled.mock.calls).toEqual([[true], [false]]);
  });

  // Migrations take this lock when the rows have been committed.
  const beforeMigrations = `select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`;
  const whileLoading = (): string => rewritten((text) => text.replace("-- The rows\n", "select pg_sleep(600);\n"));

  test.each([
    ["before its migrations", () => path, beforeMigrations],
    ["under way", whileLoading, "select"],
  ])("that is interrupted %s leaves the database as it was, and can be run again", async (_when, file, hold) => {
    const there = await emptyPlace();
    const before = [await tablesIn(there), await emptinessOf(there)];
    const { client, hangUp } = await openOwner(there.owner, "holder");
    onTestFinished(hangUp);
    await client.query(hold);
    const interruption = new AbortController();
    const order = { path: file(), place: there.place, newAuditKey: false, despiteFaults: false, log: () => undefined };
    const restoring = restoreOffice(order, interruption.signal);
    await eventually("it waits", async () => {
      const waits = await there.rows(`select from pg_stat_activity where datname = current_database()
        and application_name in ('sarraf restore', 'sarraf migrate') and (wait_event = 'advisory' or wait_event = 'PgSleep')`);
      return waits.length === 1;
    });
    const reason = new Error("enough");
    interruption.abort(reason);
    await expect(restoring).rejects.toBe(reason);
    expect([await tablesIn(there), await emptinessOf(there)]).toEqual(before);
    // Nobody else's session was ended.
    await client.query("select");
    hangUp();
    expect(await there.restore(path)).toMatchObject({ transactions: 1 });
  });
});
