import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { expect, test } from "vitest";

import { openOffice } from "#db/database-server.ts";
import { attachEmbedded, startEmbedded } from "#db/embedded.ts";
import { eventually } from "#test/support/eventually.ts";
import { startHere } from "#test/support/refused-start.ts";
import { bareDataDir, temporaryDataDir, usedDataDir } from "#test/support/server-process.ts";

import { command, noOffice } from "./command.ts";
import { asSuperuser, holdVerification, isHeld, launchCommand, launchCommandInShell } from "./held-command.ts";

test("demo and verify work beside a running server, and verify without one; a row changed past the program is named", async () => {
  const dataDir = await usedDataDir();
  const server = await startHere({ DATA_DIR: dataDir });

  // What it makes of an office is looked at in src/server/demo/load.test.ts, and takes it longer than everything else here.
  const demo = launchCommand("demo", dataDir);
  await eventually(
    "its people are there",
    async () => (await asSuperuser(dataDir, "select from users where username = 'daud'")) === 1,
  );
  demo.kill("SIGTERM");
  const { code, stdout } = await demo.ended;
  expect(code).toBe(143);
  // The start has made the administrator.
  expect(stdout).toMatch(/^Sign in as admin \(admin\) with the password you have\nSign in as mariam \(operator\) with \S+\n/);
  expect(await command("verify", dataDir)).toMatchObject({ code: 0, stdout: expect.stringContaining("The books balance") });

  const sayWhose = { code: 1, stderr: expect.stringContaining("Say whose") };
  expect(await command("reset-password", dataDir, "mariam", "jan")).toMatchObject(sayWhose);
  const unknown = { code: 1, stderr: "There is no user nobody.\n" };
  expect(await command("reset-second-factor", dataDir, "nobody")).toMatchObject(unknown);
  const given = await command("reset-password", dataDir, "mariam");
  expect(given).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mariam signs in with \S+ now, and chooses another/) });

  const { owner } = await attachEmbedded(dataDir);
  const client = new pg.Client({ ...owner });
  await client.connect();
  await client.query("update balances set debits = debits + 1 where account_id = 11 and currency_id = 2");
  await client.end();
  await server.stop();
  expect(await command("verify", dataDir)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Balance of account 11 in currency 2"),
  });
});

test("verify that is interrupted, or whose shell is, lets go of somebody else's PostgreSQL, and stops the one that it started itself", async () => {
  const dataDir = await usedDataDir();
  // No server: it would verify, too.
  const running = await startEmbedded({ dataDir, log: () => undefined });
  await asSuperuser(dataDir, holdVerification);
  const interrupted = { stdout: "", stderr: "Interrupted.\n" };

  // The shell that npm runs it in hands no signal on; its streams are closed by the command, which has it from the shell.
  const beside = launchCommandInShell("verify", dataDir);
  await isHeld(dataDir);
  beside.kill("SIGTERM");
  const goesOn = pause(15_000, "the verification goes on", { ref: false });
  expect(await Promise.race([beside.ended, goesOn])).toMatchObject(interrupted);
  expect(await asSuperuser(dataDir, "select from users")).toBe(1);
  await running.stop();

  const alone = launchCommand("verify", dataDir);
  await isHeld(dataDir);
  // Through npm, one Ctrl+C arrives twice.
  for (const signal of ["SIGINT", "SIGINT"] as const) alone.kill(signal);
  expect(await alone.ended).toEqual({ code: 130, ...interrupted });
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
  expect(readdirSync(dataDir)).not.toContain("sarraf.pid");
});

test("a command that is interrupted while PostgreSQL starts leaves none behind", async () => {
  const dataDir = await usedDataDir();
  const verifying = launchCommand("verify", dataDir);
  await eventually("PostgreSQL is starting", () => existsSync(join(dataDir, "postgres", "postmaster.pid")));
  verifying.kill("SIGHUP");
  expect(await verifying.ended).toMatchObject({ code: 129 });
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
});

test("no command makes an office in a data folder where there is none", async () => {
  const dataDir = temporaryDataDir();
  expect(await command("reset-second-factor", dataDir, "admin")).toEqual(noOffice(dataDir));
  expect(existsSync(dataDir)).toBe(false);
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, "letter.txt"), "dear reader");
  await expectNoOffice(dataDir);
  expect(readdirSync(dataDir)).toEqual(["letter.txt"]);
  // As a first start leaves it that ended before it made the tables.
  const bare = await bareDataDir();
  await expectNoOffice(bare);
  expect(readdirSync(join(bare, "postgres"))).not.toContain("postmaster.pid");
});

/** What every command does with a place before anything else. */
async function expectNoOffice(dataDir: string): Promise<void> {
  const opening = openOffice({ dataDir, databaseUrl: undefined }, () => undefined);
  await expect(opening).rejects.toThrow(`There is no office in ${dataDir}: `);
}
