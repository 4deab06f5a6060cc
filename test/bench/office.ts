import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import type { Connection } from "#db/connection.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { startExternalPostgres } from "#test/support/external-postgres.ts";
import { serverArguments } from "#test/support/server-arguments.ts";

const password = "bench password of this run";
const accountCount = 1_000;
const usd = 2;

/** A server of the product with a thousand accounts, and a signed-in admin. */
export interface BenchOffice {
  readonly url: string;
  readonly cookie: string;
  readonly accountIds: readonly number[];
  readonly superuser: Connection;
  /** Resident memory of the server process, in MiB: what it has now, and the most that it ever had. */
  memory(): { readonly now: number; readonly most: number };
  /** Stops the server and starts it again on its data, at another address. Milliseconds from the start of the process to "ready". */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts the product as its users do, in a process of its own, on a new data folder. `more` is added to its environment. */
export async function openBenchOffice(more: Environment = {}): Promise<BenchOffice> {
  const dataDir = mkdtempSync(join(tmpdir(), "sarraf-bench-"));
  const server = await startServer(dataDir, more);
  return officeOf({ server, dataDir, more, database: await attachEmbedded(dataDir), close: () => Promise.resolve() });
}

/** The same on a PostgreSQL that stands by itself and is reached by TCP, as `DATABASE_URL` names one. */
export async function openBenchOfficeOverTcp(): Promise<BenchOffice> {
  const postgres = await startExternalPostgres(tmpdir());
  await postgres.empty();
  const owner = postgres.url("creator", "creator");
  const more = { DATABASE_URL: owner };
  const dataDir = mkdtempSync(join(tmpdir(), "sarraf-bench-"));
  const server = await startServer(dataDir, more);
  const database = { superuser: connectionTo(postgres.url("postgres", "postgres")), owner: connectionTo(owner) };
  return officeOf({ server, dataDir, more, database, close: () => postgres.stop() });
}

function connectionTo(address: string): Connection {
  const { hostname: host, port, username: user, password: secret, pathname } = new URL(address);
  return { host, port: Number.parseInt(port, 10), user, password: secret, database: pathname.slice(1) };
}

interface Opened {
  readonly server: Started;
  readonly dataDir: string;
  readonly more: Environment;
  readonly database: { readonly superuser: Connection; readonly owner: Connection };
  /** Ends what the server stood on. */
  readonly close: () => Promise<void>;
}

async function officeOf({ server: first, dataDir, more, database, close }: Opened): Promise<BenchOffice> {
  let server = first;
  const accountIds = await openAccounts(database.owner);
  const cookie = await signIn(server.url);
  return {
    get url() {
      return server.url;
    },
    cookie,
    accountIds,
    superuser: database.superuser,
    memory: () => memoryOf(server.child),
    restart: async () => {
      await end(server.child);
      server = await startServer(dataDir, more);
      return server.readyAfterMs;
    },
    stop: async () => {
      await end(server.child);
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly readyAfterMs: number;
}

async function startServer(dataDir: string, more: Environment): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: "0",
      ADMIN_PASSWORD: password,
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "warn",
      ...more,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    let isReady = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      // What it says of a request that failed belongs beside the row that was missed.
      if (isReady) process.stderr.write(text);
      else said += text;
      const found = /ready at (http\S+)/.exec(said)?.[1];
      if (found === undefined) return;
      isReady = true;
      resolve(found);
    });
    child.once("close", (code) => reject(new Error(`the server ended with ${String(code)}`)));
  });
  return { child, url, readyAfterMs: performance.now() - startedAt };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

function memoryOf({ pid = 0 }: ChildProcess): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  const mebibytes = (name: string): number =>
    Math.round(Number.parseInt(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? "0", 10) / 1024);
  return { now: mebibytes("VmRSS"), most: mebibytes("VmHWM") };
}

async function openAccounts(owner: Connection): Promise<readonly number[]> {
  const client = new pg.Client({ ...owner });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      `insert into accounts (code, account_name, currency_id)
        select 'B' || n, 'Bench ' || n, $1 from generate_series(1, $2::integer) n returning id`,
      [usd, accountCount],
    );
    await client.query("select open_account_currency(id, currency_id) from accounts where code like 'B%'");
    await client.query("vacuum analyze");
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Signs a user in who has the admin's password; the Cookie header of the session. */
export async function signIn(url: string, username = "admin"): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || cookie === undefined) throw new Error(`sign-in failed: ${await answer.text()}`);
  return cookie;
}
