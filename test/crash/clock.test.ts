import pg from "pg";
import { expect, test } from "vitest";

import { attachEmbedded } from "#db/embedded.ts";
import { launchServer, usedDataDir } from "#test/support/server-process.ts";

/** Starts and stops on an office, which is written to meanwhile by a clock that stands far ahead. */
async function writeAhead(dataDir: string): Promise<void> {
  const server = launchServer({ DATA_DIR: dataDir });
  await server.ready;
  const beside = await attachEmbedded(dataDir);
  const client = new pg.Client(beside.owner);
  await client.connect();
  await client.query(
    "INSERT INTO audit_log (recorded_at, action, object_type) VALUES ('2099-11-25 13:50Z', 'verification.run', 'verification')",
  );
  await client.end();
  await beside.stop();
  server.kill("SIGTERM");
  await server.ended;
}

test("a start whose clock went back says so, and so does every page", async () => {
  const dataDir = await usedDataDir();
  await writeAhead(dataDir);
  const server = launchServer({ DATA_DIR: dataDir });
  const url = await server.ready;
  const body = JSON.stringify({ username: "admin", password: "a long enough password" });
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const office = await fetch(`${url}/api/office`, { headers: { cookie } });
  expect(await office.json()).toHaveProperty("lastWritten", "2099-11-25T13:50:00.000Z");
  server.kill("SIGTERM");
  expect((await server.ended).said).toContain("the office was last written to at 2099-11-25T13:50:00.000Z: set the clock right");
});
