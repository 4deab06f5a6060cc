import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import pg from "pg";
import { expect, test } from "vitest";

import { attachEmbedded } from "#db/embedded.ts";
import { launchServer, usedDataDir } from "#test/support/server-process.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run verify`, `npm run demo` or another command as the package script does. */
async function command(name: "verify" | "demo" | "reset-second-factor", dataDir: string, ...names: string[]): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../src/server/cli/${name}.ts`, import.meta.url));
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, ADMIN_PASSWORD: "a long enough password" };
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
  const again = await command("demo", dataDir);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("in use") });
  expect(await command("verify", dataDir)).toMatchObject({ code: 0, stdout: expect.stringContaining("The books balance") });

  const reset = (...names: string[]): Promise<Ended> => command("reset-second-factor", dataDir, ...names);
  expect(await reset()).toMatchObject({ code: 1, stderr: expect.stringContaining("Say whose") });
  expect(await reset("nobody")).toMatchObject({ code: 1, stderr: "There is no user nobody.\n" });
  expect(await reset("mariam")).toMatchObject({ code: 1, stderr: "mariam has no two-step sign-in.\n" });

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
