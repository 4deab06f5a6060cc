import { sql, type Kysely, type SqlBool } from "kysely";
import type { z } from "zod";

import type { DashboardList, listDashboardHawalas } from "#contract/dashboard.ts";
import { exportLanguages } from "#contract/file.ts";
import type { Hawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { incomingStatuses } from "#kernel/hawala.ts";
import { searchedText } from "#kernel/letters.ts";
import { cutPage } from "#server/cursor.ts";
import { currencyIdOf, hawalaList, placeOf, textCondition, withinDates, type Dates } from "#server/hawala/filters.ts";
import { hawalasAt, pageOf } from "#server/hawala/page.ts";
import { findMatches, type Question } from "#server/hawala/search.ts";
import type { Page } from "#server/http/answer.ts";
import { cursorOf, every, type Condition, type Place } from "#server/ordered-list.ts";
import { said } from "#server/spreadsheet/said.ts";
import { speechOf } from "#server/spreadsheet/speech.ts";

import { idsOfToday } from "./activity.ts";
import { countOf } from "./hawala-figures.ts";
import { ofSender, type OfficeDay } from "./office-day.ts";

type Asked = z.output<NonNullable<typeof listDashboardHawalas.query>>;
type StatusList = Exclude<DashboardList, "today">;

const statusesOf: Readonly<Record<StatusList, readonly (typeof incomingStatuses)[number][]>> = {
  total: incomingStatuses,
  pending: ["Pending"],
  passed: ["Passed"],
  cancelled: ["Cancelled"],
  standing: ["Pending", "Passed"],
};

/** A page of the hawalas behind a figure, newest first. Without a text its count is the figure itself. */
export async function cardHawalas(db: Kysely<DB>, day: OfficeDay, asked: Asked): Promise<Page<Hawala>> {
  const { filter } = asked;
  const currencyId = asked.currency === undefined ? undefined : await currencyIdOf(db, asked.currency);
  if (currencyId === null) return { rows: [], total: 0, nextCursor: undefined };
  const searched = asked.q === undefined ? undefined : await wideCondition(db, asked.q);
  if (filter === "today") return pageOfToday(db, day, { ...asked, currencyId, searched });
  const question = questionOf(day, { ...asked, filter, currencyId, searched });
  if (searched !== undefined) {
    const { ids, ...found } = await pageOf(db, question, asked);
    return { ...found, rows: await hawalasAt(db, ids) };
  }
  const { places, next } = await findMatches(db, question, { limit: asked.limit, after: placeBefore(asked) });
  return {
    rows: await hawalasOf(db, places),
    total: await countOf(db, day, { ...asked, statuses: statusesOf[filter], currencyId }),
    nextCursor: next && cursorOf(next),
  };
}

/** Where the page before ended. Refuses a cursor that no list has given. */
function placeBefore({ cursor }: Pick<Asked, "cursor">): Place | undefined {
  return cursor === undefined ? undefined : placeOf(cursor);
}

function hawalasOf(db: Kysely<DB>, places: readonly Place[]): Promise<Hawala[]> {
  return hawalasAt(
    db,
    places.map(({ id }) => id),
  );
}

/** What is searched for, and whether indexes can find it. */
interface Searched {
  readonly condition: Condition;
  readonly isIndexed: boolean;
}

/** What a status is called on the screens of each language, as it is compared: the same word is written with a blank in it and without. */
const statusWords = incomingStatuses.map((status) => ({
  status,
  words: exportLanguages.map((language) => inOneWord(String(speechOf(language).cell(said(status))))),
}));

function inOneWord(text: string): string {
  return searchedText(text).replaceAll(/\s/g, "");
}

/** A text in the number or a name, in the status as any language calls it, or in the code of the currency. */
async function wideCondition(db: Kysely<DB>, q: string): Promise<Searched> {
  const { condition, isIndexed } = textCondition(q);
  const word = q.toLowerCase();
  const named = statusWords.filter(({ words }) => words.some((status) => status.includes(inOneWord(q))));
  const statuses = named.map(({ status }) => status);
  const currencies = await db.selectFrom("currencies").select(["id", "code"]).execute();
  const currencyIds = currencies.filter(({ code }) => code.toLowerCase().includes(word)).map(({ id }) => id);
  const ways = [
    ...(statuses.length === 0 ? [] : [sql`t.status = any (${statuses}::text[])`]),
    ...(currencyIds.length === 0 ? [] : [sql`t.currency_id = any (${currencyIds}::integer[])`]),
    condition,
  ];
  return { condition: sql`(${sql.join(ways, sql` or `)})`, isIndexed };
}

const recentCount = 5;

/** The five newest hawalas of these days. */
export async function recentHawalas(db: Kysely<DB>, day: OfficeDay, dates: Dates): Promise<Hawala[]> {
  const question = questionOf(day, { ...dates, filter: "total", currencyId: undefined, searched: undefined });
  const { places } = await findMatches(db, question, { limit: recentCount, after: undefined });
  return hawalasOf(db, places);
}

/** What narrows a list, beside its days. */
interface Narrowed {
  readonly currencyId: number | undefined;
  readonly searched: Searched | undefined;
}

interface Wanted extends Dates, Narrowed {
  readonly filter: StatusList;
}

function questionOf(day: OfficeDay, { filter, currencyId, searched, ...dates }: Wanted): Question {
  const days = withinDates(dates, sql`t.transaction_date`);
  const sender = ofSender(day, sql`t.sender_code`);
  const currency = ofCurrency(currencyId);
  const statuses = statusesOf[filter];
  const texts = searched === undefined ? [] : [searched.condition];
  const textsFound = searched?.isIndexed === true ? texts : [];
  // An index keeps those of a sender in order, or those of a currency; of both, the currency is looked at row by row.
  const [stretch, left] = sender.length === 0 ? [currency, []] : [sender, currency];
  const isFindable = left.length + textsFound.length > 0;
  const ofStatus = sql<SqlBool>`t.status = any (${[...statuses]}::text[])`;
  return {
    list: hawalaList,
    branches: statuses.map((status) => [sql`t.status = ${status}`, ...stretch, ...days]),
    others: [...left, ...texts],
    indexed: isFindable ? [...textsFound, ofStatus, ...sender, ...currency, ...days] : [],
  };
}

function ofCurrency(currencyId: number | undefined): Condition[] {
  return currencyId === undefined ? [] : [sql`t.currency_id = ${currencyId}`];
}

/** A day is short enough to be looked through. */
async function pageOfToday(
  db: Kysely<DB>,
  day: OfficeDay,
  { limit, cursor, currencyId, searched }: Asked & Narrowed,
): Promise<Page<Hawala>> {
  const after = placeBefore({ cursor });
  const isWanted = [...ofCurrency(currencyId), ...(searched === undefined ? [] : [searched.condition])];
  const behind = after === undefined ? [] : [hawalaList.after(after)];
  const { rows } = await sql<{ total: number; places: readonly Place[] }>`
    with found as materialized (
      select t.id, t.transaction_date from (${idsOfToday(day)}) active join hawalas t on t.id = active.id
      where ${every([sql`true`, ...isWanted])})
    select (select count(*)::integer from found) as total, coalesce((
      select jsonb_agg(jsonb_build_object('key', ${hawalaList.key}, 'id', t.id) order by ${hawalaList.order})
      from (select * from found t where ${every([sql`true`, ...behind])} order by ${hawalaList.order} limit ${limit + 1}) t), '[]') as places`.execute(
    db,
  );
  const { total = 0, places = [] } = rows[0] ?? {};
  const { shown, next } = cutPage(places, limit);
  return {
    rows: await hawalasOf(db, shown),
    total,
    nextCursor: next && cursorOf(next),
  };
}
