import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { inject } from "vitest";

import type { Connection } from "#db/connection.ts";
import { freePort } from "#db/embedded-address.ts";
import { clusterOf, type Cluster } from "#db/embedded-cluster.ts";
import { startPostmaster, type Postmaster } from "#db/embedded-postmaster.ts";
import { stopPostmaster } from "#db/embedded-processes.ts";
import { preparePrograms } from "#db/embedded-programs.ts";
import { chooseUser } from "#db/embedded-user.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";

import { copyFolder } from "./copy-folder.ts";

/** A PostgreSQL with the office's database and one that follows it. */
export interface ReplicatedPostgres {
  readonly primary: Connection;
  /** The address of the one that follows, for DATABASE_REPLICA_URL. */
  readonly replicaUrl: string;
  /** As its administrator, for stopping the replay. */
  readonly replica: Connection;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

const log = (): void => undefined;
const administrator = { user: "postgres", host: "127.0.0.1" } as const;

/** Starts both, migrated; everybody on this machine is let in. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = mkdtempSync(join(inject("testDataDir"), "replicated-"));
  const folders = { primary: join(root, "primary"), replica: join(root, "replica") };
  await prepare(folders.primary);
  mkdirSync(folders.replica, { mode: 0o700 });
  await copyFolder(join(folders.primary, "postgres"), join(folders.replica, "postgres"));
  writeFileSync(join(folders.replica, "postgres", "standby.signal"), "");
  // Last of all: until they are taken, a port may go to somebody else.
  const ports = { primary: await freePort(), replica: await freePort() };
  const primary = await start(folders.primary, ports.primary, {});
  const from = `host=127.0.0.1 port=${String(ports.primary)} user=${administrator.user}`;
  const replica = await start(folders.replica, ports.replica, { primary_conninfo: from });
  let stopping: Promise<void> | undefined;
  const stopReplica = (): Promise<void> => (stopping ??= stopPostmaster(replica.postmaster.pid, replica.cluster, "immediate"));
  return {
    primary: { host: administrator.host, port: ports.primary, user: "sarraf_app", database: "sarraf" },
    replica: { ...administrator, port: ports.replica, database: "sarraf" },
    replicaUrl: `postgres://sarraf_app@127.0.0.1:${String(ports.replica)}/sarraf`,
    stopReplica,
    stop: async () => {
      await stopReplica();
      await stopPostmaster(primary.postmaster.pid, primary.cluster, "immediate");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function prepare(dataDir: string): Promise<void> {
  // One of its own: a copy of another has that one's number, by which two that are not of one cluster are told apart.
  const server = await startEmbedded({ dataDir, log });
  await migrate(server.owner);
  await server.stop();
  const rules = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"];
  writeFileSync(join(dataDir, "postgres", "pg_hba.conf"), `${rules.join("\n")}\n`);
  appendFileSync(join(dataDir, "postgres", "postgresql.conf"), "\nwal_level = replica\nhot_standby = on\n");
}

interface Running {
  readonly cluster: Cluster;
  readonly postmaster: Postmaster;
}

async function start(dataDir: string, port: number, settings: Readonly<Record<string, string>>): Promise<Running> {
  const runAs = chooseUser(join(dataDir, "postgres"));
  const cluster = clusterOf(dataDir, preparePrograms({ dataDir, runAs, log }), runAs);
  const address = { host: administrator.host, port, password: "", close: () => undefined };
  const tcp = { listen_addresses: address.host, port: String(port), unix_socket_directories: "", shared_buffers: "32MB" };
  return { cluster, postmaster: await startPostmaster({ cluster, address, settings: { ...tcp, ...settings } }) };
}
