import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import type { BackupList } from "#contract/backups.ts";
import { eventually } from "#test/support/eventually.ts";
import { startExternalPostgres } from "#test/support/external-postgres.ts";
import { compileCache, launchServer, temporaryDataDir, usedDataDir } from "#test/support/server-process.ts";

import { holdVerification, isHeld, launchCommand, launchCommandInShell } from "./held-command.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const program = fileURLToPath(new URL("../../src/server/cli/restore.ts", import.meta.url));
const environment = (dataDir: string) => ({ PATH: process.env["PATH"], DATA_DIR: dataDir, ...compileCache() });

/** Runs `npm run restore -- …` as the package script does. */
async function restore(dataDir: string, ...args: string[]): Promise<Ended> {
  // Below a private folder the programs of PostgreSQL are copied, which is said once.
  const said = (text: string): string => text.replace(/^The PostgreSQL programs in .*\n/, "");
  return promisify(execFile)(process.execPath, [program, ...args], { env: environment(dataDir) }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr: said(stderr) }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout,
      stderr: said(error.stderr),
    }),
  );
}

/** An administrator who speaks to the API of a server. */
async function adminOf(url: string) {
  const body = JSON.stringify({ username: "admin", password: "a long enough password" });
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const send = (method: string, path: string): Promise<Response> => fetch(`${url}${path}`, { method, headers: { cookie } });
  return {
    status: signedIn.status,
    download: async (): Promise<Buffer> => Buffer.from(await (await send("GET", "/api/admin/backup-database")).arrayBuffer()),
    begin: () => send("POST", "/api/backups"),
    list: async (): Promise<BackupList> => (await (await send("GET", "/api/backups")).json()) as BackupList,
  };
}

/** A folder with nothing in it but the audit key of another. */
function folderWithKey(from: string): string {
  const dataDir = temporaryDataDir();
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(join(from, "audit.key"), join(dataDir, "audit.key"));
  return dataDir;
}

test("an office comes back in another folder by one command, and every reason why not is one sentence and exit code 1", async () => {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  const admin = await adminOf(await server.ready);
  const file = join(temporaryDataDir(), "..", "office.sql");
  const bytes = await admin.download();
  writeFileSync(file, bytes);

  const refused = (reason: string) => ({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(new RegExp(`^[^\\n]*${reason}[^\\n]*\\n$`)),
  });
  expect(await restore(dataDir, file)).toMatchObject(refused("is already in use by a running Sarraf \\(process \\d+\\)"));
  server.kill("SIGTERM");
  await server.ended;
  expect(await restore(dataDir, file)).toMatchObject(refused("The database is not empty"));

  const there = folderWithKey(dataDir);
  writeFileSync(join(there, "letter.txt"), "dear reader");
  const damaged = join(temporaryDataDir(), "..", "damaged.sql");
  writeFileSync(damaged, bytes.subarray(0, -10));
  expect(await restore(there, damaged)).toMatchObject(refused("was cut short"));
  expect(await restore(there)).toMatchObject(refused("Say which file"));
  expect(await restore(there, file, "--wrong")).toMatchObject(refused("Say which file"));
  expect(readdirSync(there)).toEqual(["audit.key", "letter.txt"]);

  const restored = await restore(there, file);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/is restored \(transactions: 0, hawalas: 0, accounts: 1, users: 1\)\.\nThe books balance\.\n/);
  expect(readFileSync(join(there, "letter.txt"), "utf8")).toBe("dear reader");
  const second = launchServer({ DATA_DIR: there });
  const again = await adminOf(await second.ready);
  expect(again.status).toBe(200);
  expect(await again.list()).toMatchObject({ backups: [], lastGood: null });
});

/** A backup of the same office with this at its end: what takes minutes to load, or to verify. */
function heldBy(sql: string, file: string): string {
  const [content = ""] = readFileSync(file, "utf8").split("-- backup complete");
  const held = content.replace(/commit;\n$/, `${sql}\ncommit;\n`);
  const copy = join(file, "..", "held.sql");
  writeFileSync(copy, `${held}-- backup complete sha256:${createHash("sha256").update(held).digest("hex")}\n`);
  return copy;
}

/** An office's backup, and a folder for restoring it. */
async function backedUp(): Promise<{ readonly file: string; readonly there: string }> {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  const file = join(temporaryDataDir(), "..", "office.sql");
  writeFileSync(file, await (await adminOf(await server.ready)).download());
  server.kill("SIGTERM");
  await server.ended;
  return { file, there: folderWithKey(dataDir) };
}

test("a restore that is interrupted leaves the folder as it was", async () => {
  const { file, there } = await backedUp();
  const interrupted = launchCommand("restore", there, heldBy(holdVerification, file));
  // Its rows are there for good, and it is not on record yet that they were verified.
  await isHeld(there);
  // Through npm, one Ctrl+C arrives twice.
  for (const signal of ["SIGINT", "SIGINT"] as const) interrupted.kill(signal);
  expect(await interrupted.ended).toMatchObject({
    code: 130,
    stdout: "",
    stderr: expect.stringMatching(/The restore was interrupted, and nothing of it was kept\.\n$/),
  });
  expect(readdirSync(there)).toEqual(["audit.key"]);
});

test("whoever ends npm run restore by its process number ends the restore, too, though the shell in between hands no signal on", async () => {
  const { file, there } = await backedUp();
  const shell = launchCommandInShell("restore", there, heldBy(holdVerification, file));
  await isHeld(there);
  const pid = Number.parseInt(readFileSync(join(there, "sarraf.pid"), "utf8"), 10);
  onTestFinished(() => void (existsSync(join(there, "sarraf.pid")) && process.kill(pid, "SIGKILL")));
  shell.kill("SIGTERM");
  // Closed by the restore, which has it from the shell.
  const goesOn = pause(15_000, "the restore goes on", { ref: false });
  expect(await Promise.race([shell.ended, goesOn])).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/The restore was interrupted, and nothing of it was kept\.\n$/),
  });
  expect(readdirSync(there)).toEqual(["audit.key"]);
});

const databaseIsMade = (dataDir: string): Promise<unknown> =>
  eventually("its database is being made", () => existsSync(join(dataDir, "postgres")));

test.each([
  ["as its database is made", "", databaseIsMade, 0],
  ["while it loads", "select pg_sleep(600);", isHeld, 0],
  ["before its books are verified", holdVerification, isHeld, 1],
])("a restore that is killed %s is no office: a start says so, and it is run again there", async (_when, sql, moment, code) => {
  const { file, there } = await backedUp();
  const killed = launchCommand("restore", there, heldBy(sql, file));
  await moment(there);
  killed.kill("SIGKILL");
  await killed.ended;
  const cutOff = `A restore into DATA_DIR ${there} was cut off before it was done, as ${join(there, "restore.unfinished")} says, and what it left was never verified: move ${join(there, "postgres")} aside and run npm run restore again.\n`;
  await expect(launchServer({ DATA_DIR: there }).ready).rejects.toThrow(`The server ended with 1: ${cutOff}`);
  const again = await restore(there, file);
  expect([again.code, again.stderr]).toEqual([code, code === 0 ? "" : cutOff]);
  if (code === 1) {
    renameSync(join(there, "postgres"), join(there, "postgres.aside"));
    expect(await restore(there, file)).toMatchObject({ code: 0, stdout: expect.stringContaining("The books balance.") });
  }
  const server = launchServer({ DATA_DIR: there });
  expect((await adminOf(await server.ready)).status).toBe(200);
});

test("where the database's user may not create databases, a backup is made and said to be unchecked; with the right it is good", async () => {
  const external = await startExternalPostgres(inject("testDataDir"));
  onTestFinished(() => external.stop());
  await external.empty();
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
  const next = launchServer({ DATA_DIR: dataDir, DATABASE_URL: external.url("creator", "creator"), BACKUP_DIR: backupDir });
  const seen = await adminOf(await next.ready);
  const interrupted = await eventually("it is said", async () =>
    (await seen.list()).backups.find((backup) => backup.verdict === "failed"),
  );
  expect(interrupted).toMatchObject({ reason: "The server or the database was stopped before it was finished", fileName: null });
});
