import { rm } from "node:fs/promises";

import { Refusal } from "#kernel/refusal.ts";
import { audit, system, type AuditActor } from "#server/audit.ts";

import { failureOf, type BackupFailure } from "./failure.ts";
import { pathIn } from "./folder.ts";
import {
  backupSettings,
  countsAs,
  endInterrupted,
  nightAttempts,
  noteBegin,
  noteEnd,
  noteFiles,
  noteProgress,
} from "./record.ts";
import { outdated } from "./retention.ts";
import { insist, makeAndProve, makeForTaking, type Place, type Spooled } from "./run.ts";
import { isDue } from "./schedule.ts";
import { takeTurn, type Turn } from "./turn.ts";

/** The backups of an office, as this server makes them. */
export interface Backups {
  /** Where their files lie. */
  readonly folder: string;
  /** Begins one, unless one is under way here or on another server; answers the id of that one or this. */
  make(origin: "schedule" | "person", actor: AuditActor): Promise<number>;
  /** The database as it is now, to be taken along. Refuses while the disk or the database cannot give it. */
  take(signal: AbortSignal): Promise<Spooled>;
  /** Begins one where the schedule wants it now. */
  keepSchedule(now: Date): Promise<void>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
  /** Gives up what is under way, and leaves nothing of it. */
  stop(): Promise<void>;
}

const takenAtOnce = 2;
const retryAfterSeconds = 15;
const progressEveryMs = 1_000;

/** Puts them together; nothing happens yet. */
export function createBackups(place: Place): Backups {
  const stopped = new AbortController();
  let underWay: { readonly id: Promise<number>; readonly end: Promise<void> } | undefined;
  let taking = 0;

  const begin = (order: Pick<Run, "origin" | "actor" | "isWanted">): Promise<number> => {
    if (underWay !== undefined) return underWay.id;
    const id = Promise.withResolvers<number>();
    const end = run(place, { ...order, begun: id.resolve, stopped: stopped.signal })
      .catch(id.reject)
      .finally(() => {
        underWay = undefined;
      });
    underWay = { id: id.promise, end };
    return id.promise;
  };

  const idle = async (): Promise<void> => {
    await underWay?.end;
  };

  return {
    folder: place.folder,
    make: (origin, actor) => begin({ origin, actor, isWanted: async () => true }),
    idle,
    async take(signal) {
      if (taking >= takenAtOnce) {
        throw new Refusal("too_many", "Other backups are being created. Try again in a moment", { retryAfterSeconds });
      }
      taking += 1;
      try {
        return await makeForTaking(place, { signal: AbortSignal.any([signal, stopped.signal]), heard: () => undefined });
      } catch (error) {
        throw refusalOf(failureOf(error), error);
      } finally {
        taking -= 1;
      }
    },
    async keepSchedule(now) {
      if (underWay !== undefined || stopped.signal.aborted) return;
      await noteFiles(place.db, place.folder);
      if (await isWanted(place, now)) await begin({ origin: "schedule", actor: system, isWanted: () => isWanted(place, now) });
      else await endLeftOver(place);
    },
    async stop() {
      stopped.abort();
      await idle();
    },
  };
}

/** A defect stays one: it is answered and logged like any other. */
function refusalOf({ kind, message }: BackupFailure, thrown: unknown): unknown {
  if (kind === "unforeseen") return thrown;
  return new Refusal("unavailable", message, { retryAfterSeconds });
}

async function isWanted({ db }: Place, now: Date): Promise<boolean> {
  return isDue(now, await backupSettings(db), await nightAttempts(db, now));
}

/** What another server, or this one in its last life, did not finish. */
async function endLeftOver({ db, owner }: Place): Promise<void> {
  const left = await db.selectFrom("backups").select("id").where("finished_at", "is", null).limit(1).execute();
  if (left.length === 0) return;
  const turn = await takeTurn(owner);
  if (turn === undefined) return;
  try {
    await endInterrupted(db);
  } finally {
    turn.end();
  }
}

interface Run {
  readonly origin: "schedule" | "person";
  readonly actor: AuditActor;
  /** Asked again once no other server is at it. */
  readonly isWanted: () => Promise<boolean>;
  readonly begun: (id: number) => void;
  readonly stopped: AbortSignal;
}

async function run(place: Place, { origin, actor, isWanted: isStillWanted, begun, stopped }: Run): Promise<void> {
  const { db, owner } = place;
  const turn = await takeTurn(owner);
  if (turn === undefined) return begun(await idElsewhere(place));
  try {
    // Two servers look at the same moment: the second may have its turn when the first is done.
    if (!(await isStillWanted())) return begun(await lastId(place));
    await endInterrupted(db);
    const id = await noteBegin(db, origin, actor);
    begun(id);
    const verdict = await makeAndProve(place, id, watching(place, id, { turn, stopped }));
    await insist(() => noteEnd(db, { id, ...verdict }, actor), stopped);
    await removeOutdated(place);
  } catch (error) {
    place.log.error({ err: error }, "a backup could not be brought to its end");
    throw error;
  } finally {
    turn.end();
  }
}

/** The one that another server is making. */
async function idElsewhere({ db }: Place): Promise<number> {
  const row = await db
    .selectFrom("backups")
    .select("id")
    .where("finished_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (row !== undefined) return row.id;
  throw new Refusal("conflict", "Another server is about to make a backup. Look again in a moment");
}

/** The one that another server has just made. */
async function lastId({ db }: Place): Promise<number> {
  const { id } = await db.selectFrom("backups").select("id").orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  return id;
}

/** Notes how far it is, not more often than somebody would look. */
function watching({ db }: Place, id: number, { turn, stopped }: { readonly turn: Turn; readonly stopped: AbortSignal }) {
  let notedAt = performance.now();
  const heard = (percent: number): void => {
    const now = performance.now();
    if (now - notedAt < progressEveryMs) return;
    notedAt = now;
    noteProgress(db, id, percent).catch(() => undefined);
  };
  return { client: turn.client, signal: AbortSignal.any([stopped, turn.lost]), heard };
}

async function removeOutdated({ db, folder }: Place): Promise<void> {
  const { kept } = await backupSettings(db);
  // Since the last look a file may have gone: one that is counted for good now would have an older one removed that is.
  await noteFiles(db, folder);
  const over = await db
    .selectFrom("backups")
    .select(["id", "verdict", "file_name", "file_missing"])
    .where("finished_at", "is not", null)
    .orderBy("id", "desc")
    .execute();
  const finished = over.map((row) => ({ ...row, verdict: countsAs(row) }));
  for (const { id, file_name: fileName } of outdated(finished, kept)) {
    if (fileName !== null) await rm(pathIn(folder, fileName), { force: true });
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom("backups").where("id", "=", id).execute();
      if (fileName === null) return;
      await audit(tx, system, { action: "backup.removed", objectType: "backup", objectId: id, old: { fileName } });
    });
  }
}
