import { sql, type Kysely, type SqlBool } from "kysely";

import type { HawalaAmount, HawalaCounts } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import { addAmounts, amountFrom, amountText } from "#kernel/amount.ts";
import type { incomingStatuses } from "#kernel/hawala.ts";
import { withinDates, type Dates } from "#server/hawala/filters.ts";
import { every, type Condition } from "#server/ordered-list.ts";

import { ofSender, type OfficeDay } from "./office-day.ts";

type Status = (typeof incomingStatuses)[number];

/** The incoming hawalas with one status that are paid in one currency: how many, and what they come to. */
interface Sum {
  readonly status: Status;
  readonly currencyId: number;
  readonly currency: string;
  readonly symbol: string;
  readonly hawalas: number;
  readonly amount: string;
}

/** How many incoming hawalas have their date within these days, and what they come to in each currency. */
export async function hawalaFigures(
  db: Kysely<DB>,
  day: OfficeDay,
  dates: Dates,
): Promise<{ readonly hawalas: HawalaCounts; readonly amounts: HawalaAmount[] }> {
  const conditions: Condition[] = [
    sql`d.direction = 'incoming'`,
    ...ofSender(day, sql`d.sender_code`),
    ...withinDates(dates, sql`d.transaction_date`),
  ];
  const { rows } = await sql<Sum>`
    select s.status, c.id as "currencyId", c.code as currency, c.symbol, s.hawalas, s.amount
    from (
      select d.status, d.currency_id, sum(d.hawalas)::integer as hawalas, sum(d.r_amount)::numeric(28, 2) as amount
      from hawala_days d where ${every(conditions)} group by d.status, d.currency_id having sum(d.hawalas) > 0) s
    join currencies c on c.id = s.currency_id
    order by c.id`.execute(db);
  return { hawalas: countsOf(rows), amounts: [...Map.groupBy(rows, ({ currencyId }) => currencyId).values()].map(amountOf) };
}

interface Counted extends Dates {
  readonly statuses: readonly Status[];
  readonly currencyId: number | undefined;
}

/** How many incoming hawalas with these statuses have their date within these days, of all currencies or of one. */
export async function countOf(db: Kysely<DB>, day: OfficeDay, { statuses, currencyId, ...dates }: Counted): Promise<number> {
  const conditions: Condition[] = [
    sql`d.direction = 'incoming' and d.status = any (${[...statuses]}::text[])`,
    ...(currencyId === undefined ? [] : [sql<SqlBool>`d.currency_id = ${currencyId}`]),
    ...ofSender(day, sql`d.sender_code`),
    ...withinDates(dates, sql`d.transaction_date`),
  ];
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(d.hawalas), 0)::integer as count from hawala_days d where ${every(conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function countsOf(sums: readonly Sum[]): HawalaCounts {
  const of = (status?: Status): number =>
    sums.reduce((count, sum) => (status === undefined || sum.status === status ? count + sum.hawalas : count), 0);
  return { all: of(), pending: of("Pending"), passed: of("Passed"), cancelled: of("Cancelled") };
}

/** Of one currency, whose sums are given; at least one. */
function amountOf(sums: readonly Sum[]): HawalaAmount {
  const [{ currencyId, currency, symbol }] = sums as readonly [Sum, ...Sum[]];
  const of = (status: Status) => amountFrom(sums.find((sum) => sum.status === status)?.amount ?? "0.00");
  const [pending, passed] = [of("Pending"), of("Passed")];
  return {
    currencyId,
    currency,
    symbol,
    hawalas: sums.reduce((count, { status, hawalas }) => (status === "Cancelled" ? count : count + hawalas), 0),
    amount: amountText(addAmounts(pending, passed)),
    pending: amountText(pending),
    passed: amountText(passed),
    cancelled: amountText(of("Cancelled")),
  };
}
