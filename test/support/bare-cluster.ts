import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { inject } from "vitest";

import { startEmbedded } from "#db/embedded.ts";

import { eventually } from "./eventually.ts";
import { temporaryDataDir } from "./server-process.ts";

/**
 * A data folder with a cluster in it and no tables, as a first start leaves it that ended early. To make one takes PostgreSQL longer
 * than most tests: for whatever the making does not matter to, this is a copy of one that the run makes once.
 */
export async function bareDataDir(): Promise<string> {
  const dataDir = temporaryDataDir();
  const made = join(inject("testDataDir"), "bare");
  if (isMine(`${made}.taken`)) await make(made);
  else await eventually("another worker has made the cluster", () => existsSync(made));
  // Owners and modes as they are: the cluster belongs to PostgreSQL's account.
  await promisify(execFile)("cp", ["-a", made, dataDir]);
  return dataDir;
}

async function make(made: string): Promise<void> {
  const making = `${made}.making`;
  await (await startEmbedded({ dataDir: making, log: () => undefined })).stop();
  renameSync(making, made);
}

/** Whether this is the first of all workers to ask. */
function isMine(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
