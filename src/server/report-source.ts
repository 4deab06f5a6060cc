import { setTimeout as pause } from "node:timers/promises";

import { sql, type Kysely } from "kysely";
import pg from "pg";
import type { Logger } from "pino";

import { clientConfig, openDatabase, type Database } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import { placeOf, replicatedPlace, type Ask } from "#db/place.ts";
import { StartError } from "#db/start-error.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Where reports are read that no act follows from: a replica of the database where there is one that is fresh, otherwise the database. */
export interface ReportSource {
  /** What the report says, and from a replica how far that was behind. */
  read<Report extends object>(read: (db: Kysely<DB>) => Promise<Report>): Promise<Report & { replicaAgeSeconds?: number }>;
  close(): Promise<void>;
}

/** A replica that is further behind is not read from. */
const oldestMs = 30_000;
/** A replica in good order is behind by milliseconds: so long one that is not there yet is waited for. */
const catchUpMs = 300;
const lookEveryMs = 20;
/** One that failed is left alone for so long: not every report is to wait for it. */
const restMs = 15_000;
const connections = 5;
/** A start does not wait longer for one that may be away. */
const startLookMs = 2_000;

/** Reads from the database alone. */
export function reportsFrom(db: Kysely<DB>): ReportSource {
  return { read: (read) => read(db), close: async () => undefined };
}

interface Sources {
  readonly primary: Kysely<DB>;
  /** As the application's role. */
  readonly replica: Connection;
  readonly log: Logger;
}

/**
 * Reads from the replica, and from the database itself while the replica is away, too old or cannot answer, or where the address
 * leads to another database.
 */
export function reportsFromReplica({ primary, replica, log }: Sources, oldest = oldestMs): ReportSource {
  const { db, close } = openDatabase(replica, { max: connections, applicationName: "sarraf reports", readsOnly: true });
  let restsUntil = 0;
  let place: string | undefined;
  const placeStatement = async (): Promise<string> => (place ??= await replicatedPlace(asking(primary)));
  let isToldOther = false;
  const other = (): void => {
    if (!isToldOther) log.warn("DATABASE_REPLICA_URL leads to another database; the database of DATABASE_URL answers for it");
    isToldOther = true;
  };
  return {
    async read(read) {
      if (performance.now() < restsUntil) return read(primary);
      try {
        return (await readReplica({ primary, db, oldest, placeStatement, other }, read)) ?? (await read(primary));
      } catch (error) {
        // What is refused there may be right here: an account of a moment ago.
        if (!(error instanceof Refusal)) {
          restsUntil = performance.now() + restMs;
          log.warn({ err: error }, "the replica could not be read from; the database answers for it");
        }
        return read(primary);
      }
    },
    close,
  };
}

interface Replica {
  readonly primary: Kysely<DB>;
  readonly db: Database["db"];
  readonly oldest: number;
  readonly placeStatement: () => Promise<string>;
  /** Told when it is a replica of another database. */
  readonly other: () => void;
}

/**
 * Undefined where it is too far behind, or of another database. Both are looked at before the report, on the same connection:
 * behind the address may be several.
 */
async function readReplica<Report extends object>(
  { primary, db, oldest, placeStatement, other }: Replica,
  read: (db: Kysely<DB>) => Promise<Report>,
): Promise<(Report & { replicaAgeSeconds: number }) | undefined> {
  const statement = await placeStatement();
  const { rows } = await sql<Moment>`
    select pg_current_wal_flush_lsn()::text as position, now(), place from (${sql.raw(statement)}) here`.execute(primary);
  const [moment] = rows;
  if (moment === undefined) return undefined;
  return db.connection().execute(async (one) => {
    if ((await placeOf(asking(one), statement)) !== moment.place) {
      other();
      return undefined;
    }
    const ageMs = await ageAt(one, moment);
    if (ageMs === undefined || ageMs > oldest) return undefined;
    return { ...(await read(one)), replicaAgeSeconds: Math.ceil(ageMs / 1000) };
  });
}

/** The database itself at a moment: how far its log was written, its clock, and which it is. */
interface Moment {
  readonly position: string;
  readonly now: Date;
  readonly place: string;
}

/** How far behind that moment; nothing where all of it has arrived. Undefined for what is no replica, or has replayed nothing yet. */
async function ageAt(replica: Kysely<DB>, { position, now }: Moment): Promise<number | undefined> {
  const deadlineAt = performance.now() + catchUpMs;
  for (;;) {
    const { rows } = await sql<{ arrived: boolean | null; last: Date | null }>`
      select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as arrived, pg_last_xact_replay_timestamp() as last
      where pg_is_in_recovery()`.execute(replica);
    const [seen] = rows;
    if (seen === undefined) return undefined;
    if (seen.arrived === true) return 0;
    if (performance.now() > deadlineAt) return seen.last === null ? undefined : Math.max(0, now.getTime() - seen.last.getTime());
    await pause(lookEveryMs);
  }
}

function asking(db: Kysely<DB>): Ask {
  return (statement) => sql.raw(statement).execute(db);
}

/** Refuses a DATABASE_REPLICA_URL of another database. One that is away is not judged: whoever reads from it looks first. */
export async function requireReplica(primary: Kysely<DB>, replica: Connection): Promise<void> {
  const statement = await replicatedPlace(asking(primary));
  const [here, there] = [await placeOf(asking(primary), statement), await placeFrom(replica, statement)];
  if (there === undefined || there === here) return;
  throw new StartError(
    "DATABASE_URL and DATABASE_REPLICA_URL do not lead to the same database: name a physical replica of it, or leave DATABASE_REPLICA_URL out.",
  );
}

/** Undefined where that cannot be told now. */
async function placeFrom(replica: Connection, statement: string): Promise<string | undefined> {
  const limits = { connectionTimeoutMillis: startLookMs, query_timeout: startLookMs };
  const client = new pg.Client({ ...clientConfig(replica, { applicationName: "sarraf start" }), ...limits });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await placeOf((text) => client.query(text), statement);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
