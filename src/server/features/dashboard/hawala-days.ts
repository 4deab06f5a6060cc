import { sql, type Kysely } from "kysely";

import type { HawalaDays } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import { addDays, earliestBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { withinDates, type Dates } from "#server/hawala/filters.ts";
import { every, type Condition } from "#server/ordered-list.ts";

import { ofSender, type OfficeDay } from "./office-day.ts";

/** Days that a chart has where no filter says which. */
export const chartDays = 30;
/** A period of more days is told by months: a chart of a thousand columns shows nothing. */
const mostDays = 366;

type Point = HawalaDays["points"][number];

/** The chart of hawalas by day and status: of the filter's days, or of the last thirty. */
export async function hawalaDays(db: Kysely<DB>, day: OfficeDay, dates: Dates): Promise<HawalaDays> {
  const period = chartPeriod(day.today, dates);
  const unit = period.fromDate > addDays(period.toDate, -mostDays) ? "day" : "month";
  const conditions: Condition[] = [
    sql`d.direction = 'incoming'`,
    ...ofSender(day, sql`d.sender_code`),
    ...withinDates(period, sql`d.transaction_date`),
  ];
  // By day first: that is how the sums are kept, and there are few days then to find the month of.
  const { rows } = await sql<Point>`
    select date_trunc(${unit}, day)::date as date, sum(pending)::integer as pending, sum(passed)::integer as passed,
      sum(cancelled)::integer as cancelled
    from (
      select d.transaction_date as day, coalesce(sum(d.hawalas) filter (where d.status = 'Pending'), 0) as pending,
        coalesce(sum(d.hawalas) filter (where d.status = 'Passed'), 0) as passed,
        coalesce(sum(d.hawalas) filter (where d.status = 'Cancelled'), 0) as cancelled
      from hawala_days d where ${every(conditions)} group by d.transaction_date) days
    group by 1`.execute(db);
  const found = new Map(rows.map((point) => [point.date, point]));
  const points = datesOf(period, unit).map((date) => found.get(date) ?? { date, pending: 0, passed: 0, cancelled: 0 });
  return { ...period, unit, points };
}

interface Period {
  readonly fromDate: BusinessDate;
  readonly toDate: BusinessDate;
}

/** The days of a chart, within those that a hawala can have. The filter's begin may lie behind them all: then there are none. */
export function chartPeriod(today: BusinessDate, { fromDate, toDate }: Dates): Period {
  const from = fromDate || undefined;
  const tomorrow = addDays(today, 1);
  const to = toDate || (from !== undefined && from > today ? from : today);
  const last = to > tomorrow ? tomorrow : to;
  const first = from ?? addDays(last, 1 - chartDays);
  return { fromDate: first < earliestBusinessDate ? earliestBusinessDate : first, toDate: last };
}

/** Every day of the period, or the first of every month that has a day in it. */
function datesOf({ fromDate, toDate }: Period, unit: HawalaDays["unit"]): BusinessDate[] {
  const dates: BusinessDate[] = [];
  let date = unit === "day" ? fromDate : firstOfMonth(fromDate);
  while (date <= toDate) {
    dates.push(date);
    date = unit === "day" ? addDays(date, 1) : firstOfMonth(addDays(date, 31));
  }
  return dates;
}

function firstOfMonth(date: BusinessDate): BusinessDate {
  return `${date.slice(0, 7)}-01` as BusinessDate;
}
