import { copyFileSync, mkdirSync, mkdtempSync, rmSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { startDatabaseCluster, type DatabaseCluster } from "./database-cluster.ts";
import { startLoad, type Load } from "./load.ts";
import { signIn, startServer, type OfficeServer } from "./office-server.ts";
import { requirePackages } from "./packages.ts";
import {
  idempotency,
  jobs,
  liveEvents,
  planBackup,
  rateLimit,
  replicaReports,
  require,
  serials,
  sessions,
  verified,
  type TwoServers,
} from "./parts.ts";
import { endAll } from "./processes.ts";
import { screenDuringFailOver } from "./screen.ts";

const failOvers = 5;
const writingAgainWithinSeconds = 30;

/**
 * Two servers of the product on a cluster of three PostgreSQL nodes, built of Debian's packages on the loopback: what holds in one
 * process holds in both, and whatever is killed, nothing that was acknowledged is lost or doubled. Everything is removed again.
 */
export async function proveCluster(): Promise<{ readonly held: boolean; readonly figures: string }> {
  const root = mkdtempSync("/tmp/sarraf-cluster-");
  chmodSync(root, 0o755);
  const figures: string[] = [];
  const tell = (part: string, seen: string): void => {
    figures.push(seen);
    console.log(`  ${part.padEnd(16)} ${seen}`);
  };
  const interrupted = (): void => void clear(root).then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted);
  try {
    requirePackages();
    const startedAt = performance.now();
    const cluster = await startDatabaseCluster(root);
    tell("cluster", `three nodes and the ways to them stood after ${seconds(startedAt)} s`);
    await prove(root, cluster, tell);
    return { held: true, figures: figures.slice(-3).join("; ") };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`  failed           ${reason}`);
    return { held: false, figures: reason };
  } finally {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeListener(signal, interrupted);
    await clear(root);
  }
}

/** Whatever happened, nothing runs and nothing lies about afterwards; `KEEP_CLUSTER=1` leaves the logs. */
async function clear(root: string): Promise<void> {
  await endAll();
  if (process.env["KEEP_CLUSTER"] === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 10 });
}

type Tell = (part: string, seen: string) => void;

async function prove(root: string, cluster: DatabaseCluster, tell: Tell): Promise<void> {
  const environments = environmentsIn(root, cluster);
  tell("first start", await firstStart(root, environments));
  const limited = await startBoth(environments, { RATE_LIMIT_PER_MINUTE: "60" });
  const session = await signIn(limited.first.url);
  tell("rate limit", await rateLimit({ ...limited, session, direct: cluster.direct }));
  await limited.first.stop();
  await limited.second.stop();

  const servers: { first: OfficeServer; second: OfficeServer } = await startBoth(environments, {});
  const both: TwoServers = {
    get first() {
      return servers.first;
    },
    get second() {
      return servers.second;
    },
    session,
    direct: cluster.direct,
  };
  await planBackup(both);
  const parts = { sessions, idempotency, "live events": liveEvents, serials, "from a replica": replicaReports, jobs };
  for (const [name, part] of Object.entries(parts)) tell(name, await part(both));

  const urls = (): readonly string[] => [servers.first.url, servers.second.url];
  const load = await startLoad(session, urls);
  await pause(5_000);
  await servers.first.kill();
  servers.first = await startServer(environments[0]);
  await pause(5_000);
  tell("server killed", await settled(load, cluster));

  tell("leaders killed", await killLeaders(await startLoad(session, urls), cluster));
  tell("screen", await screenDuringFailOver({ url: servers.second.url, session, cluster }));
  tell("verify", await verified(both));
  await servers.first.stop();
  await servers.second.stop();
}

type Environments = readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>];

function environmentsIn(root: string, { pooled, direct, replica }: DatabaseCluster): Environments {
  const backups = join(root, "backups");
  const of = (name: string): Readonly<Record<string, string>> => ({
    DATA_DIR: join(root, name),
    BACKUP_DIR: backups,
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: direct,
    DATABASE_REPLICA_URL: replica,
  });
  return [of("server1"), of("server2")];
}

async function startBoth(environments: Environments, more: Readonly<Record<string, string>>) {
  const [first, second] = await Promise.all(environments.map((environment) => startServer({ ...environment, ...more })));
  if (first === undefined || second === undefined) throw new Error("two servers were wanted");
  return { first, second };
}

/** Both start at once on an empty database: one makes the audit key, the other asks for it. */
async function firstStart(root: string, environments: Environments): Promise<string> {
  const starts = await Promise.allSettled(environments.map(startServer));
  const asked = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
  require(asked.length === 1 &&
    (asked[0] ?? "").includes("copy the audit.key"), `first starts: ${asked.join(" and ") || "both went on"}`);
  const made = starts.findIndex(({ status }) => status === "fulfilled");
  mkdirSync(join(root, `server${String(2 - made)}`), { recursive: true, mode: 0o700 });
  copyFileSync(join(root, `server${String(made + 1)}`, "audit.key"), join(root, `server${String(2 - made)}`, "audit.key"));
  for (const start of starts) if (start.status === "fulfilled") await start.value.stop();
  return "two servers at once on an empty database: one migrated and made the key, the other asked for it in a sentence";
}

/** The promises of a load against the books. */
async function settled(load: Load, { direct }: DatabaseCluster): Promise<string> {
  await load.finish();
  const faults = await load.compare(direct);
  require(faults.length === 0, faults.join("; "));
  require((await load.compareWrongly(direct)).length === 3, "a lost, an invented and a doubled write would be noticed");
  return `${String(load.acknowledged)} writes acknowledged (${String(load.sentAgain)} of them sent again), 0 lost, 0 doubled, no gap in numbers`;
}

async function killLeaders(load: Load, cluster: DatabaseCluster): Promise<string> {
  const waits: number[] = [];
  for (let round = 0; round < failOvers; round += 1) {
    await pause(3_000);
    const { name, at } = await cluster.killLeader();
    waits.push(await load.writingAgain(at));
    await pause(2_000);
    await cluster.bringBack(name);
  }
  const after = waits.map((wait) => wait.toFixed(1)).join(", ");
  const seen = await settled(load, cluster);
  require(Math.max(...waits) <= writingAgainWithinSeconds, `writing again only after ${after} s`);
  return `${String(failOvers)} × kill -9: writing again after ${after} s; ${seen}`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}
