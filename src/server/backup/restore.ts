import { sql } from "kysely";
import type pg from "pg";

import { openDatabase, type Database } from "#db/client.ts";
import type { DatabasePlace, DatabaseServer } from "#db/database-server.ts";
import { clusterFolderOf } from "#db/embedded-address.ts";
import { migrate } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";
import { assert } from "#kernel/assert.ts";
import { chainHead, sealAuditRows } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";
import { auditKeyPath, markOfKey, openAuditKey, readAuditKey } from "#server/audit-key.ts";
import { audit, system } from "#server/audit.ts";

import { databaseFull, failureOf } from "./failure.ts";
import { isAlmostFull } from "./folder.ts";
import { checkFile, type WholeBackup } from "./format.ts";
import { interruptible } from "./interruption.ts";
import { loadDump } from "./load.ts";
import { restoring } from "./owner-connection.ts";
import { asOwner, openTarget, refuseNewer, type Target } from "./target.ts";
import { markUnfinished, unmarkUnfinished } from "./unfinished.ts";

/** What is restored, and to where. */
export interface RestoreOrder {
  readonly path: string;
  readonly place: DatabasePlace;
  /** The office's audit key is lost for good: begin a new chain of seals, and two-step sign-in anew. */
  readonly newAuditKey: boolean;
  /** Keep books that do not balance. */
  readonly despiteFaults: boolean;
  readonly log: (line: string) => void;
}

/** An office that is there again. */
export interface Restored {
  readonly made: string;
  readonly transactions: number;
  readonly hawalas: number;
  readonly accounts: number;
  readonly users: number;
  /** Run after the backup's own. */
  readonly migrations: readonly string[];
  readonly faults: readonly string[];
  /** Whose two-step sign-in went with the old key. */
  readonly withoutSecondStep: readonly string[];
  /** The end of the chain of seals in the backup, and now. */
  readonly headThen: string;
  readonly headNow: string;
}

/**
 * Restores a backup into an empty data folder or database, brings it to this program's state and verifies the books. Refuses a file
 * that is not whole or is newer than this program, a target that is not empty or in use, another audit key than the file's, and a
 * new one where the file's is there, each in one sentence; then, after any other failure, and where it is interrupted (it throws
 * the reason of that), the target is as empty as it was.
 */
export async function restoreOffice(order: RestoreOrder, interrupted = new AbortController().signal): Promise<Restored> {
  const { path, place, log } = order;
  const whole = await checkFile(path, interrupted);
  await refuseNewer(whole, path);
  (order.newAuditKey ? requireLostKey : requireKey)(whole, place.dataDir);
  const target = await openTarget(place, log);
  let isRestored = false;
  try {
    const restored = await fill(target, order, { whole, interrupted });
    isRestored = true;
    return restored;
  } catch (error) {
    throw await whyItWentAway(error, place);
  } finally {
    await target.close(!isRestored);
  }
}

/** A PostgreSQL that goes down for want of room says so in its own log alone. What it has written is still there to tell. */
async function whyItWentAway(error: unknown, { dataDir, databaseUrl }: DatabasePlace): Promise<unknown> {
  const isOurs = databaseUrl === undefined && failureOf(error).kind === "database";
  return isOurs && (await isAlmostFull(clusterFolderOf(dataDir))) ? databaseFull() : error;
}

function requireKey({ header }: WholeBackup, dataDir: string): void {
  const key = readAuditKey(dataDir);
  if (key !== undefined && markOfKey(key) === header.auditKey) return;
  const path = auditKeyPath(dataDir);
  throw new StartError(
    `${key === undefined ? `The file ${path} is missing` : `The file ${path} is the key of another office`}: put the audit.key there that belongs to this backup, because the audit log is sealed and two-step sign-in is locked with it. If it is lost for good, add --new-audit-key: the log is sealed anew, and whoever signs in with two steps does so with the password alone until the second is set up again.`,
  );
}

/** Seals and second factors that can still be opened are not thrown away. */
function requireLostKey({ header }: WholeBackup, dataDir: string): void {
  const key = readAuditKey(dataDir);
  if (key === undefined || markOfKey(key) !== header.auditKey) return;
  throw new StartError(`The file ${auditKeyPath(dataDir)} is the key that belongs to this backup: leave out --new-audit-key.`);
}

interface Filling {
  readonly whole: WholeBackup;
  readonly interrupted: AbortSignal;
}

async function fill(
  { server, database, emptyAgain }: Target,
  order: RestoreOrder,
  { whole, interrupted }: Filling,
): Promise<Restored> {
  // Before it may be, what is in the database is somebody else's.
  let isFilled = false;
  const filled = (mayBe: boolean): void => void (isFilled = mayBe);
  const { dataDir } = order.place;
  const nothingWasLeft = markUnfinished(dataDir, database);
  try {
    const restored = await interruptible(server, interrupted, async () => {
      await loadDump({ owner: server.owner, path: order.path, whole, filled }, () => undefined);
      return complete(server, order, whole);
    });
    unmarkUnfinished(dataDir);
    return restored;
  } catch (error) {
    if (isFilled) await emptyAgain();
    nothingWasLeft();
    throw error;
  }
}

/** Makes the office of this program out of what was loaded. */
async function complete(server: DatabaseServer, order: RestoreOrder, whole: WholeBackup): Promise<Restored> {
  const migrations = await migrate(server.owner);
  const withoutSecondStep = order.newAuditKey ? await asOwner(server, forgetOldKey) : [];
  const database = openDatabase(server.direct, { max: 2, applicationName: restoring });
  try {
    return { ...(await settle(database, order, whole)), migrations, withoutSecondStep };
  } finally {
    await database.close();
  }
}

/** What the lost key had sealed can be neither verified nor opened any more. Answers whose second step went. */
async function forgetOldKey(client: pg.Client): Promise<readonly string[]> {
  await client.query(
    "begin; alter table audit_seals disable trigger user; truncate audit_seals; alter table audit_seals enable trigger user; delete from audit_key",
  );
  const { rows } = await client.query<{ username: string }>(
    `with gone as (delete from second_factors returning user_id, confirmed_at)
      select username from users where id in (select user_id from gone where confirmed_at is not null) order by 1`,
  );
  await client.query("commit");
  return rows.map(({ username }) => username);
}

type Settled = Omit<Restored, "migrations" | "withoutSecondStep">;

/** Puts the restore itself on record, seals what was not sealed yet, and verifies the books. */
async function settle({ db }: Database, order: RestoreOrder, { header, sha256 }: WholeBackup): Promise<Settled> {
  const auditKey = await openAuditKey(db, order.place.dataDir);
  await audit(db, system, {
    action: "books.restored",
    objectType: "books",
    new: { made: header.made, sha256, auditHead: header.auditHead, newAuditKey: order.newAuditKey },
  });
  while ((await sealAuditRows(db, auditKey)) > 0);
  const { faults } = await verify(db, auditKey);
  if (faults.length > 0 && !order.despiteFaults) {
    throw new StartError(
      `The books of this backup do not balance (${faults[0] ?? ""}), and nothing of it was kept: take an earlier one, or add --despite-faults to keep it as it is.`,
    );
  }
  const { rows } = await sql<Record<"transactions" | "hawalas" | "accounts" | "users", number>>`
    select (select count(*)::integer from transactions) as transactions, (select count(*)::integer from hawalas) as hawalas,
      (select count(*)::integer from accounts where not is_system) as accounts, (select count(*)::integer from users) as users`.execute(
    db,
  );
  const [counts] = rows;
  assert(counts !== undefined, "counts are one row");
  return { ...counts, made: header.made, faults, headThen: header.auditHead, headNow: await chainHead(db) };
}
