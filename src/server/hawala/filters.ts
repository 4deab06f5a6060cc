import { sql, type Kysely, type SqlBool } from "kysely";

import type { HawalaFilters, ListedHawalaFilters } from "#contract/hawala-lists.ts";
import type { DB } from "#db/types.gen.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { incomingStatuses, outgoingStatuses, type HawalaStatus } from "#kernel/hawala.ts";
import { containsFolded, hasGroupOfThree } from "#server/folded-text.ts";
import { every, placeIn, type Condition, type OrderedList, type Place } from "#server/ordered-list.ts";

import { hawalasNumbered } from "./numbers.ts";
import type { Question } from "./search.ts";

/** Days of a filter; an empty text is none. */
export type Dates = Pick<HawalaFilters, "fromDate" | "toDate">;

/** What a filter means, with what has to be looked up for it. */
export interface Wanted {
  /** Those that the direction and the status leave; each belongs to one direction. None where the two contradict each other. */
  readonly statuses: readonly HawalaStatus[];
  readonly dates: Dates;
  readonly currencyId: number | undefined;
  readonly partner: Partner | undefined;
  /** The accounts of which one has paid; undefined where it does not matter who has. */
  readonly paidFrom: readonly number[] | undefined;
  readonly batchId: number | undefined;
  /** Those that have the number; undefined where none is wanted by number. */
  readonly numbered: readonly number[] | undefined;
  readonly q: string | undefined;
}

/** A partner under both of his names: hawalas that he sent have his code, those that he pays out have his id. */
interface Partner {
  readonly id: number;
  /** Null where no account has the id. */
  readonly code: string | null;
}

/** Looks up what a filter names. Undefined where no hawala can meet it, such as one of an unknown currency. */
export async function wantedOf(db: Kysely<DB>, filters: ListedHawalaFilters): Promise<Wanted | undefined> {
  const { direction, status, currency, partnerAccountId, batchId, number, q } = filters;
  const ofDirection = direction === "incoming" ? incomingStatuses : direction === "outgoing" ? outgoingStatuses : everyStatus;
  const paidFrom = await payersOf(db, filters);
  // Only a passed hawala was paid from an account.
  const left = paidFrom === undefined ? ofDirection : ofDirection.filter((one) => one === "Passed");
  const statuses = status === undefined ? left : left.filter((one) => one === status);
  const currencyId = currency === undefined ? undefined : await currencyIdOf(db, currency);
  const numbered = number === undefined ? undefined : await idsOf(db, number);
  if (statuses.length === 0 || currencyId === null || numbered?.length === 0 || paidFrom?.length === 0) return undefined;
  const partner = partnerAccountId === undefined ? undefined : await partnerOf(db, partnerAccountId);
  return { statuses, dates: filters, currencyId, partner, paidFrom, batchId, numbered, q };
}

const everyStatus = [...incomingStatuses, ...outgoingStatuses];

/** Who may have paid: the account that is named, or those of the branch codes, also one of them that takes no postings any more. */
async function payersOf(db: Kysely<DB>, { branchAccountId, byBranch }: HawalaFilters): Promise<readonly number[] | undefined> {
  if (byBranch !== true) return branchAccountId === undefined ? undefined : [branchAccountId];
  const { rows } = await sql<{ id: number }>`
    select a.id from business_settings s join accounts a on a.code = any (s.branch_codes) and not a.is_system`.execute(db);
  const branches = rows.map(({ id }) => id);
  return branchAccountId === undefined ? branches : branches.filter((id) => id === branchAccountId);
}

/** Null where no currency has the code. */
export async function currencyIdOf(db: Kysely<DB>, code: string): Promise<number | null> {
  const known = db.selectFrom("currencies").select("id").where("code", "=", code.toUpperCase());
  return (await known.executeTakeFirst())?.id ?? null;
}

async function partnerOf(db: Kysely<DB>, id: number): Promise<Partner> {
  const account = await db.selectFrom("accounts").select("code").where("id", "=", id).executeTakeFirst();
  return { id, code: account?.code ?? null };
}

/** The hawalas with a number. */
async function idsOf(db: Kysely<DB>, number: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${hawalasNumbered(number)} numbered`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a status is one of an incoming hawala. */
export function isIncoming(status: HawalaStatus): boolean {
  return incomingStatuses.some((one) => one === status);
}

/** What a day, in this column, has to meet. */
export function withinDates({ fromDate = "", toDate = "" }: Dates, column: Condition): Condition[] {
  return [
    ...(fromDate === "" ? [] : [sql<SqlBool>`${column} >= ${fromDate}::date`]),
    ...(toDate === "" ? [] : [sql<SqlBool>`${column} <= ${toDate}::date`]),
  ];
}

/** Hawalas `t`, the latest day first. */
export const hawalaList: OrderedList = {
  table: sql`hawalas`,
  isIn: sql`true`,
  order: sql`t.transaction_date desc, t.id desc`,
  columns: sql`t.id, t.transaction_date`,
  key: sql`t.transaction_date::text`,
  after: ({ key, id }) => sql`(t.transaction_date, t.id) < (${key}::date, ${id}::integer)`,
};

/**
 * The hawalas that are wanted, as stretches of ordered indexes: of a batch, of each account that paid, of a partner, of a
 * currency, or of all, by status. What those leave open is looked at row by row, or found by indexes of its own.
 */
export function questionOf(wanted: Wanted): Question {
  const { batchId, currencyId, numbered, partner, q } = wanted;
  const days = withinDates(wanted.dates, sql`t.transaction_date`);
  const paidFrom = paidFromAny(wanted, sql`t.paid_from_account_id`);
  const ofCurrency = currencyId === undefined ? [] : [sql<SqlBool>`t.currency_id = ${currencyId}`];
  const ofStatus = wanted.statuses.map((status) => [sql<SqlBool>`t.status = ${status}`, ...ofPartner(wanted, status)]);
  const ofAnyStatus = sql<SqlBool>`(${sql.join(
    ofStatus.map((stretch) => sql`(${every(stretch)})`),
    sql` or `,
  )})`;
  const all = [ofAnyStatus, ...paidFrom, ...ofCurrency, ...days];
  // A text is judged last, because it costs the most for each row.
  const text = q === undefined ? undefined : textCondition(q);
  const texts = text === undefined ? [] : [text.condition];
  const textsFound = text?.isIndexed === true ? texts : [];
  const ofBatch = batchId === undefined ? [] : [sql<SqlBool>`t.import_batch_id = ${batchId}`];
  const ofNumber = numbered === undefined ? [] : [sql<SqlBool>`t.id = any (${[...numbered]}::integer[])`];
  if (batchId !== undefined || numbered !== undefined) {
    // A batch is short enough to be looked through, and so are the hawalas of a number.
    const branches = [[...ofNumber, ...ofBatch, ...days]];
    return { list: hawalaList, branches, others: [ofAnyStatus, ...paidFrom, ...ofCurrency, ...texts], indexed: [] };
  }
  const [branches, left] =
    wanted.paidFrom !== undefined
      ? [
          wanted.paidFrom.map((id) => [sql<SqlBool>`t.paid_from_account_id = ${id}`, ...days]),
          [...(partner === undefined ? [] : [ofAnyStatus]), ...ofCurrency],
        ]
      : partner !== undefined
        ? [ofStatus.map((stretch) => [...stretch, ...days]), ofCurrency]
        : [ofStatus.map((stretch) => [...stretch, ...ofCurrency, ...days]), []];
  const isFindable = left.length + textsFound.length > 0;
  return { list: hawalaList, branches, others: [...left, ...texts], indexed: isFindable ? [...textsFound, ...all] : [] };
}

/** What the account that paid, in this column, has to meet. */
export function paidFromAny({ paidFrom }: Wanted, column: Condition): Condition[] {
  return paidFrom === undefined ? [] : [sql<SqlBool>`${column} = any (${[...paidFrom]}::integer[])`];
}

/** Of the hawalas with this status those of the partner. An account that does not exist sent none. */
function ofPartner({ partner }: Wanted, status: HawalaStatus): Condition[] {
  if (partner === undefined) return [];
  return [
    isIncoming(status) ? sql<SqlBool>`t.sender_code = ${partner.code}::text` : sql<SqlBool>`t.partner_account_id = ${partner.id}`,
  ];
}

/**
 * Part of a name or number as it stands; of a number also in another notation than the one it was written in, of a name also with its
 * parts joined or parted otherwise.
 */
export function textCondition(q: string): { readonly condition: Condition; readonly isIndexed: boolean } {
  const key = hawalaKey(q);
  const words = [...new Set(/\p{N}/u.test(key) ? [q, key] : [q, ...otherJoints(q)])];
  const contained = words.map((word) => containsFolded(sql`t.search_text`, word));
  const condition = sql<SqlBool>`(${sql.join(contained, sql` or `)})`;
  return { condition, isIndexed: words.every(hasGroupOfThree) };
}

const blankInName = /(?<=\p{Script=Arabic})\s+(?=\p{Script=Arabic})/gu;
/** A name of more words is as good as unknown by one of them. */
const mostJoints = 4;

/**
 * "یوسفی پور", "یوسفیپور" and "یوسفی‌پور", with the joiner that nobody sees, are one name. What is searched has no joiners: so each blank of the
 * text may stand for one, and each joiner for a blank.
 */
function otherJoints(q: string): readonly string[] {
  const parted = q.replaceAll("\u200C", " ");
  const blanks = [...q.matchAll(blankInName)];
  if (blanks.length === 0 || blanks.length > mostJoints) return [parted];
  const joined = blanks.map(({ index, 0: blank }) => `${q.slice(0, index)}${q.slice(index + blank.length)}`);
  return [parted, ...joined, q.replaceAll(blankInName, "")];
}

/** Reads the cursor of a page. Refuses one that no list by days has given. */
export function placeOf(cursor: string): Place {
  return placeIn(cursor, (key) => parseBusinessDate(key) !== undefined);
}
