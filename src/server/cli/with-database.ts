import { openDatabase, type Database } from "#db/client.ts";
import { openDatabaseServer } from "#db/database-server.ts";
import { migrate } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readConfig, type Config } from "#server/config.ts";

const connections = 10;

/**
 * Runs a command on the office's database, beside a running server or without one, and ends the process with its exit
 * code. Every expected failure is one sentence on the error output and exit code 1.
 */
export async function withDatabase(command: (config: Config, database: Database) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(command);
  } catch (error) {
    const expected = error instanceof StartError || error instanceof Refusal;
    console.error(expected ? error.message : `The command failed: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

async function run(command: (config: Config, database: Database) => Promise<number>): Promise<number> {
  const config = readConfig(process.env);
  const server = await openDatabaseServer(config, (line) => console.error(line));
  try {
    await migrate(server.owner);
    const database = openDatabase(server.direct, { max: connections });
    try {
      return await command(config, database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
