import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect } from "vitest";

import { compileCache } from "#test/support/server-process.ts";

/** What a command said, and the exit code that it ended with. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run verify` or another command as the package script does. */
export async function command(
  name: "verify" | "reset-second-factor" | "reset-password",
  dataDir: string,
  ...names: string[]
): Promise<Ended> {
  return commandIn({ DATA_DIR: dataDir }, name, ...names);
}

/** The same with these variables. */
export async function commandIn(environment: Readonly<Record<string, string>>, name: string, ...names: string[]): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../src/server/cli/${name}.ts`, import.meta.url));
  const env = { PATH: process.env["PATH"], ADMIN_PASSWORD: "a long enough password", ...compileCache(), ...environment };
  return promisify(execFile)(process.execPath, [program, ...names], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout,
      stderr: error.stderr,
    }),
  );
}

/** How a command ends where there is no office. */
export const noOffice = (place: string): Partial<Ended> => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(
    new RegExp(`^(?:The PostgreSQL programs in [^\\n]*\\n)?There is no office in ${place}: [^\\n]+\\.\\n$`),
  ),
});
