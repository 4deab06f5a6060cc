import { expect } from "vitest";

import { StartError } from "#db/start-error.ts";
import { readConfig } from "#server/config.ts";
import { startServer } from "#server/start.ts";

/**
 * Why the program does not start with these variables. Asked within this process, which costs a fraction of a process of its own; that
 * such a start is one line and exit code 1 has tests of its own.
 */
export async function refusedStart(environment: Readonly<Record<string, string>>): Promise<string> {
  const config = readConfig({ PORT: "0", ADMIN_PASSWORD: "a long enough password", LOG_LEVEL: "silent", ...environment });
  const refusal: unknown = await startServer(config, () => undefined).then(
    (server) => server.stop(true),
    (error: unknown) => error,
  );
  expect(refusal, "the start is refused").toBeInstanceOf(StartError);
  return (refusal as StartError).message;
}
