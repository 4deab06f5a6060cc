import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, inject, test } from "vitest";

import { restoreOffice, type Restored } from "#server/backup/restore.ts";
import { copyFolder } from "#test/support/copy-folder.ts";
import { eventually } from "#test/support/eventually.ts";
import { bareCluster } from "#test/support/made-once.ts";
import { refusedStart, startHere } from "#test/support/refused-start.ts";
import { compileCache, launchServer, temporaryDataDir, usedDataDir } from "#test/support/server-process.ts";

import { adminOf } from "./admin-of.ts";
import { holdVerification, isHeld, launchCommand } from "./held-command.ts";

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

/** The same within this process, where it is not what the command makes of it that is looked at. */
function restoreHere(dataDir: string, path: string): Promise<Restored> {
  const place = { dataDir, databaseUrl: undefined };
  return restoreOffice({ path, place, newAuditKey: false, despiteFaults: false, log: () => undefined });
}

/** A folder with nothing in it but the audit key of another. */
function folderWithKey(from: string): string {
  const dataDir = temporaryDataDir();
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(join(from, "audit.key"), join(dataDir, "audit.key"));
  return dataDir;
}

let office: Promise<{ readonly folder: string; readonly file: string }> | undefined;

/** The backup of an office, which is made once and which no test writes to, and a folder for restoring it. */
async function backedUp(): Promise<{ readonly file: string; readonly there: string }> {
  const { folder, file } = await (office ??= makeBackup());
  return { file, there: folderWithKey(folder) };
}

/** Makes a cluster without tables there, which spares whoever restores to it the longest part of the work. */
const withCluster = async (there: string): Promise<unknown> =>
  copyFolder(join(await bareCluster(), "postgres"), join(there, "postgres"));

async function makeBackup() {
  const folder = mkdtempSync(join(inject("testDataDir"), "backed-up-"));
  const dataDir = await usedDataDir();
  const server = await startHere({ DATA_DIR: dataDir });
  const file = join(folder, "office.sql");
  writeFileSync(file, await (await adminOf(server.url)).download());
  copyFileSync(join(dataDir, "audit.key"), join(folder, "audit.key"));
  await server.stop();
  return { folder, file };
}

test("an office comes back in another folder by one command, and every reason why not is one sentence and exit code 1", async () => {
  const { file, there } = await backedUp();
  const refused = (reason: string) => ({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(new RegExp(`^[^\\n]*${reason}[^\\n]*\\n$`)),
  });
  writeFileSync(join(there, "letter.txt"), "dear reader");
  const damaged = join(temporaryDataDir(), "..", "damaged.sql");
  writeFileSync(damaged, readFileSync(file).subarray(0, -10));
  const inEmergency = ["--new-audit-key", "--despite-faults"];
  expect(await restore(there, damaged, ...inEmergency)).toMatchObject(refused("was cut short"));
  expect(await restore(there)).toMatchObject(refused("Say which file"));
  expect(readdirSync(there)).toEqual(["audit.key", "letter.txt"]);

  const restored = await restore(there, file);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/is restored \(transactions: 0, hawalas: 0, accounts: 1, users: 1\)\.\nThe books balance\.\n/);
  expect(readFileSync(join(there, "letter.txt"), "utf8")).toBe("dear reader");
  const server = launchServer({ DATA_DIR: there });
  const admin = await adminOf(await server.ready);
  expect(admin.status).toBe(200);
  expect(await admin.list()).toMatchObject({ backups: [], lastGood: null });

  await expect(restoreHere(there, file)).rejects.toThrow(/is already in use by a running Sarraf \(process \d+\)/);
  server.kill("SIGTERM");
  await server.ended;
  await expect(restoreHere(there, file)).rejects.toThrow("The database is not empty");
  // The PostgreSQL that was started to look is stopped again: it would hold the command and the folder.
  expect(readdirSync(join(there, "postgres"))).not.toContain("postmaster.pid");
});

/** A backup of the same office with this at its end: what takes minutes to load, or to verify. */
function heldBy(sql: string, file: string): string {
  const [content = ""] = readFileSync(file, "utf8").split("-- backup complete");
  const held = content.replace(/commit;\n$/, `${sql}\ncommit;\n`);
  const copy = join(temporaryDataDir(), "..", "held.sql");
  writeFileSync(copy, `${held}-- backup complete sha256:${createHash("sha256").update(held).digest("hex")}\n`);
  return copy;
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

const databaseIsMade = (dataDir: string): Promise<unknown> =>
  eventually("its database is being made", () => existsSync(join(dataDir, "postgres")));

/** Lets a restore into that folder come so far, and kills it; answers what every start then says. */
async function killedRestore(there: string, file: string, moment: (dataDir: string) => Promise<unknown>): Promise<string> {
  const killed = launchCommand("restore", there, file);
  await moment(there);
  killed.kill("SIGKILL");
  await killed.ended;
  return `A restore into DATA_DIR ${there} was cut off before it was done, as ${join(there, "restore.unfinished")} says, and what it left was never verified: move ${join(there, "postgres")} aside and run npm run restore again.`;
}

/** Restores there again: a start would refuse the office as long as the folder says that it is unfinished. */
async function expectToBeDone(there: string, file: string): Promise<void> {
  expect((await restoreHere(there, file)).faults).toEqual([]);
  expect(existsSync(join(there, "restore.unfinished"))).toBe(false);
}

test.each([
  ["as its database is made", "", databaseIsMade],
  ["while it loads", "select pg_sleep(600);", isHeld],
])("a restore that is killed %s is no office: a start says so, and it is run again there", async (_when, sql, moment) => {
  const { file, there } = await backedUp();
  if (moment === isHeld) await withCluster(there);
  const cutOff = await killedRestore(there, heldBy(sql, file), moment);
  expect(await refusedStart({ DATA_DIR: there })).toBe(cutOff);
  await expectToBeDone(there, file);
});

test("so is one that is killed before its books are verified: it is run again once its database is moved aside", async () => {
  const { file, there } = await backedUp();
  await withCluster(there);
  const cutOff = await killedRestore(there, heldBy(holdVerification, file), isHeld);
  expect(await launchServer({ DATA_DIR: there }).ended).toEqual({ code: 1, said: `${cutOff}\n` });
  expect(await restore(there, file)).toEqual({ code: 1, stdout: "", stderr: `${cutOff}\n` });
  renameSync(join(there, "postgres"), join(there, "postgres.aside"));
  await expectToBeDone(there, file);
});
