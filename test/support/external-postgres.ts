import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

import { freePort } from "#db/embedded-address.ts";
import { clusterOf } from "#db/embedded-cluster.ts";
import { startPostmaster } from "#db/embedded-postmaster.ts";
import { stopPostmaster } from "#db/embedded-processes.ts";
import { preparePrograms } from "#db/embedded-programs.ts";
import { chooseUser } from "#db/embedded-user.ts";
import { startEmbedded } from "#db/embedded.ts";

import { copyFolder } from "./copy-folder.ts";

/** A PostgreSQL that somebody else runs: reached by TCP, with passwords. */
export interface ExternalPostgres {
  /** The address of a database there as that user, whose password is its name reversed. */
  url(user: string, database: string): string;
  /** Runs SQL as the administrator of that PostgreSQL. */
  asAdministrator(sql: string): Promise<void>;
  /** Stops it and starts it again, with these settings of the server. */
  restart(settings: Readonly<Record<string, string>>): Promise<void>;
  /** Makes it as new: empty databases of the users `office`, who may create no roles, and `creator`, who may; no role of ours. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

const administrator = "postgres";
const passwordOf = (user: string): string => [...user].toReversed().join("");
const log = (): void => undefined;

/**
 * Starts one, with its data in a folder of its own below that one. It is made ready for a test by `empty`. `bare` may hold what it begins
 * as: a data folder without tables, where it need not make one.
 */
export async function startExternalPostgres(below: string, bare?: string): Promise<ExternalPostgres> {
  const root = mkdtempSync(join(below, "external-"));
  const dataDir = join(root, "data");
  if (bare !== undefined) await copyFolder(bare, dataDir);
  await prepare(dataDir);
  const runAs = chooseUser(join(dataDir, "postgres"));
  const cluster = clusterOf(dataDir, preparePrograms({ dataDir, runAs, log }), runAs);
  const port = await freePort();
  const address = { host: "127.0.0.1", port, password: passwordOf(administrator), close: () => undefined };
  const tcp = { listen_addresses: address.host, port: String(port), unix_socket_directories: "" };
  let postmaster = await startPostmaster({ cluster, address, settings: tcp });
  const url = (user: string, database: string): string => `postgres://${user}:${passwordOf(user)}@127.0.0.1:${port}/${database}`;
  const asAdministrator = (...sql: string[]): Promise<void> => run(url(administrator, administrator), sql);
  return {
    url,
    asAdministrator,
    restart: async (settings) => {
      await stopPostmaster(postmaster.pid, cluster);
      postmaster = await startPostmaster({ cluster, address, settings: { ...tcp, ...settings } });
    },
    empty: () => asAdministrator(...emptying),
    stop: async () => {
      await stopPostmaster(postmaster.pid, cluster, "immediate");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const users = ["office", "creator"];

const emptying = [
  ...["latin", ...users].map((database) => `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  ...["sarraf_app", ...users].map((role) => `DROP ROLE IF EXISTS ${role}`),
  ...users.map((user) => `CREATE ROLE ${user} LOGIN PASSWORD '${passwordOf(user)}'`),
  "ALTER ROLE creator CREATEROLE",
  ...users.map((user) => `CREATE DATABASE ${user} OWNER ${user}`),
];

/** A cluster with nothing of ours in it, and the rule that passwords are asked for. */
async function prepare(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client(server.superuser);
  await client.connect();
  await client.query("DROP DATABASE sarraf");
  await client.query("DROP ROLE sarraf_app");
  await client.query("DROP ROLE sarraf_owner");
  await client.query(`ALTER ROLE ${administrator} PASSWORD '${passwordOf(administrator)}'`);
  await client.end();
  await server.stop();
  writeFileSync(join(dataDir, "postgres", "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n");
}

async function run(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
