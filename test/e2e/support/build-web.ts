import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The web that every office of a run serves, built once before all of them. */
export async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  await promisify(execFile)(process.execPath, ["src/web/build.ts"], { cwd: root });
}
