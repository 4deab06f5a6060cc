import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { isRunning } from "#db/embedded-processes.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { eventually } from "#test/support/eventually.ts";
import { launchServer, temporaryDataDir, usedDataDir, type ServerProcess } from "#test/support/server-process.ts";

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** A query that never looks up: PostgreSQL's children notice the death of their parent only between two steps. */
async function occupyBackend(dataDir: string): Promise<number> {
  const beside = await attachEmbedded(dataDir);
  const client = new pg.Client(beside.superuser).on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  client.query("DO 'BEGIN LOOP END LOOP; END'").catch(() => undefined);
  await beside.stop();
  return rows[0]?.pid ?? 0;
}

const logOf = (dataDir: string): string => readFileSync(join(dataDir, "postgres.log"), "utf8");

test("after each kind of crash the next start goes on", async () => {
  const dataDir = await usedDataDir();
  const isUp = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

  // The server alone: the PostgreSQL that it left behind is ended.
  const first = launchServer({ DATA_DIR: dataDir });
  await first.ready;
  const orphan = postmasterOf(dataDir);
  first.kill("SIGKILL");
  await first.ended;
  expect(isRunning(orphan)).toBe(true);
  const second = launchServer({ DATA_DIR: dataDir });
  expect(await isUp(await second.ready)).toBe(true);
  expect(isRunning(orphan)).toBe(false);
  expect(postmasterOf(dataDir)).not.toBe(orphan);
  // It was stopped in good order: nothing had to be recovered.
  expect(logOf(dataDir)).toContain("received fast shutdown request");
  expect(logOf(dataDir)).not.toContain("not properly shut down");

  // Server and PostgreSQL, one of whose processes is still there: it recovers.
  const backend = await occupyBackend(dataDir);
  second.kill("SIGKILL");
  process.kill(postmasterOf(dataDir), "SIGKILL");
  await second.ended;
  expect(isRunning(backend)).toBe(true);
  const third = launchServer({ DATA_DIR: dataDir });
  expect(await isUp(await third.ready)).toBe(true);
  expect(logOf(dataDir)).toContain("not properly shut down");

  // A PostgreSQL that no longer reacts is ended by force.
  const stuck = postmasterOf(dataDir);
  third.kill("SIGKILL");
  await third.ended;
  process.kill(stuck, "SIGSTOP");
  await launchServer({ DATA_DIR: dataDir }).ready;
  expect(isRunning(stuck)).toBe(false);
});

/** How often a running server has warned of something. */
function warningsOf(server: ServerProcess, warning: RegExp): number {
  const [, running = ""] = /ready at \S+\n(.*)\n/s.exec(server.said()) ?? [];
  return running
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level, msg }) => level === 40 && warning.test(msg)).length;
}

test("a PostgreSQL that ends under a living server comes back by itself; meanwhile requests get 503, and none anything worse", async () => {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  const url = await server.ready;
  // Requests may be answered again before the server itself has seen that its PostgreSQL is there: what ends meanwhile has not started.
  const seenToRun = (times: number): Promise<boolean> =>
    eventually(
      "the server has PostgreSQL again",
      () => warningsOf(server, /^PostgreSQL runs again \(process \d+\)\.$/) === times,
    );
  const statuses = new Set<number>();
  const over = new AbortController();
  const clients = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) statuses.add((await fetch(`${url}/readyz`)).status);
  });
  await eventually("requests are answered", () => statuses.has(200));
  process.kill(postmasterOf(dataDir), "SIGKILL");
  await eventually("requests find the database away", () => statuses.has(503));
  await seenToRun(1);
  statuses.delete(200);
  await eventually("requests are answered again", () => statuses.has(200));
  over.abort();
  await Promise.all(clients);
  expect(statuses).toEqual(new Set([200, 503]));

  // One of its processes does not notice; and somebody else told it to stop.
  for (const [before, signal] of (["SIGKILL", "SIGINT"] as const).entries()) {
    if (signal === "SIGKILL") await occupyBackend(dataDir);
    process.kill(postmasterOf(dataDir), signal);
    await seenToRun(before + 2);
    await eventually("requests are answered", async () => (await fetch(`${url}/readyz`)).ok);
  }
  expect(warningsOf(server, /^PostgreSQL ended unexpectedly: starting it again\.$/)).toBe(3);
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
});

/** Every process of a PostgreSQL; the postmaster, which makes the others, comes first. */
function processesOf(postmaster: number): readonly number[] {
  const children = readFileSync(`/proc/${String(postmaster)}/task/${String(postmaster)}/children`, "utf8");
  return [postmaster, ...children.trim().split(" ").map(Number)].filter(isRunning);
}

test("while PostgreSQL hangs the server is not ready, and says so in time, as do the metrics", async () => {
  const dataDir = await usedDataDir();
  const token = "a-token-of-this-office-alone";
  const server = launchServer({ DATA_DIR: dataDir, METRICS_TOKEN: token });
  const url = await server.ready;
  const metrics = async (): Promise<string> => {
    const limited = { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(20_000) };
    return (await fetch(`${url}/metrics`, limited)).text();
  };
  expect(await metrics()).toContain("sarraf_database_up 1");
  const ready = async (): Promise<number> => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) })).status;
  expect(await ready()).toBe(200);
  const hanging = postmasterOf(dataDir);
  process.kill(hanging, "SIGSTOP");
  const all = processesOf(hanging);
  const goOn = (): void => all.filter(isRunning).forEach((pid) => process.kill(pid, "SIGCONT"));
  onTestFinished(goOn);
  for (const pid of all) process.kill(pid, "SIGSTOP");
  const figures = metrics();
  // More of them than the server has connections.
  expect(new Set(await Promise.all(Array.from({ length: 30 }, ready)))).toEqual(new Set([503]));
  expect(await figures).toContain("sarraf_database_up 0");
  goOn();
  await eventually("the server is ready again", async () => (await ready()) === 200);
});

test("a first start that was killed leaves nothing half-made", async () => {
  const dataDir = temporaryDataDir();
  const first = launchServer({ DATA_DIR: dataDir });
  const unfinished = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith("postgres.new-"));
  await eventually(
    "the cluster is being made",
    () => unfinished().length > 0 && readdirSync(join(dataDir, unfinished()[0] ?? "")).length > 0,
  );
  first.kill("SIGKILL");
  await first.ended;
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  expect(unfinished()).toHaveLength(1);
  const url = await launchServer({ DATA_DIR: dataDir }).ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(unfinished()).toEqual([]);
});
