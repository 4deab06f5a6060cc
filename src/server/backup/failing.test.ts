import { hash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { Connection } from "#db/connection.ts";
import { backupOf, emptyPlace, temporaryFolder, type EmptyPlace } from "#test/support/backups.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { auditKey, expectBooksBalance } from "#test/support/ledger.ts";

import { differences } from "./catalogue.ts";
import { writeDump } from "./dump.ts";
import { BackupFailure, failureOf, officeFailureOf } from "./failure.ts";
import { isAlmostFull, requireRoom } from "./folder.ts";
import { checkFile, lastLine } from "./format.ts";
import { loadDump } from "./load.ts";
import { openOwner } from "./owner-connection.ts";
import { proveDump } from "./prove.ts";
import { insist } from "./run.ts";
import { makeInThread, proveInThread } from "./thread.ts";

let database: TestDatabase;
let made: string;
/** Enough rows that their writing takes a while. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(
    "insert into account_images (account_id, kind, media_type, content) select id, 'picture', 'image/png', convert_to(repeat('x', 1000000), 'UTF8') from accounts",
  );
  made = await backupOf(database);
});
afterAll(async () => {
  await expectBooksBalance(database);
  await database.drop();
});

const watch = { signal: new AbortController().signal, heard: () => undefined };
const order = (path: string) => ({ owner: database.owner, auditKey, path });

/** Does a thread's work in this one, which spares its start; that a thread hands on what became of its work is shown with one of each kind. */
const here = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => Promise.reject(officeFailureOf(error)));
const unheard = (): void => undefined;

/** A file of its own with the backup of the database as it is at the beginning and the end of each test. */
function copyOfBackup(): string {
  const path = join(temporaryFolder(), "office.sql");
  copyFileSync(made, path);
  return path;
}

/** Ends the connections of a backup, as a crash of PostgreSQL would. */
const kill = (name: string): Promise<unknown> =>
  database.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1",
    [name],
  );

describe("making a backup", () => {
  test("fails on a full disk", async () => {
    await expect(makeInThread(order("/dev/full"), watch)).rejects.toMatchObject({
      kind: "disk",
      message: "The disk of the backups is full. Free some space and try again",
    });
    await expect(requireRoom(temporaryFolder(), 2 ** 60)).rejects.toThrow(
      /^The disk has too little room: \d+ MiB are needed, \d+ MiB are free\./,
    );
    // Nothing is ever free where processes are shown.
    expect(await Promise.all(["/proc", temporaryFolder(), "/nowhere"].map(isAlmostFull))).toEqual([true, false, false]);
  });

  test("fails where the folder is none", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    await expect(here(writeDump(order(join(file, "office.sql")), unheard))).rejects.toMatchObject({
      kind: "disk",
      message: "The folder of the backups cannot be used (ENOTDIR). Check that it is there and that the server may write to it",
    });
  });

  test("fails when the connection is cut while rows are on their way, and leaves no file that is whole", async () => {
    const path = join(temporaryFolder(), "office.sql");
    let killing: Promise<unknown> | undefined;
    const failed: unknown = await writeDump(order(path), () => void (killing ??= kill("sarraf backup"))).catch(
      (error: unknown) => error,
    );
    await killing;
    expect(failureOf(failed).kind).toBe("database");
    await expect(checkFile(path)).rejects.toThrow("its last line does not say that the backup is complete");
  });

  test("fails when it is called off", async () => {
    const calledOff = new AbortController();
    const making = makeInThread(order(join(temporaryFolder(), "office.sql")), { ...watch, signal: calledOff.signal });
    calledOff.abort();
    await expect(making).rejects.toBeInstanceOf(BackupFailure);
    await expect(makeInThread(order("/nowhere"), { ...watch, signal: calledOff.signal })).rejects.toThrow("was stopped");
  });

  test("names a table that the owner of the database may not read", async () => {
    await database.asOwner("revoke all on currencies from current_user");
    await expect(makeInThread(order(join(temporaryFolder(), "office.sql")), watch)).rejects.toMatchObject({
      kind: "refused",
      message: "The database was altered past the program, and cannot be backed up so: permission denied for table currencies",
    });
    await database.asOwner("grant all on currencies to current_user");
  });

  test("refuses a database that a newer program has migrated", async () => {
    await database.asOwner("insert into pgmigrations (name, run_on) values ('9999_later', now())");
    await expect(here(writeDump(order(join(temporaryFolder(), "office.sql")), unheard))).rejects.toMatchObject({
      kind: "refused",
      message: "The database was migrated by a newer Sarraf (it has 9999_later): make the backup with that version.",
    });
    await database.asOwner("delete from pgmigrations where name = '9999_later'");
  });
});

describe("proving a backup", () => {
  const sha256Of = (path: string): string => hash("sha256", readFileSync(path), "hex");
  const orderOf = (scratch: Connection, path: string, sha256 = sha256Of(path)) => {
    return { scratch, office: database.owner, auditKey, path, sha256 };
  };
  const prove = (...of: Parameters<typeof orderOf>) => here(proveDump(orderOf(...of), unheard));
  const proveApart = (...of: Parameters<typeof orderOf>) => proveInThread(orderOf(...of), watch);

  /** Puts a whole backup in the place of another, with a statement in it that somebody else than the program wrote. */
  function plantIn(path: string): void {
    const [content = ""] = readFileSync(path, "utf8").split("-- backup complete");
    const forged = content.replace("\nbegin;\n", "\nbegin;\ncreate table planted (line text);\ncommit;\nbegin;\n");
    expect(forged).not.toBe(content);
    writeFileSync(path, `${forged}${lastLine(hash("sha256", forged, "hex"))}`);
  }
  const tablesOf = ({ rows }: EmptyPlace) => rows("select tablename from pg_tables where schemaname = 'public'");

  test("carries nothing out of a whole file that somebody has put in its place", async () => {
    const path = copyOfBackup();
    const there = await emptyPlace();
    const asMade = sha256Of(path);
    plantIn(path);
    await expect(prove(there.owner, path, asMade)).rejects.toMatchObject({
      kind: "refused",
      message: "The file is not the one that was written: somebody has changed it",
    });
    expect(await tablesOf(there)).toEqual([]);
  });

  test("carries nothing out that was changed since it was looked at", async () => {
    const path = copyOfBackup();
    const there = await emptyPlace();
    const whole = await checkFile(path);
    plantIn(path);
    await expect(loadDump({ owner: there.owner, path, whole }, () => undefined)).rejects.toThrow(
      "was changed while it was being restored",
    );
    expect(await tablesOf(there)).toEqual([]);
  });

  test("finds one that was changed on the disk", async () => {
    const path = copyOfBackup();
    const there = await emptyPlace();
    chmodSync(path, 0o600);
    writeFileSync(path, "-- Sarraf backup, format 1\n");
    await expect(prove(there.owner, path)).rejects.toMatchObject({ kind: "refused" });
  });

  test("finds a database that is built in another way", async () => {
    const there = await emptyPlace();
    await database.asOwner(`alter table accounts alter email set default 'by hand'; grant select on users to public;
      create function stray() returns integer language sql return 1; create view strange as select 1 as one;
      alter table postings disable trigger append_only; alter table users add constraint odd check (version > 0);
      drop index sign_in_failures_ip; grant execute on function refuse_change() to public`);
    const path = await backupOf(database);
    const otherwise = "The restored database is not built as the one that was backed up";
    await expect(prove(there.owner, path)).rejects.toMatchObject({
      kind: "refused",
      message: `${otherwise}: look at function stray(), trigger append_only of postings, column accounts.email and 7 more`,
    });
    const [office, restored] = [await openOwner(database.owner, "test"), await openOwner(there.owner, "test")];
    expect((await differences(office.client, restored.client)).toSorted()).toEqual([
      "column accounts.email",
      "column strange.one",
      "constraint odd of users",
      "function refuse_change()",
      "function stray()",
      "index sign_in_failures_ip",
      "rights on strange",
      "rights on users",
      "trigger append_only of postings",
      "view strange",
    ]);
    for (const { hangUp } of [office, restored]) hangUp();
    await database.asOwner(`alter table accounts alter email drop default; revoke select on users from public;
      drop function stray(); drop view strange; alter table postings enable trigger append_only;
      alter table users drop constraint odd; create index sign_in_failures_ip on sign_in_failures (ip, failed_at);
      revoke execute on function refuse_change() from public`);
    const reverted = await emptyPlace();
    // The office has nothing of it any more.
    await expect(prove(reverted.owner, path)).rejects.toMatchObject({ message: otherwise });
  });

  test("names a table that somebody has added", async () => {
    const there = await emptyPlace();
    await database.asOwner("create table notes (line text)");
    const path = await backupOf(database);
    await database.asOwner("drop table notes");
    await expect(proveApart(there.owner, path)).rejects.toMatchObject({
      kind: "refused",
      message: 'The database was altered past the program, and cannot be backed up so: relation "notes" does not exist',
    });
  });

  test("takes no offence at another owner, at what other roles may do, nor at extensions that the office does not need", async () => {
    const there = await emptyPlace();
    // Any role that is there already stands for one that reads for reports.
    const everywhere = ["tables", "sequences", "functions"].map((kind) => `all ${kind} in schema public`);
    await database.asOwner(everywhere.map((objects) => `grant all on ${objects} to pg_monitor`).join(";"));
    await database.asOwner("grant update (email) on accounts to pg_monitor");
    await database.asOwner("create extension hstore; create extension tablefunc");
    const path = await backupOf(database);
    await database.asOwner("drop extension hstore; drop extension tablefunc");
    await database.asOwner(everywhere.map((objects) => `revoke all on ${objects} from pg_monitor`).join(";"));
    expect(await proveApart(there.restorer, path)).toEqual([]);
  });

  test("restores nothing when the connection is cut under way", async () => {
    const path = copyOfBackup();
    const there = await emptyPlace();
    let killing: Promise<unknown> | undefined;
    const cut = (): void => {
      killing ??= there.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sarraf restore'",
      );
    };
    const failed: unknown = await loadDump({ owner: there.owner, path, whole: await checkFile(path) }, cut).catch(
      (error: unknown) => error,
    );
    await killing;
    expect(failureOf(failed).kind).toBe("database");
    await eventually("nothing is left of it", async () => {
      const [row] = await there.rows<{ tables: number }>(
        "select count(*)::integer as tables from pg_tables where schemaname = 'public'",
      );
      return row?.tables === 0;
    });
    expect(existsSync(path)).toBe(true);
  });
});

test("how a backup ended is noted at another try where the database was away, and where it is refused at none", async () => {
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  const note = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(away);
  const stopped = new AbortController();
  const noted = insist(note, stopped.signal);
  await nextTurn();
  // Whoever stops the server does not wait out the pause between two tries.
  stopped.abort();
  await noted;
  expect(note).toHaveBeenCalledTimes(2);
  const refused = vi.fn(() => Promise.reject(new Error("a defect")));
  await expect(insist(refused, watch.signal)).rejects.toThrow("a defect");
  expect(refused).toHaveBeenCalledTimes(1);
});
