import { openDatabase, type Database } from "#db/client.ts";
import { openOffice } from "#db/database-server.ts";
import { migrate } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readConfig, type Config } from "#server/config.ts";

import { Interrupted, runCommand, unlessInterrupted } from "./run-command.ts";

const connections = 10;

type Command = (config: Config, database: Database) => Promise<number>;

/**
 * Runs a command on the office's database, beside a running server or without one, and ends the process with its exit
 * code. Every expected failure is one sentence on the error output and exit code 1. Where there is no office it makes none,
 * unless it is opened in another way. Interrupted, it stops the PostgreSQL that it started, and beside a server only lets go.
 */
export async function withDatabase(command: Command, open: typeof openOffice = openOffice): Promise<void> {
  await runCommand(async (interrupted) => {
    const config = readConfig(process.env);
    const server = await open(config, (line) => console.error(line), interrupted);
    try {
      return await unlessInterrupted(interrupted, async () => {
        await migrate(server.owner);
        const database = openDatabase(server.direct, { max: connections });
        try {
          return await command(config, database);
        } finally {
          await database.close();
        }
      });
    } finally {
      await server.stop();
    }
  }, sentenceOf);
}

function sentenceOf(error: unknown): string {
  const isExpected = error instanceof StartError || error instanceof Refusal || error instanceof Interrupted;
  return isExpected ? error.message : `The command failed: ${(error as Error).message}`;
}
