import type { Connection } from "./connection.ts";
import { openEmbedded, startEmbedded } from "./embedded.ts";
import { openExternal } from "./external.ts";

/** The PostgreSQL of this installation, embedded or external. */
export interface DatabaseServer {
  /** Migrations, backup and restore connect as the owner. */
  readonly owner: Connection;
  /** Everything else connects as the application. */
  readonly app: Connection;
  /** Stops the embedded PostgreSQL; `hurry` does so without a checkpoint. An external one is left alone. */
  stop(hurry?: boolean): Promise<void>;
}

export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** For the server: it alone runs on its data folder. */
export async function startDatabaseServer(place: DatabasePlace, log: (line: string) => void): Promise<DatabaseServer> {
  return place.databaseUrl === undefined ? startEmbedded({ dataDir: place.dataDir, log }) : external(place.databaseUrl);
}

/** For commands (verify, demo, restore): beside a running server, or alone, for the duration of the command. */
export async function openDatabaseServer(place: DatabasePlace, log: (line: string) => void): Promise<DatabaseServer> {
  return place.databaseUrl === undefined ? openEmbedded({ dataDir: place.dataDir, log }) : external(place.databaseUrl);
}

async function external(databaseUrl: string): Promise<DatabaseServer> {
  return { ...(await openExternal(databaseUrl)), stop: async () => undefined };
}
