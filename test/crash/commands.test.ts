import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { attachEmbedded, startEmbedded } from "#db/embedded.ts";
import { eventually } from "#test/support/eventually.ts";
import { startExternalPostgres } from "#test/support/external-postgres.ts";
import { launchServer, temporaryDataDir, usedDataDir } from "#test/support/server-process.ts";

import { asSuperuser, holdVerification, isHeld, launchCommand } from "./held-command.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run verify`, `npm run demo` or another command as the package script does. */
async function command(
  name: "verify" | "demo" | "reset-second-factor" | "reset-password",
  dataDir: string,
  ...names: string[]
): Promise<Ended> {
  return commandIn({ DATA_DIR: dataDir }, name, ...names);
}

async function commandIn(environment: Readonly<Record<string, string>>, name: string, ...names: string[]): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../src/server/cli/${name}.ts`, import.meta.url));
  const env = { PATH: process.env["PATH"], ADMIN_PASSWORD: "a long enough password", ...environment };
  return promisify(execFile)(process.execPath, [program, ...names], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout,
      stderr: error.stderr,
    }),
  );
}

test("demo and verify work beside a running server, and verify without one; a row changed past the program is named", async () => {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  await server.ready;

  const demo = await command("demo", dataDir);
  expect(demo).toMatchObject({ code: 0, stdout: expect.stringContaining("60 accounts") });
  // The start has made the administrator.
  expect(demo.stdout).toMatch(
    /^Sign in as admin \(admin\) with the password you have\nSign in as mariam \(operator\) with \S+\n/,
  );
  const again = await command("demo", dataDir);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("in use") });
  expect(await command("verify", dataDir)).toMatchObject({ code: 0, stdout: expect.stringContaining("The books balance") });

  const reset = (...names: string[]): Promise<Ended> => command("reset-second-factor", dataDir, ...names);
  for (const name of ["reset-second-factor", "reset-password"] as const)
    for (const names of [[], ["mariam", "jan"]])
      expect(await command(name, dataDir, ...names)).toMatchObject({ code: 1, stderr: expect.stringContaining("Say whose") });
  expect(await reset("nobody")).toMatchObject({ code: 1, stderr: "There is no user nobody.\n" });
  expect(await reset("mariam")).toMatchObject({ code: 1, stderr: "mariam has no two-step sign-in.\n" });
  const given = await command("reset-password", dataDir, "mariam");
  expect(given).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mariam signs in with \S+ now, and chooses another/) });

  const { owner } = await attachEmbedded(dataDir);
  const client = new pg.Client({ ...owner });
  await client.connect();
  await client.query("update balances set debits = debits + 1 where account_id = 11 and currency_id = 2");
  await client.end();
  const named = { code: 1, stderr: expect.stringContaining("Balance of account 11 in currency 2") };
  expect(await command("verify", dataDir)).toMatchObject(named);

  server.kill("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(await command("verify", dataDir)).toMatchObject(named);
});

test("verify that is interrupted lets go of somebody else's PostgreSQL, and stops the one that it started itself", async () => {
  const dataDir = await usedDataDir();
  // No server: it would verify, too.
  const running = await startEmbedded({ dataDir, log: () => undefined });
  await asSuperuser(dataDir, holdVerification);
  const interrupted = { stdout: "", stderr: "Interrupted.\n" };

  const beside = launchCommand("verify", dataDir);
  await isHeld(dataDir);
  beside.kill("SIGTERM");
  expect(await beside.ended).toEqual({ code: 143, ...interrupted });
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

const noOffice = (place: string): Partial<Ended> => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(
    new RegExp(`^(?:The PostgreSQL programs in [^\\n]*\\n)?There is no office in ${place}: [^\\n]+\\.\\n$`),
  ),
});

test.each([["verify"], ["reset-second-factor", "admin"]] as const)(
  "%s makes no office in a data folder where there is none",
  async (name, ...names) => {
    const dataDir = temporaryDataDir();
    const refusal = noOffice(dataDir);
    expect(await command(name, dataDir, ...names)).toEqual(refusal);
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, "letter.txt"), "dear reader");
    expect(await command(name, dataDir, ...names)).toEqual(refusal);
    expect(readdirSync(dataDir)).toEqual(["letter.txt"]);
    // As a first start leaves it that ended before it made the tables.
    await (await startEmbedded({ dataDir, log: () => undefined })).stop();
    expect(await command(name, dataDir, ...names)).toEqual(refusal);
    expect(readdirSync(dataDir)).not.toContain("audit.key");
  },
);

test("verify makes nothing in an external PostgreSQL where there is no office, and one that only reads is told as that", async () => {
  const external = await startExternalPostgres(inject("testDataDir"));
  onTestFinished(() => external.stop());
  await external.empty();
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
  expect(await commandIn({ DATA_DIR: dataDir, DATABASE_URL: url }, "verify")).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database of DATABASE_URL is read-only: name the primary server there.\n",
  });
});
