import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

import { freePort } from "#db/embedded-address.ts";

import { postgresPrograms, programOf } from "./packages.ts";
import { killTree, startProgram, unprivileged, type Started } from "./processes.ts";
import { until } from "./until.ts";

/** Three PostgreSQL nodes under Patroni, and how clients find the one that leads. */
export interface DatabaseCluster {
  /** Through the pooler, as the application. */
  readonly pooled: string;
  /** The leader itself, as the owner of the database. */
  readonly direct: string;
  /** A node that follows, as the owner of the database. */
  readonly replica: string;
  /** Kills the leader and all of its processes, and answers its name and the moment. The other two are left. */
  killLeader(): Promise<{ readonly name: string; readonly at: number }>;
  /** Starts a killed node again and waits until all three are at it, one of them in step with the leader. */
  bringBack(name: string): Promise<void>;
  leader(): Promise<string | undefined>;
}

const password = "only on this loopback";
const database = "sarraf";
const owner = "sarraf_owner";
const application = "sarraf_app";
const formedWithinMs = 120_000;

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly restPort: number;
  patroni: Started | undefined;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Builds it in the folder, on ports of its own. */
export async function startDatabaseCluster(folder: string): Promise<DatabaseCluster> {
  const etcd = await startEtcd(own(join(folder, "etcd")));
  const nodes: Node[] = [];
  for (const name of ["node1", "node2", "node3"]) {
    const [port, restPort] = [await freePort(), await freePort()];
    nodes.push({ name, folder: own(join(folder, name)), port, restPort, patroni: undefined });
  }
  for (const node of nodes) {
    writeFileSync(join(node.folder, "patroni.json"), JSON.stringify(patroniSettings(node, etcd), undefined, 1), { mode: 0o644 });
    startNode(node);
  }
  await until("the cluster has a leader, and a node in step with it", formedWithinMs, () => isWhole(nodes));
  const ports = { primary: await freePort(), replicas: await freePort(), pooler: await freePort() };
  startProxies(own(join(folder, "proxies")), nodes, ports);
  const url = (user: string, port: number, name = database): string =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${String(port)}/${name}`;
  await until("the leader answers through HAProxy", 30_000, () => prepare(url("postgres", ports.primary, "postgres")));
  return {
    pooled: url(application, ports.pooler),
    direct: url(owner, ports.primary),
    replica: url(owner, ports.replicas),
    leader: async () => (await membersOf(nodes)).find(({ role }) => role === "leader")?.name,
    killLeader: async () => {
      const leader = (await membersOf(nodes)).find(({ role }) => role === "leader");
      const node = nodes.find(({ name }) => name === leader?.name);
      if (node?.patroni === undefined) throw new Error("nobody leads");
      killTree(node.patroni.pid, postmasterOf(node));
      const at = performance.now();
      await node.patroni.ended;
      return { name: node.name, at };
    },
    bringBack: async (name) => {
      const node = nodes.find((one) => one.name === name);
      if (node === undefined) throw new Error(`there is no ${name}`);
      startNode(node);
      await until(`${name} follows again`, formedWithinMs, () => isWhole(nodes));
    },
  };
}

function own(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function startEtcd(folder: string): Promise<string> {
  const [client, peer] = [`127.0.0.1:${String(await freePort())}`, `http://127.0.0.1:${String(await freePort())}`];
  const flags = {
    name: "etcd",
    "data-dir": join(folder, "data"),
    "listen-client-urls": `http://${client}`,
    "advertise-client-urls": `http://${client}`,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `etcd=${peer}`,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  startProgram([programOf["etcd-server"], ...args], { logPath: join(folder, "log"), cwd: folder });
  await until("etcd answers", 30_000, async () => (await fetch(`http://${client}/health`)).ok);
  return client;
}

/** As in docs/scaling.md: a lost leader is replaced within the lease of 20 seconds and a few more. */
function patroniSettings({ name, folder, port, restPort }: Node, etcd: string): object {
  const address = `127.0.0.1:${String(port)}`;
  const rest = `127.0.0.1:${String(restPort)}`;
  return {
    scope: "sarraf",
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        master_start_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: "512MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(folder, "data"),
      bin_dir: postgresPrograms,
      pgpass: join(folder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
      },
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
      ],
      parameters: { unix_socket_directories: folder, password_encryption: "scram-sha-256", log_lock_waits: "on" },
    },
  };
}

function startNode(node: Node): void {
  node.patroni = startProgram([programOf.patroni, join(node.folder, "patroni.json")], {
    logPath: join(node.folder, "log"),
    cwd: node.folder,
  });
}

function postmasterOf({ folder }: Node): readonly number[] {
  const file = join(folder, "data", "postmaster.pid");
  return existsSync(file) ? [Number.parseInt(readFileSync(file, "utf8"), 10)] : [];
}

async function membersOf(nodes: readonly Node[]): Promise<readonly Member[]> {
  for (const { restPort } of nodes) {
    try {
      const signal = AbortSignal.timeout(3_000);
      const answer = await fetch(`http://127.0.0.1:${String(restPort)}/cluster`, { signal });
      if (answer.ok) return ((await answer.json()) as { members: readonly Member[] }).members;
    } catch {
      // Another node may answer.
    }
  }
  return [];
}

async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const members = await membersOf(nodes);
  const roles = members.filter(({ state }) => state === "running").map(({ role }) => role);
  return roles.length === nodes.length && roles.includes("leader") && roles.includes("sync_standby");
}

interface Ports {
  readonly primary: number;
  readonly replicas: number;
  readonly pooler: number;
}

function startProxies(folder: string, nodes: readonly Node[], ports: Ports): void {
  const backend = (check: string): readonly string[] => [
    `  option httpchk GET ${check}`,
    "  http-check expect status 200",
    "  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions",
    ...nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${String(port)} check port ${String(restPort)}`),
  ];
  const haproxy = [
    "defaults",
    "  mode tcp",
    "  timeout connect 4s",
    "  timeout client 30m",
    "  timeout server 30m",
    "  timeout check 5s",
    "listen primary",
    `  bind 127.0.0.1:${String(ports.primary)}`,
    ...backend("/primary"),
    "listen replicas",
    `  bind 127.0.0.1:${String(ports.replicas)}`,
    ...backend("/replica"),
  ];
  const pgbouncer = [
    "[databases]",
    `${database} = host=127.0.0.1 port=${String(ports.primary)} dbname=${database}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${String(ports.pooler)}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(folder, "users.txt")}`,
    "pool_mode = transaction",
    "default_pool_size = 20",
    "max_client_conn = 200",
    "query_wait_timeout = 5",
    "server_connect_timeout = 4",
    "server_login_retry = 1",
  ];
  writeFileSync(join(folder, "haproxy.cfg"), `${haproxy.join("\n")}\n`, { mode: 0o644 });
  writeFileSync(join(folder, "pgbouncer.ini"), `${pgbouncer.join("\n")}\n`, { mode: 0o644 });
  writeFileSync(join(folder, "users.txt"), `"${application}" "${password}"\n`, { mode: 0o644 });
  const start = (command: readonly [string, ...string[]]): Started =>
    startProgram(command, { logPath: join(folder, "log"), cwd: folder });
  start([programOf.haproxy, "-db", "-f", join(folder, "haproxy.cfg")]);
  start([programOf.pgbouncer, join(folder, "pgbouncer.ini")]);
}

/** What an administrator does once: the two roles, the database. */
async function prepare(administrator: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: administrator, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount !== 0) return true;
    const secret = client.escapeLiteral(password);
    await client.query(`create role ${owner} login createdb password ${secret}`);
    await client.query(`create role ${application} login password ${secret}`);
    await client.query(`grant ${application} to ${owner}`);
    await client.query(`create database ${database} owner ${owner}`);
    return true;
  } finally {
    await client.end();
  }
}
