import { sql, type Expression, type Kysely, type SqlBool } from "kysely";
import type { z } from "zod";

import type { searchTransactions, Transaction, TransactionVersion } from "#contract/transactions.ts";
import type { DB } from "#db/types.gen.ts";
import { amountText, parseAmount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { largestId } from "#kernel/id.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import type { RecordedTransaction as LedgerTransaction } from "#ledger/outcome.ts";

import { transactionReply, type Usernames } from "./replies.ts";

type PageFilters = Pick<z.output<NonNullable<(typeof searchTransactions)["query"]>>, "limit" | "cursor">;
type SearchFilters = PageFilters & Partial<z.output<NonNullable<(typeof searchTransactions)["query"]>>>;

/** A page of ledger transactions, with the names of the people in it. */
export interface TransactionPage {
  readonly transactions: readonly LedgerTransaction[];
  readonly usernames: Usernames;
  readonly total: number;
  readonly nextCursor: string | undefined;
}

type Condition = Expression<SqlBool>;

/** Live transactions that meet every filter, newest first: by business date, then id, both descending. */
export async function findTransactions(db: Kysely<DB>, filters: SearchFilters): Promise<TransactionPage> {
  const conditions = conditionsOf(filters);
  if (conditions === undefined) return emptyPage;
  const live = [sql<SqlBool>`t.deleted_at is null`, ...conditions];
  const after = filters.cursor === undefined ? [] : [beforeInTime(filters.cursor)];
  return page(db, {
    filters,
    matching: live,
    onPage: after,
    order: sql`t.business_date desc, t.id desc`,
    cursorOf: (last) => `${last.businessDate}_${String(last.id)}`,
  });
}

/** Deleted transactions that meet every filter, the latest deletion first. */
export async function findDeletedTransactions(db: Kysely<DB>, filters: SearchFilters): Promise<TransactionPage> {
  const conditions = conditionsOf(filters);
  if (conditions === undefined) return emptyPage;
  const deleted = [sql<SqlBool>`t.deleted_at is not null`, ...conditions];
  const after = filters.cursor === undefined ? [] : [deletedBefore(filters.cursor)];
  return page(db, {
    filters,
    matching: deleted,
    onPage: after,
    order: sql`t.deleted_at desc, t.id desc`,
    cursorOf: (last) => `${inCursor(last.deletedAt ?? "")}_${String(last.id)}`,
  });
}

/** One transaction, live or deleted. Refuses an id that no transaction has. */
export async function shownTransaction(db: Kysely<DB>, id: number): Promise<Transaction & { deleted: boolean }> {
  const { rows } = await sql<{ recorded: LedgerTransaction }>`
    select transaction_json(t) as recorded from transactions t where t.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw noTransaction(id);
  const shown = transactionReply(row.recorded, await usernamesOf(db, [row.recorded]));
  return { ...shown, deleted: row.recorded.deletedAt !== null };
}

interface AuditedVersion {
  readonly version: number;
  readonly action: string;
  readonly actor: string;
  readonly recordedAt: Date;
  readonly reason: string | null;
  readonly recorded: LedgerTransaction;
}

/** Every version of a transaction, oldest first. The audit log is where versions are kept. */
export async function historyOf(db: Kysely<DB>, id: number): Promise<TransactionVersion[]> {
  const { rows } = await sql<AuditedVersion>`
    select version, action, coalesce(actor, '') as actor, recorded_at as "recordedAt", reason, new as recorded
    from audit_log
    where object_type = 'transaction' and object_id = ${String(id)} and version is not null
    order by version limit 5000`.execute(db);
  if (rows.length === 0) throw noTransaction(id);
  const usernames = await usernamesOf(
    db,
    rows.map((row) => row.recorded),
  );
  return rows.map((row) => ({
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
export async function usernamesOf(db: Kysely<DB>, recorded: readonly LedgerTransaction[]): Promise<Usernames> {
  const ids = new Set(recorded.flatMap((row) => [row.createdBy, row.modifiedBy, row.deletedBy].filter((id) => id !== null)));
  if (ids.size === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "username"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(users.map((user) => [user.id, user.username]));
}

const emptyPage: TransactionPage = { transactions: [], usernames: new Map(), total: 0, nextCursor: undefined };

interface PageQuery {
  readonly filters: SearchFilters;
  readonly matching: readonly Condition[];
  readonly onPage: readonly Condition[];
  readonly order: Expression<unknown>;
  readonly cursorOf: (last: LedgerTransaction) => string;
}

async function page(db: Kysely<DB>, query: PageQuery): Promise<TransactionPage> {
  const { filters, matching, onPage, order } = query;
  const accountId = wholeNumber(filters.accountId);
  // One ordered index scan per side of the account, merged: no sort of everything an account ever did.
  const sides =
    accountId === undefined
      ? [[]]
      : [
          [sql<SqlBool>`t.out_account_id = ${accountId}`],
          [sql<SqlBool>`t.in_account_id = ${accountId} and t.out_account_id <> ${accountId}`],
        ];
  const branches = sides.map(
    (side) =>
      sql`(select t.* from transactions t where ${all([...matching, ...onPage, ...side])} order by ${order} limit ${filters.limit + 1})`,
  );
  const counts = sides.map((side) => sql`(select count(*) from transactions t where ${all([...matching, ...side])})`);
  const [found, counted] = await Promise.all([
    sql<{ recorded: LedgerTransaction }>`
      select transaction_json(t) as recorded from (
        select t.id from (${sql.join(branches, sql` union all `)}) t order by ${order} limit ${filters.limit + 1}
      ) found join transactions t using (id) order by ${order}`.execute(db),
    sql<{ total: string }>`select (${sql.join(counts, sql` + `)})::text as total`.execute(db),
  ]);
  const transactions = found.rows.slice(0, filters.limit).map((row) => row.recorded);
  const last = transactions.at(-1);
  return {
    transactions,
    usernames: await usernamesOf(db, transactions),
    total: Number.parseInt(counted.rows[0]?.total ?? "0", 10),
    nextCursor: found.rows.length > filters.limit && last !== undefined ? query.cursorOf(last) : undefined,
  };
}

function all(conditions: readonly Condition[]): Expression<SqlBool> {
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** The filters but the account, as SQL. Undefined where one of them can match nothing, such as an amount of letters. */
function conditionsOf(filters: SearchFilters): readonly Condition[] | undefined {
  const conditions: Condition[] = [];
  if (filters.accountId !== undefined && wholeNumber(filters.accountId) === undefined) return undefined;
  if (filters.transType !== undefined && filters.transType !== "") conditions.push(sql`t.type = ${filters.transType}`);
  if (filters.referenceId !== undefined) {
    const id = wholeNumber(filters.referenceId);
    if (id === undefined) return undefined;
    conditions.push(sql`(t.id = ${id} or t.reference_id = ${id})`);
  }
  if (filters.narrative !== undefined) {
    // Folded as the index is, and only then are the signs that LIKE would interpret escaped.
    const folded = sql`regexp_replace(fold_text(${filters.narrative}), '([\\\\%_])', '\\\\\\1', 'g')`;
    conditions.push(sql`searchable_narrative(t.narrative, t.c_narrative) like '%' || ${folded} || '%'`);
  }
  if (filters.amount !== undefined) {
    const amount = parseAmount(filters.amount.replaceAll(",", ""));
    if (amount === undefined) return undefined;
    const text = amountText(amount);
    conditions.push(sql`(t.d_amount = ${text}::numeric or (t.c_amount = ${text}::numeric and t.c_amount <> t.d_amount))`);
  }
  if (filters.transactionDate !== undefined && filters.transactionDate !== "") {
    conditions.push(sql`t.business_date = ${filters.transactionDate}::date`);
  }
  return conditions;
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const number = Number.parseInt(text, 10);
  return number <= largestId ? number : undefined;
}

const wrongCursor = "The cursor is not one that this list has given";

function beforeInTime(cursor: string): Condition {
  const [date = "", id] = cursor.split("_");
  const businessDate = parseBusinessDate(date);
  const lastId = wholeNumber(id);
  if (businessDate === undefined || lastId === undefined) throw invalidField("cursor", wrongCursor);
  return sql`(t.business_date, t.id) < (${businessDate}::date, ${lastId}::integer)`;
}

/** To the microsecond, as PostgreSQL has it, and without the plus sign, which is a blank in an address. */
function inCursor(instant: string): string {
  return instant.replace("+00:00", "Z");
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/;

function deletedBefore(cursor: string): Condition {
  const [instant = "", id] = cursor.split("_");
  const [day = "", time = ""] = instant.split("T");
  const lastId = wholeNumber(id);
  const isInstant = parseBusinessDate(day) !== undefined && timeOfDay.test(time);
  if (!isInstant || lastId === undefined) throw invalidField("cursor", wrongCursor);
  return sql`(t.deleted_at, t.id) < (${instant}::timestamptz, ${lastId}::integer)`;
}
