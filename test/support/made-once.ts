import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { inject } from "vitest";

import { startEmbedded } from "#db/embedded.ts";

import { eventually } from "./eventually.ts";

/** As long as a test may take: whoever waits waits no longer than he would have to make it himself. */
const madeWithinMs = 60_000;

/**
 * A folder that takes longer to make than most tests, and that a run makes once: the first worker to ask makes it, the others wait.
 * It is given to `make` as the path of a folder that is not there yet. Nobody may write to what was made.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const made = join(inject("testDataDir"), name);
  if (isMine(`${made}.taken`)) {
    const making = `${made}.making`;
    await make(making);
    renameSync(making, made);
  } else {
    await eventually(`another worker has made ${name}`, () => existsSync(made), madeWithinMs);
  }
  return made;
}

/** A data folder with a cluster in it and no tables, as a first start leaves it that ended early. For copies of it. */
export const bareCluster = (): Promise<string> =>
  madeOnce("bare", async (dataDir) => (await startEmbedded({ dataDir, log: () => undefined })).stop());

/** Whether this is the first of all workers to ask. */
function isMine(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
