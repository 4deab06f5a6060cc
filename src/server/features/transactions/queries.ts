import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type {
  DeletedTransaction,
  getTransaction,
  ListedTransaction,
  searchTransactions,
  TransactionVersion,
} from "#contract/transactions.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";
import { recordedOf, type RecordedTransaction as LedgerTransaction, type StoredVersion } from "#ledger/outcome.ts";
import type { Page } from "#server/http/answer.ts";
import { foundPage, type FoundPage } from "#server/ordered-list.ts";

import { deletedQuestion, liveQuestion, type Question, type SearchFilters } from "./filters.ts";
import { deletedReply, transactionReply, type Usernames } from "./replies.ts";
import { countMatches, findMatches } from "./search.ts";

type PageFilters = SearchFilters & Pick<z.output<NonNullable<(typeof searchTransactions)["query"]>>, "limit" | "cursor">;

/** A page of live transactions that meet every filter, newest first: by business date, then id, both descending. */
export async function findTransactions(db: Kysely<DB>, filters: PageFilters): Promise<Page<ListedTransaction>> {
  const { ids, ...rest } = await pageOf(db, liveQuestion(filters), filters);
  return { ...rest, rows: await listedRows(db, ids) };
}

/** A page of deleted transactions that meet every filter, the latest deletion first. */
export async function findDeletedTransactions(db: Kysely<DB>, filters: PageFilters): Promise<Page<DeletedTransaction>> {
  const { ids, ...rest } = await pageOf(db, deletedQuestion(filters), filters);
  return { ...rest, rows: await deletedRows(db, ids) };
}

async function pageOf(db: Kysely<DB>, question: Question | undefined, { limit, cursor }: PageFilters): Promise<FoundPage> {
  if (question === undefined) return { ids: [], total: 0, nextCursor: undefined };
  const after = cursor === undefined ? undefined : question.list.placeOf(cursor);
  const found = await findMatches(db, question, { limit, after });
  return foundPage(found, found.count ?? (await countMatches(db, question)));
}

/** The transactions with these ids as the lists show them, in the order asked; without those deleted since they were found. */
export async function listedRows(db: Kysely<DB>, ids: readonly number[]): Promise<ListedTransaction[]> {
  const { rows, usernames } = await rowsOf(db, ids, "live");
  return rows.map((row) => ({ ...transactionReply(row.recorded, usernames), ...accountNames(row) }));
}

/** The same of deleted ones, without those recovered since. */
export async function deletedRows(db: Kysely<DB>, ids: readonly number[]): Promise<DeletedTransaction[]> {
  const { rows, usernames } = await rowsOf(db, ids, "deleted");
  return rows.map((row) => ({ ...deletedReply(row.recorded, usernames), ...accountNames(row) }));
}

/** A row of a list: the transaction, with the code and name of its accounts as they are now. */
interface ListedRow {
  readonly recorded: LedgerTransaction;
  readonly outCode: string;
  readonly outName: string;
  readonly inCode: string;
  readonly inName: string;
}

function accountNames({ outCode, outName, inCode, inName }: ListedRow) {
  return { outAccountCode: outCode, outAccountName: outName, inAccountCode: inCode, inAccountName: inName };
}

const standings = {
  live: sql`and t.deleted_at is null`,
  deleted: sql`and t.deleted_at is not null`,
  either: sql``,
};

async function rowsOf(
  db: Kysely<DB>,
  ids: readonly number[],
  standing: keyof typeof standings,
): Promise<{ readonly rows: readonly ListedRow[]; readonly usernames: Usernames }> {
  if (ids.length === 0) return { rows: [], usernames: new Map() };
  const { rows } = await sql<ListedRow>`
    select transaction_json(t) as recorded, o.code as "outCode", concat_ws(' ', o.account_name, o.last_name) as "outName",
      i.code as "inCode", concat_ws(' ', i.account_name, i.last_name) as "inName"
    from unnest(${[...ids]}::integer[]) with ordinality place (id, rank)
    join transactions t on t.id = place.id ${standings[standing]}
    join accounts o on o.id = t.out_account_id
    join accounts i on i.id = t.in_account_id
    order by place.rank`.execute(db);
  const recorded = rows.map((row) => row.recorded);
  return { rows, usernames: await usernamesOf(db, recorded) };
}

/** One transaction, live or deleted. Refuses an id that no transaction has. */
export async function shownTransaction(db: Kysely<DB>, id: number): Promise<z.output<typeof getTransaction.reply>> {
  const { rows, usernames } = await rowsOf(db, [id], "either");
  const [row] = rows;
  if (row === undefined) throw noTransaction(id);
  const settled = db
    .selectFrom("partner_settlements")
    .select("id")
    .where("transaction_id", "=", id)
    .where("through_transaction_id", "is not", null);
  return {
    ...transactionReply(row.recorded, usernames),
    ...accountNames(row),
    deleted: row.recorded.deletedAt !== null,
    settlesHawalas: (await settled.executeTakeFirst()) !== undefined,
  };
}

interface AuditedVersion {
  readonly version: number;
  readonly action: string;
  readonly actor: string;
  readonly recordedAt: Date;
  readonly reason: string | null;
  readonly recorded: StoredVersion;
}

/** Every version of a transaction, oldest first. The audit log is where versions are kept. */
export async function historyOf(db: Kysely<DB>, id: number): Promise<TransactionVersion[]> {
  const { rows } = await sql<AuditedVersion>`
    select version, action, coalesce(actor, '') as actor, recorded_at as "recordedAt", reason, audited_state(a) as recorded
    from audit_log a
    where object_type = 'transaction' and object_id = ${String(id)} and version is not null
    order by version limit 5000`.execute(db);
  if (rows.length === 0) throw noTransaction(id);
  const versions = rows.map(({ recorded, ...version }) => ({ ...version, recorded: recordedOf(recorded) }));
  const usernames = await usernamesOf(
    db,
    versions.map((version) => version.recorded),
  );
  return versions.map((row) => ({
    version: row.version,
    action: actionOf(row.action),
    actor: row.actor,
    recordedAt: row.recordedAt.toISOString(),
    reason: row.reason,
    transaction: transactionReply(row.recorded, usernames),
  }));
}

function actionOf(audited: string): TransactionVersion["action"] {
  const action = (["created", "edited", "deleted", "recovered"] as const).find((known) => audited === `transaction.${known}`);
  assert(action !== undefined, `${audited} made no version`);
  return action;
}

function noTransaction(id: number): Refusal {
  return new Refusal("not_found", `There is no transaction ${String(id)}`);
}

/** The usernames of everyone who created, changed or deleted one of these transactions: one query for a whole page. */
async function usernamesOf(db: Kysely<DB>, recorded: readonly LedgerTransaction[]): Promise<Usernames> {
  const ids = new Set(recorded.flatMap((row) => [row.createdBy, row.modifiedBy, row.deletedBy].filter((id) => id !== null)));
  if (ids.size === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "username"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(users.map((user) => [user.id, user.username]));
}
