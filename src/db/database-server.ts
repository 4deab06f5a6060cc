import type { Connection } from "./connection.ts";
import { openEmbedded, openEmbeddedOffice, startEmbedded, type EmbeddedPostgres } from "./embedded.ts";
import { openExternal, type ExternalExpected } from "./external.ts";

/** The PostgreSQL of this installation, embedded or external. */
export interface DatabaseServer {
  /** Migrations, backup and restore connect as the owner. */
  readonly owner: Connection;
  /** Everything else connects as the application. */
  readonly app: Connection;
  /** The application past a pooler, where sessions of one's own are wanted. */
  readonly direct: Connection;
  /** Stops the embedded PostgreSQL; `hurry` does so without a checkpoint. An external one is left alone. */
  stop(hurry?: boolean): Promise<void>;
}

export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Past the pooler that the first address leads through; undefined where it leads through none. */
  readonly databaseDirectUrl?: string | undefined;
}

/** Receives what is said to whoever watches. */
type Log = (line: string) => void;

/** For the server: it alone runs on its data folder. */
export async function startDatabaseServer(place: DatabasePlace, log: Log): Promise<DatabaseServer> {
  return (await external(place)) ?? embedded(await startEmbedded({ dataDir: place.dataDir, log }));
}

/** For commands: beside a running server, or alone, for the duration of the command, until `abort`. Makes what is not there. */
export async function openDatabaseServer(place: DatabasePlace, log: Log, abort?: AbortSignal): Promise<DatabaseServer> {
  return (await external(place)) ?? embedded(await openEmbedded({ dataDir: place.dataDir, log, abort }));
}

/** For commands on an office that is there (verify, reset-password, reset-second-factor). Refuses a place without one, and makes nothing there. */
export async function openOffice(place: DatabasePlace, log: Log, abort?: AbortSignal): Promise<DatabaseServer> {
  const found = await external(place, { hasOffice: true });
  return found ?? embedded(await openEmbeddedOffice({ dataDir: place.dataDir, log, abort }));
}

function embedded(postgres: EmbeddedPostgres): DatabaseServer {
  return { ...postgres, direct: postgres.app };
}

async function external(
  { databaseUrl, databaseDirectUrl: directUrl }: DatabasePlace,
  expected?: ExternalExpected,
): Promise<DatabaseServer | undefined> {
  if (databaseUrl === undefined) return undefined;
  return { ...(await openExternal({ databaseUrl, directUrl }, expected)), stop: async () => undefined };
}
