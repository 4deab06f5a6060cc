import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { applicationRole, databaseName, ownerRole, type Connection } from "./connection.ts";
import { clusterFolderOf, freePort, needsPassword, openAddress, type Address } from "./embedded-address.ts";
import { clusterOf, ensureCluster, hasCluster } from "./embedded-cluster.ts";
import { folderInUse, makeDataFolder, takeFolder } from "./embedded-lock.ts";
import { superuser } from "./embedded-postmaster.ts";
import { preparePrograms } from "./embedded-programs.ts";
import { startFirst, supervise, type Supervised } from "./embedded-supervisor.ts";
import { chooseUser } from "./embedded-user.ts";
import { holdsOffice } from "./migrate.ts";
import { inWordsIfFull, StartError } from "./start-error.ts";

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Receives one line per remarkable event: a copy of the programs, a restart of PostgreSQL. */
  readonly log: (line: string) => void;
  /** Where the PostgreSQL programs are installed; by default the package for this platform. */
  readonly installedAt?: string;
  /** Server settings that win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gives the start up, with its reason: what was started is stopped. A recovery may take minutes. */
  readonly abort?: AbortSignal | undefined;
}

/** The embedded PostgreSQL as the rest of the program sees it. */
export interface EmbeddedPostgres {
  readonly owner: Connection;
  readonly app: Connection;
  /** For setting up alone; the server never works as it. */
  readonly superuser: Connection;
  /** The process of the PostgreSQL server as it is now; undefined while it is being restarted or belongs to another process. */
  postmasterPid(): number | undefined;
  /** Stops PostgreSQL and frees the data folder; beside a running server it only lets go. `hurry` skips the checkpoint. */
  stop(hurry?: boolean): Promise<void>;
}

const attachWithinMs = 20_000;

/** Starts the embedded PostgreSQL and keeps it running. Refuses a data folder that a running process holds. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return (await startUnlessHeld(options)) ?? Promise.reject(await folderInUse(options.dataDir));
}

/** For commands: uses the PostgreSQL of a running server, or starts one for the duration of the command. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return (await startUnlessHeld(options)) ?? attachEmbedded(options.dataDir, options.abort);
}

/** The same, where an office is there already. Refuses a data folder without one, and makes none. */
export async function openEmbeddedOffice(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  const missing = new StartError(`There is no office in ${dataDir}: set DATA_DIR to the folder of the one that is meant.`);
  if (!hasCluster(clusterFolderOf(dataDir))) throw missing;
  const postgres = await openEmbedded(options);
  try {
    if (!(await holdsOffice(postgres.owner))) throw missing;
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startUnlessHeld(options: EmbeddedOptions): Promise<EmbeddedPostgres | undefined> {
  const { dataDir, log } = options;
  makeDataFolder(dataDir);
  const lock = takeFolder(dataDir);
  if (lock === undefined) return undefined;
  let address: Address | undefined;
  try {
    const runAs = chooseUser(clusterFolderOf(dataDir));
    const programs = preparePrograms({ dataDir, runAs, log, installedAt: options.installedAt });
    const cluster = clusterOf(dataDir, programs, runAs);
    await ensureCluster(cluster);
    address = openAddress(dataDir, needsPassword() ? await freePort() : undefined);
    const wanted = { cluster, address, settings: options.settings ?? {} };
    const supervised = supervise(wanted, await startFirst(wanted, options.abort), log);
    await setUp(address).catch(async (error: unknown) => {
      await supervised.stop(true);
      throw error;
    });
    return own(address, supervised, lock.release);
  } catch (error) {
    address?.close();
    lock.release();
    throw inWordsIfFull(error, dataDir);
  }
}

function own(address: Address, supervised: Supervised, release: () => void): EmbeddedPostgres {
  const stop = async (hurry = false): Promise<void> => {
    try {
      await supervised.stop(hurry);
    } finally {
      address.close();
      release();
    }
  };
  let stopping: Promise<void> | undefined;
  return { ...connections(address), postmasterPid: supervised.pid, stop: (hurry) => (stopping ??= stop(hurry)) };
}

/** Waits until the server that holds the folder has its database ready, unless it is told to give up. */
export async function attachEmbedded(dataDir: string, abort?: AbortSignal): Promise<EmbeddedPostgres> {
  const deadlineAt = Date.now() + attachWithinMs;
  for (;;) {
    const attached = await tryAttach(dataDir);
    if (attached !== undefined) return attached;
    abort?.throwIfAborted();
    if (Date.now() > deadlineAt) {
      throw new StartError(`${(await folderInUse(dataDir)).message} Its database does not answer.`);
    }
    await pause(100);
  }
}

async function tryAttach(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  let address: Address;
  try {
    address = openAddress(dataDir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    return undefined;
  }
  const all = connections(address);
  const client = new pg.Client({ ...all.app, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return { ...all, postmasterPid: () => undefined, stop: async () => address.close() };
  } catch {
    address.close();
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connections(address: Address): Pick<EmbeddedPostgres, "owner" | "app" | "superuser"> {
  const base = superuser(address);
  return {
    superuser: base,
    owner: { ...base, user: ownerRole, database: databaseName },
    app: { ...base, user: applicationRole, database: databaseName },
  };
}

/** Roles and database, each made unless it is there: a start that was cut short is completed by the next. */
async function setUp(address: Address): Promise<void> {
  const client = new pg.Client(superuser(address));
  client.on("error", () => undefined);
  await client.connect();
  try {
    await ensureRole(client, ownerRole, "CREATEDB");
    await ensureRole(client, applicationRole, "");
    if (address.password !== undefined) {
      for (const role of [ownerRole, applicationRole])
        await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(address.password)}`);
    }
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`);
    await client.query(`REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${databaseName} TO ${applicationRole}`);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN ${attributes}`);
}
