import { expect } from "vitest";

import { StartError } from "#db/start-error.ts";
import { readConfig } from "#server/config.ts";
import { startServer, type RunningServer } from "#server/start.ts";

/** Starts the program within this process, which costs half of what a process of its own does. Whoever starts it stops it. */
export function startHere(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const config = readConfig({ PORT: "0", ADMIN_PASSWORD: "a long enough password", LOG_LEVEL: "silent", ...environment });
  return startServer(config, () => undefined);
}

/**
 * Why the program does not start with these variables. Asked within this process; that such a start is one line and exit code 1 has tests of
 * its own.
 */
export async function refusedStart(environment: Readonly<Record<string, string>>): Promise<string> {
  const refusal: unknown = await startHere(environment).then(
    (server) => server.stop(true),
    (error: unknown) => error,
  );
  expect(refusal, "the start is refused").toBeInstanceOf(StartError);
  return (refusal as StartError).message;
}
