import { spawn, spawnSync } from "node:child_process";
import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, inject, onTestFinished, test } from "vitest";

import { openAddress } from "#db/embedded-address.ts";
import { clusterOf, type Cluster } from "#db/embedded-cluster.ts";
import { startPostmaster } from "#db/embedded-postmaster.ts";
import { clearCluster, isRunning } from "#db/embedded-processes.ts";
import { preparePrograms } from "#db/embedded-programs.ts";
import { chooseUser } from "#db/embedded-user.ts";
import { startEmbedded } from "#db/embedded.ts";
import { usedDataDir } from "#test/support/server-process.ts";

const log = (): void => undefined;

/** A cluster as a machine crash leaves it: the files of a postmaster that names the given process. */
async function crashedCluster(pidOf: (cluster: Cluster) => number): Promise<Cluster> {
  const dataDir = await usedDataDir();
  const server = await startEmbedded({ dataDir, log });
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  const written = readFileSync(pidFile, "utf8");
  await server.stop();
  const runAs = chooseUser(join(dataDir, "postgres"));
  const cluster = clusterOf(dataDir, preparePrograms({ dataDir, runAs, log }), runAs);
  const pid = pidOf(cluster);
  writeAs(cluster, pidFile, written.replace(/^\d+/, String(pid)));
  writeAs(cluster, join(dataDir, "postgres", ".s.PGSQL.5432.lock"), `${pid}\n`);
  return cluster;
}

/** The file belongs to PostgreSQL's account, as if PostgreSQL had written it. */
function writeAs({ runAs }: Cluster, file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (runAs !== undefined) chownSync(file, runAs.uid, runAs.gid);
}

async function startsAndStops({ dataDir }: Cluster): Promise<void> {
  const server = await startEmbedded({ dataDir, log });
  expect(server.postmasterPid()).toBeGreaterThan(0);
  await server.stop();
}

/** A process of PostgreSQL's own account that has nothing to do with PostgreSQL. */
function bystander({ runAs }: Cluster): number {
  const child = spawn("sleep", ["600"], { cwd: "/", stdio: "ignore", ...runAs });
  onTestFinished(() => void child.kill());
  return child.pid as number;
}

function deadProcess(): number {
  return spawnSync("true").pid;
}

test("a note of a process that is gone does not prevent the start", async () => {
  await startsAndStops(await crashedCluster(deadProcess));
});

test("a note whose number belongs to another process by now does not prevent the start, and that process lives on", async () => {
  let pid = 0;
  await startsAndStops(await crashedCluster((cluster) => (pid = bystander(cluster))));
  expect(isRunning(pid)).toBe(true);
});

test("without that care PostgreSQL would refuse to start", async () => {
  const cluster = await crashedCluster(bystander);
  const address = openAddress(cluster.dataDir);
  await expect(startPostmaster({ cluster, address, settings: {} })).rejects.toThrow('lock file "postmaster.pid" already exists');
  address.close();
});

test("a note whose number belongs to the PostgreSQL of another folder by now does not harm that one", async () => {
  const other = Number.parseInt(readFileSync(join(inject("testDataDir"), "postgres", "postmaster.pid"), "utf8"), 10);
  await startsAndStops(await crashedCluster(() => other));
  expect(isRunning(other)).toBe(true);
});

test("a note that the crash left empty does not prevent the start", async () => {
  const cluster = await crashedCluster(deadProcess);
  writeAs(cluster, join(cluster.folder, "postmaster.pid"), "");
  await startsAndStops(cluster);
});

test("the postmaster of a living server keeps its note when another start is refused", async () => {
  const dataDir = await usedDataDir();
  const server = await startEmbedded({ dataDir, log });
  const note = (): string => readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const before = note();
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`process ${process.pid}`);
  expect(note()).toBe(before);
  await server.stop();
});

test("a PostgreSQL that runs on the folder but cannot be seen is neither doubled nor disturbed", async () => {
  const cluster = await crashedCluster(deadProcess);
  const address = openAddress(cluster.dataDir);
  const seen = await startPostmaster({ cluster: await cleared(cluster), address, settings: {} });
  // As in another container: the number in the note means nothing here.
  writeAs(cluster, join(cluster.folder, "postmaster.pid"), `${deadProcess()}\n`);
  await expect(startEmbedded({ dataDir: cluster.dataDir, log })).rejects.toThrow(
    "in use by a PostgreSQL server that cannot be seen from here",
  );
  expect(isRunning(seen.pid)).toBe(true);
  process.kill(seen.pid, "SIGQUIT");
  await seen.ended;
  address.close();
});

async function cleared(cluster: Cluster): Promise<Cluster> {
  await clearCluster(cluster);
  return cluster;
}
