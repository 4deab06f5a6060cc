import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { attachEmbedded } from "#db/embedded.ts";
import { eventually } from "#test/support/eventually.ts";
import { refusedStart } from "#test/support/refused-start.ts";
import { launchInShell, launchServer, temporaryDataDir, usedDataDir, type ServerProcess } from "#test/support/server-process.ts";

const inUse = (pid: number): RegExp =>
  new RegExp(`^DATA_DIR \\S+ is already in use by a running Sarraf \\(process ${pid}\\)[^\\n]*\\n$`);

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A log that the next start puts aside. */
const fullLogBytes = 10 * 1024 * 1024 + 1;

/** After so long a signal is one of its own. */
const laterMs = 600;

const waitingSignIn = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%lower(username)%'";

/** Sends a sign-in that cannot go on before `release`, and returns when it waits. */
async function holdRequest(
  dataDir: string,
  url: string,
): Promise<{ answer: Promise<unknown>; url: string; release: () => Promise<unknown> }> {
  const beside = await attachEmbedded(dataDir);
  // Two of them: within the transaction that holds the lock, what others do is told as it was at the first look.
  const [holder, watcher] = [1, 2].map(() => new pg.Client({ ...beside.superuser, database: "sarraf" })) as [
    pg.Client,
    pg.Client,
  ];
  for (const client of [holder, watcher]) await client.on("error", () => undefined).connect();
  await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  const body = JSON.stringify({ username: "nobody here", password: "a wrong password" });
  const sent = fetch(`${url}/api/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answer = sent.then(
    ({ status }) => status,
    () => "cut off",
  );
  await eventually("the request waits", async () => (await watcher.query(waitingSignIn)).rowCount === 1);
  return { answer, url, release: () => holder.query("COMMIT") };
}

function refused(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

/** The port of another program: PostgreSQL is stopped again, and nothing is spent or left over. */
async function expectOccupied(dataDir: string): Promise<void> {
  const occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, "127.0.0.1", resolve));
  const { port } = occupant.address() as AddressInfo;
  const backupDir = join(dataDir, "..", "a disk", "backups");
  const environment = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, PORT: String(port), ADMIN_PASSWORD: "" };
  const { code, said } = await launchServer(environment).ended;
  occupant.close();
  expect(code).toBe(1);
  expect(said.trimEnd().split("\n").at(-1)).toBe(
    `Port ${port} on 127.0.0.1 is occupied by another program: stop it or choose another PORT.`,
  );
  expect(said).not.toContain("    at ");
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
  // That the backups can be written was tried, and nothing of it is left.
  expect(readdirSync(backupDir)).toEqual([]);
  expect(statSync(backupDir).mode & 0o777).toBe(0o700);
  // A password that is shown once is not spent on a start that fails.
  expect(said).not.toContain("first administrator");
}

/** A cluster with checksums, least privileges, letters of every script and no TCP port, in a folder that its owner alone may enter. */
async function expectPrivate(dataDir: string): Promise<void> {
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  const beside = await attachEmbedded(dataDir);
  const roles =
    "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname LIKE $$sarraf%$$ ORDER BY 1";
  expect(await ask(beside.app, roles)).toEqual([
    { rolname: "sarraf_app", rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
    { rolname: "sarraf_owner", rolsuper: false, rolcreaterole: false, rolcreatedb: true, rolbypassrls: false },
  ]);
  const settings = `SELECT current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
    (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) AS owner, (SELECT count(*) > 0 FROM users) AS administered`;
  expect(await ask(beside.owner, settings)).toEqual([
    { checksums: "on", tcp: "", fsync: "on", owner: "sarraf_owner", administered: true },
  ]);
  await expect(ask(beside.app, "CREATE TABLE public.mine ()")).rejects.toThrow("permission denied");
  // The words of Persian and Pashto are letters to the trigram search.
  expect(await ask(beside.owner, "SELECT cardinality(show_trgm('سلام')) AS parts")).toEqual([{ parts: 5 }]);
  await beside.stop();
}

/** The server ends by itself, and PostgreSQL before it; nothing says any more that they run. */
async function expectStoppedInGoodOrder(server: ServerProcess, dataDir: string): Promise<void> {
  expect((await server.ended).code).toBe(0);
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
  expect(readdirSync(dataDir)).not.toContain("sarraf.pid");
  const log = readFileSync(join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("database system is shut down");
  expect(log).not.toContain("immediate shutdown");
}

test("a first start whose port is occupied ends with one sentence; the next puts a full log aside, has a private office, keeps others off it, and ends in good order at SIGHUP", async () => {
  const dataDir = temporaryDataDir();
  await expectOccupied(dataDir);
  expect(await refusedStart({ DATA_DIR: dataDir, HOST: "192.0.2.1" })).toBe(
    "HOST 192.0.2.1 is not an address of this machine: choose another HOST.",
  );

  truncateSync(join(dataDir, "postgres.log"), fullLogBytes);
  const server = launchServer({ DATA_DIR: dataDir });
  const url = await server.ready;
  expect(statSync(join(dataDir, "postgres.log.1")).size).toBe(fullLogBytes);
  await expectPrivate(dataDir);
  // As a process of its own such a start says nothing else: see the two that begin at the same time.
  expect(`${await refusedStart({ DATA_DIR: dataDir })}\n`).toMatch(inUse(server.pid));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  server.kill("SIGHUP");
  await expectStoppedInGoodOrder(server, dataDir);
});

test("whoever ends npm start by its process number ends the server, too, though the shell in between hands no signal on", async () => {
  const dataDir = await usedDataDir();
  const shell = launchInShell({ DATA_DIR: dataDir });
  await shell.ready;
  const pid = Number.parseInt(readFileSync(join(dataDir, "sarraf.pid"), "utf8"), 10);
  expect(pid).not.toBe(shell.pid);
  onTestFinished(() => void (existsSync(join(dataDir, "postgres", "postmaster.pid")) && process.kill(pid)));
  shell.kill("SIGTERM");
  await eventually("the server is gone", () => !existsSync(join(dataDir, "postgres", "postmaster.pid")));
  await shell.ended;
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");
});

/** A module that holds the import of the server up for a moment, and says so by a file. */
const slowImport = (begun: string): string => `
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  registerHooks({ resolve(name, context, next) {
    if (name === "./start.ts") {
      writeFileSync(${JSON.stringify(begun)}, "");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    }
    return next(name, context);
  } });`;

test("whoever ends npm start while the server is still being read ends it, too", async () => {
  const dataDir = await usedDataDir();
  const begun = join(dataDir, "begun");
  const preload = `--import=data:text/javascript,${encodeURIComponent(slowImport(begun))}`;
  const shell = launchInShell({ DATA_DIR: dataDir, NODE_OPTIONS: preload });
  onTestFinished(() => {
    const holder = join(dataDir, "sarraf.pid");
    if (existsSync(holder)) process.kill(Number.parseInt(readFileSync(holder, "utf8"), 10));
  });
  await eventually("it is being read", () => existsSync(begun));
  shell.kill("SIGTERM");
  // Closed by the server, which has it from the shell.
  const goesOn = pause(15_000, "the server goes on", { ref: false });
  expect(await Promise.race([shell.ended, goesOn])).toMatchObject({ code: null });
});

test("a signal during the start stops it in good order", async () => {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  await eventually("PostgreSQL is starting", () => readdirSync(join(dataDir, "postgres")).includes("postmaster.pid"));
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
});

test("a request in flight is answered before SIGINT, told twice at once as npm hands on a Ctrl+C, stops the server in good order", async () => {
  const dataDir = await usedDataDir();
  const server = launchServer({ DATA_DIR: dataDir });
  const { answer, url, release } = await holdRequest(dataDir, await server.ready);
  server.kill("SIGINT");
  // Another, because two of a kind may arrive as one.
  server.kill("SIGTERM");
  await eventually("no further request is accepted", () => refused(url));
  await release();
  expect(await answer).toBe(401);
  await expectStoppedInGoodOrder(server, dataDir);
});

test("of two simultaneous starts exactly one wins, also behind a crash; at a second signal it does not wait for a request in flight", async () => {
  const dataDir = temporaryDataDir();
  const { server: crashed } = await oneOfTwo(dataDir);
  crashed.kill("SIGKILL");
  await crashed.ended;

  const { server, url } = await oneOfTwo(dataDir);
  const { answer } = await holdRequest(dataDir, url);
  server.kill("SIGTERM");
  await eventually("no further request is accepted", () => refused(url));
  await pause(laterMs);
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  expect(await answer).not.toBe(401);
});

/** Starts two at the same time: one runs, and the other ends with one sentence that names it. */
async function oneOfTwo(dataDir: string): Promise<{ readonly server: ServerProcess; readonly url: string }> {
  const both = [launchServer({ DATA_DIR: dataDir }), launchServer({ DATA_DIR: dataDir })] as const;
  const urls = await Promise.allSettled(both.map(({ ready }) => ready));
  expect(urls.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const [server, lost] = urls[0]?.status === "fulfilled" ? both : ([both[1], both[0]] as const);
  expect(await lost.ended).toEqual({ code: 1, said: expect.stringMatching(inUse(server.pid)) });
  return { server, url: await server.ready };
}

// Every wrong value of every variable: src/server/config.test.ts.
test("a wrong variable ends the start with one sentence that names it", async () => {
  const { code, said } = await launchServer({ DATA_DIR: temporaryDataDir(), PORT: "http" }).ended;
  expect(code).toBe(1);
  expect(said).toMatch(/^PORT must [^\n]+\.\n$/);
});

test("a data folder that cannot be one ends the start with one sentence", async () => {
  const dataDir = temporaryDataDir();
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below"), "/proc/sarraf/data"]) {
    expect(await refusedStart({ DATA_DIR: folder })).toMatch(/^DATA_DIR \S+ cannot be created: [^\n]+\.$/);
  }
  // Nobody, not even root, may write into it.
  expect(await refusedStart({ DATA_DIR: "/proc" })).toMatch(/^DATA_DIR \/proc cannot be written by this user \(E[A-Z]+\): /);
});

test("a folder of backups that cannot be one ends the start with one sentence", async () => {
  const dataDir = temporaryDataDir();
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  // Nobody, not even root, may write into the last one.
  for (const folder of [file, join(file, "below"), "/proc/sarraf/backups", "/proc"]) {
    const said = await refusedStart({ DATA_DIR: dataDir, BACKUP_DIR: folder });
    expect(said).toMatch(new RegExp(`^BACKUP_DIR ${folder} cannot be used \\(E[A-Z]+\\): [^\\n]+\\.$`));
  }
  expect(readdirSync(dataDir)).toEqual(["file"]);
});

test("files of another PostgreSQL, and files of something else, are left alone", async () => {
  const dataDir = temporaryDataDir();
  mkdirSync(join(dataDir, "postgres"), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "postgres", "letter.txt"), "dear reader");
  expect(await refusedStart({ DATA_DIR: dataDir })).toMatch(/^\S+ holds files but no PostgreSQL cluster: .+$/);
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "14\n");
  expect(await refusedStart({ DATA_DIR: dataDir })).toMatch(/^\S+ was written by PostgreSQL 14, .+$/);
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["PG_VERSION", "letter.txt"]);
});

test("a Node that is too old is refused with one sentence", async () => {
  // It runs all but the backups and whatever tells of them: the calendar of the time zones is not in it yet.
  const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '25.9.0' } })";
  const { code, said } = await launchServer({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` })
    .ended;
  expect(code).toBe(1);
  expect(said).toMatch(/^Sarraf needs Node 26 or newer, this is Node 25\.9\.0: [^\n]+\n$/);
});
