import { writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { onTestFinished } from "vitest";

import { freePort } from "#db/embedded-address.ts";
import { clusterOf } from "#db/embedded-cluster.ts";
import { startPostmaster } from "#db/embedded-postmaster.ts";
import { stopPostmaster } from "#db/embedded-processes.ts";
import { preparePrograms } from "#db/embedded-programs.ts";
import { chooseUser } from "#db/embedded-user.ts";
import { startEmbedded } from "#db/embedded.ts";

import { temporaryDataDir } from "./server-process.ts";

/** A PostgreSQL that somebody else runs: reached by TCP, with passwords. */
export interface ExternalPostgres {
  /** The address of a database there as that user, whose password is its name reversed. */
  url(user: string, database: string): string;
  /** Runs SQL as the administrator of that PostgreSQL. */
  asAdministrator(sql: string): Promise<void>;
}

const administrator = "postgres";
const passwordOf = (user: string): string => [...user].toReversed().join("");
const log = (): void => undefined;

/** Starts one with the given settings for the duration of the test. */
export async function startExternalPostgres(settings: Readonly<Record<string, string>> = {}): Promise<ExternalPostgres> {
  const dataDir = temporaryDataDir();
  await prepare(dataDir);
  const runAs = chooseUser(join(dataDir, "postgres"));
  const cluster = clusterOf(dataDir, preparePrograms({ dataDir, runAs, log }), runAs);
  const port = await freePort();
  const address = { host: "127.0.0.1", port, password: passwordOf(administrator), close: () => undefined };
  const tcp = { listen_addresses: address.host, port: String(port), unix_socket_directories: "" };
  const { pid } = await startPostmaster({ cluster, address, settings: { ...tcp, ...settings } });
  onTestFinished(() => stopPostmaster(pid, cluster, "immediate"));
  const url = (user: string, database: string): string => `postgres://${user}:${passwordOf(user)}@127.0.0.1:${port}/${database}`;
  return { url, asAdministrator: (sql) => run(url(administrator, administrator), sql) };
}

/** An office whose user may create no roles, one whose user may, and the rule that passwords are asked for. */
async function prepare(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client(server.superuser);
  await client.connect();
  await client.query("DROP DATABASE sarraf");
  await client.query("DROP ROLE sarraf_app");
  await client.query("DROP ROLE sarraf_owner");
  await client.query(`ALTER ROLE ${administrator} PASSWORD '${passwordOf(administrator)}'`);
  for (const user of ["office", "creator"]) await client.query(`CREATE ROLE ${user} LOGIN PASSWORD '${passwordOf(user)}'`);
  await client.query("ALTER ROLE creator CREATEROLE");
  await client.query("CREATE DATABASE office OWNER office");
  await client.query("CREATE DATABASE creator OWNER creator");
  await client.end();
  await server.stop();
  writeFileSync(join(dataDir, "postgres", "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n");
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
