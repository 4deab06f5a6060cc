import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { inDatabase, type Connection } from "#db/connection.ts";

const run = promisify(execFile);
const scale = "10";
const clients = "8";
const threads = "2";

/** pgbench's TPC-B, PostgreSQL's own debit-credit benchmark, on the server that the product runs on. */
export interface TpcB {
  /** Transactions per second over that many seconds. */
  measure(seconds: number): Promise<number>;
}

/** Makes the benchmark's own database. Refuses where no pgbench is installed: it comes with a PostgreSQL server package. */
export async function prepareTpcB(superuser: Connection): Promise<TpcB> {
  const program = findPgbench();
  const client = new pg.Client({ ...superuser });
  await client.connect();
  await client.query("create database tpcb");
  await client.end();
  const { host = "", port = 5432, user = "", password = "" } = inDatabase(superuser, "tpcb");
  const options = { env: { ...process.env, PGPASSWORD: password } };
  const where = ["-h", host, "-p", String(port), "-U", user];
  await run(program, [...where, "-i", "-q", "-s", scale, "tpcb"], options);
  return {
    measure: async (seconds) => {
      const { stdout } = await run(program, [...where, "-c", clients, "-j", threads, "-T", String(seconds), "tpcb"], options);
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (tps === undefined) throw new Error(`pgbench said: ${stdout}`);
      return Number.parseFloat(tps);
    },
  };
}

function findPgbench(): string {
  const versions = "/usr/lib/postgresql";
  const found = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((left, right) => Number.parseInt(right, 10) - Number.parseInt(left, 10))
        .map((version) => join(versions, version, "bin", "pgbench"))
        .find((path) => existsSync(path))
    : undefined;
  if (found === undefined)
    throw new Error("pgbench is not installed; it comes with PostgreSQL's server package (Debian: postgresql).");
  return found;
}
