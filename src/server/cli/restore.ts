/** `npm run restore -- FILE`: an office from its backup, in an empty data folder or database. Exit code 1 when there is none. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { reasonOf, StartError } from "#db/start-error.ts";
import { failureOf } from "#server/backup/failure.ts";
import { restoreOffice, type Restored } from "#server/backup/restore.ts";
import { readConfig } from "#server/config.ts";

import { Interrupted, runCommand } from "./run-command.ts";

const usage = "Say which file: npm run restore -- FILE [--new-audit-key] [--despite-faults]";

await runCommand(async (interrupted) => {
  const restored = await restoreOffice(orderOf(process.argv.slice(2)), interrupted);
  report(restored);
  return restored.faults.length === 0 ? 0 : 1;
}, sentenceOf);

function sentenceOf(error: unknown): string {
  if (error instanceof Interrupted) return "The restore was interrupted, and nothing of it was kept.";
  const isExpected = error instanceof StartError || failureOf(error).kind !== "unforeseen";
  return isExpected ? failureOf(error).message : `The backup cannot be restored: ${reasonOf(error)}.`;
}

function orderOf(args: string[]) {
  const options = {
    "new-audit-key": { type: "boolean", default: false },
    "despite-faults": { type: "boolean", default: false },
  } as const;
  const parsed = parsedArgs(() => parseArgs({ args, options, allowPositionals: true }));
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  const { dataDir, databaseUrl, databaseDirectUrl } = readConfig(process.env);
  return {
    // npm starts scripts in the project's folder; a path is meant from where it was typed.
    path: resolve(process.env["INIT_CWD"] ?? ".", file),
    place: { dataDir, databaseUrl, databaseDirectUrl },
    newAuditKey: parsed.values["new-audit-key"],
    despiteFaults: parsed.values["despite-faults"],
    log: (line: string) => console.error(line),
  };
}

function parsedArgs<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new StartError(usage);
  }
}

function report({ made, faults, withoutSecondStep, ...restored }: Restored): void {
  const counts = (["transactions", "hawalas", "accounts", "users"] as const).map((name) => `${name}: ${String(restored[name])}`);
  console.log(`The office of ${made} is restored (${counts.join(", ")}).`);
  if (restored.migrations.length > 0) console.log(`It was brought up to date with ${restored.migrations.join(", ")}.`);
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? "The books balance." : `The books do not balance: ${String(faults.length)} faults.`);
  console.log(`The audit log was sealed up to ${restored.headThen} then, and is up to ${restored.headNow} now.`);
  if (withoutSecondStep.length > 0) {
    console.log(
      `These sign in with the password alone until they set up the second step again: ${withoutSecondStep.join(", ")}.`,
    );
  }
  console.log("Everybody signs in again. Check a few balances against the last printed lists before the counter opens.");
}
