import { sql, type Expression, type SqlBool } from "kysely";
import type { z } from "zod";

import type { searchTransactions } from "#contract/transactions.ts";
import { amountText, parseAmount } from "#kernel/amount.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { idFrom } from "#kernel/id.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";
import { isMoment } from "#server/cursor.ts";
import { containsFolded } from "#server/folded-text.ts";
import { every, placeIn, type Condition, type ListQuestion, type OrderedList, type Place } from "#server/ordered-list.ts";

import { foundBy, narrativeLookedUp, narrativeOfRow } from "./search-narrative.ts";

type SearchQuery = z.output<NonNullable<(typeof searchTransactions)["query"]>>;
/** What is searched for, without where the page begins and how long it is. */
export type SearchFilters = Partial<Omit<SearchQuery, "limit" | "cursor">>;

/** A list of transactions that an index keeps in order, newest first. */
interface List extends OrderedList {
  /** Reads the cursor of a page. Refuses one that this list has not given. */
  placeOf(cursor: string): Place;
}

/** What a search asks for. */
export interface Question extends ListQuestion {
  readonly list: List;
  /** What indexes find rows by, wherever in the list those stand: at least the rows that meet these filters, maybe more. */
  readonly indexed: readonly Condition[];
  /** The same in the words in which the planner's statistics tell best how many rows that will be. */
  readonly expected: Condition;
  /** Whether those are all filters, so that few rows besides those that meet `others` are found. */
  readonly isFoundByIndexes: boolean;
  /** Whether rows that follow one another in the list also lie side by side, so that looking at many of them is cheap. */
  readonly isDense: boolean;
}

const columns = sql`t.id, t.business_date, t.deleted_at`;

/** Live transactions: by business date, then id, both descending. */
const liveList: List = {
  table: sql`transactions`,
  columns,
  isIn: sql`t.deleted_at is null`,
  order: sql`t.business_date desc, t.id desc`,
  key: sql`t.business_date::text`,
  after: ({ key, id }) => sql`(t.business_date, t.id) < (${key}::date, ${id}::integer)`,
  placeOf: (cursor) => placeIn(cursor, (key) => parseBusinessDate(key) !== undefined),
};

/** Deleted transactions: the latest deletion first. To the microsecond, as PostgreSQL has it. */
const deletedList: List = {
  table: sql`transactions`,
  columns,
  isIn: sql`t.deleted_at is not null`,
  order: sql`t.deleted_at desc, t.id desc`,
  key: sql`to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  after: ({ key, id }) => sql`(t.deleted_at, t.id) < (${key}::timestamptz, ${id}::integer)`,
  placeOf: (cursor) => placeIn(cursor, isMoment),
};

/** A search among the live transactions. Undefined where a filter can match nothing, such as an amount of letters. */
export function liveQuestion(filters: SearchFilters): Question | undefined {
  const conditions = conditionsOf(filters, narrativeOfRow);
  if (conditions === undefined) return undefined;
  const { account, type, date, rest } = conditions;
  const types = type === undefined ? [] : [type];
  const dates = date === undefined ? [] : [date];
  // A pair of letters is in too many rows to be worth an index beside a filter that finds rows by itself.
  const isNarrow = account !== undefined || date !== undefined || rest.length > 1;
  const found = rest.filter(({ finds }) => finds === "rows" || (finds === "pairs" && !isNarrow));
  const branches =
    account === undefined
      ? [[...types, ...dates]]
      : account.sides.flatMap((side) => (type === undefined ? eachType : [type]).map((one) => [side, one, ...dates]));
  const byOrder = [account?.either, type, date].filter((given) => given !== undefined);
  const indexed = [...byOrder, ...found.map(({ inIndex }) => inIndex)];
  return {
    list: liveList,
    branches,
    others: rest.map(({ condition }) => condition),
    indexed,
    expected: oneOf(every(indexed), every([...byOrder, ...found.map(({ inStatistics }) => inStatistics)])),
    isFoundByIndexes: found.length === rest.length,
    isDense: account === undefined,
  };
}

/** A search among the deleted ones. The index of their order has everything in it but the narratives. */
export function deletedQuestion(filters: SearchFilters): Question | undefined {
  const conditions = conditionsOf(filters, narrativeLookedUp);
  if (conditions === undefined) return undefined;
  const others = everything(conditions);
  const found = conditions.rest.filter(({ findsDeleted }) => findsDeleted).map(({ inIndex }) => inIndex);
  // With a further filter a walk along that one index costs less than to collect the words, of which many rows may have each.
  const indexed = found.length === others.length ? found : [];
  return {
    list: deletedList,
    branches: [[]],
    others,
    indexed,
    expected: every(indexed),
    isFoundByIndexes: true,
    // Few narratives are looked up where a further filter has judged the rows before.
    isDense: filters.narrative === undefined || others.length > 1,
  };
}

interface Conditions {
  readonly account: { readonly sides: readonly Condition[]; readonly either: Condition } | undefined;
  readonly type: Condition | undefined;
  readonly date: Condition | undefined;
  readonly rest: readonly FreeCondition[];
}

/** A filter that no ordered index stands for, and how an index of its own finds its rows. */
interface FreeCondition {
  readonly condition: Condition;
  /** The same or somewhat more, as its index takes it. */
  readonly inIndex: Condition;
  /** The same or less, as the planner's statistics know it: groups of letters that overlap seem to have nothing to do with each other. */
  readonly inStatistics: Condition;
  /** A pair of letters finds rows by very many entries of its index, of which most are empty. */
  readonly finds: "rows" | "pairs" | "nothing";
  readonly findsDeleted: boolean;
}

function everything({ account, type, date, rest }: Conditions): Condition[] {
  return [account?.either, type, date, ...rest.map(({ condition }) => condition)].filter((given) => given !== undefined);
}

/** At least one of the two, and so expected in at least as many rows as either. */
function oneOf(one: Condition, other: Condition): Condition {
  return sql`((${one}) or (${other}))`;
}

const eachType = transactionTypes.map((type) => typeCondition(type));

function typeCondition(type: string): Condition {
  return sql`t.type = ${type}`;
}

function conditionsOf(filters: SearchFilters, narrative: Expression<string>): Conditions | undefined {
  const rest: FreeCondition[] = [];
  if (filters.referenceId !== undefined) {
    const id = idFrom(filters.referenceId);
    if (id === undefined) return undefined;
    const condition = sql<SqlBool>`(t.id = ${id} or t.reference_id = ${id})`;
    rest.push({ condition, inIndex: condition, inStatistics: condition, finds: "rows", findsDeleted: true });
  }
  if (filters.amount !== undefined) {
    const amount = parseAmount(filters.amount.replaceAll(",", ""));
    if (amount === undefined) return undefined;
    const text = amountText(amount);
    const condition = sql<SqlBool>`(t.d_amount = ${text}::numeric or (t.c_amount = ${text}::numeric and t.c_amount <> t.d_amount))`;
    rest.push({ condition, inIndex: condition, inStatistics: condition, finds: "rows", findsDeleted: false });
  }
  // Judged last, because it costs the most for each row.
  if (filters.narrative !== undefined) {
    const condition = containsFolded(narrative, filters.narrative);
    const { finds, inIndex } = foundBy(filters.narrative);
    const inStatistics = containsFolded(sql`t.search_text`, filters.narrative);
    rest.push({ condition, inIndex, inStatistics, finds, findsDeleted: finds !== "nothing" });
  }
  const accountId = filters.accountId === undefined ? undefined : idFrom(filters.accountId);
  if (filters.accountId !== undefined && accountId === undefined) return undefined;
  return {
    account: accountId === undefined ? undefined : accountConditions(accountId),
    type: filters.transType === undefined || filters.transType === "" ? undefined : typeCondition(filters.transType),
    date:
      filters.transactionDate === undefined || filters.transactionDate === ""
        ? undefined
        : sql`t.business_date = ${filters.transactionDate}::date`,
    rest,
  };
}

function accountConditions(id: number): NonNullable<Conditions["account"]> {
  return {
    sides: [sql`t.out_account_id = ${id}`, sql`t.in_account_id = ${id} and t.out_account_id <> ${id}`],
    either: sql`(t.out_account_id = ${id} or t.in_account_id = ${id})`,
  };
}
