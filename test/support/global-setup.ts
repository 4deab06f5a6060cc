import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { startEmbedded } from "#db/embedded.ts";

import { createTemplate } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data folder of the PostgreSQL that all tests of a run share. */
    testDataDir: string;
  }
}

const prefix = "sarraf-test-";
const memory = "/dev/shm";
const roomNeeded = 6 * 1024 ** 3;

/**
 * Where the data lies. PostgreSQL is told nothing of it and waits for its disk as ever (`fsync` is on): only the answer is
 * quick where there is plenty of memory to be a disk.
 */
function folderForData(): string {
  if (process.platform !== "linux" || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomNeeded ? memory : tmpdir();
}

/** One PostgreSQL for the whole run, with a migrated template database that test databases are cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = mkdtempSync(join(folderForData(), prefix));
  const server = await startEmbedded({ dataDir, log: (line) => console.info(line), settings: { max_connections: "200" } });
  try {
    await createTemplate(server.owner);
  } catch (error) {
    await server.stop(true);
    throw error;
  }
  project.provide("testDataDir", dataDir);
  return async () => {
    await server.stop(true);
    // A server that was just ended may still be writing down what it compiled.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A run that was killed leaves its folder, and its PostgreSQL running in it. */
async function removeAbandoned(): Promise<void> {
  for (const folder of [tmpdir(), memory].filter(existsSync)) {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(prefix) && existsSync(join(folder, name, "sarraf.lock"))) await removeUnlessHeld(join(folder, name));
    }
  }
}

async function removeUnlessHeld(dataDir: string): Promise<void> {
  try {
    // Starting it takes the folder, which a run in progress would refuse, and ends what runs there.
    const server = await startEmbedded({ dataDir, log: () => undefined });
    await server.stop(true);
    rmSync(dataDir, { recursive: true, force: true });
  } catch {
    // Another run is using it.
  }
}
