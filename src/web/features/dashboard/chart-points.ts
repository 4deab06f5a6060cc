import type { CashDays, HawalaDays } from "#contract/dashboard.ts";
import { amountFrom } from "#kernel/amount.ts";
import { addDays, parseBusinessDate } from "#kernel/business-date.ts";
import { spokenLanguage } from "#web/lib/direction.ts";
import { isZero } from "#web/lib/format.ts";
import { inOnePiece, monthName } from "#web/lib/instant.ts";

import type { TimeFrame } from "./place.ts";

/** Height of a chart of cash, and of what stands in for it, in pixels. */
export const cashChartHeight = 104;

/** Room for the figures beside a chart of cash, in pixels: other languages have a word where English has a letter, "12.5 میلیون" for "12.5M". */
export function cashScaleWidth(): number {
  return spokenLanguage() === "en" ? 44 : 76;
}

/** Room between two days below a chart of cash, in pixels: less where it is not English, since its scale has left less for the first and the last of them. */
export function cashDayGap(): number {
  return spokenLanguage() === "en" ? 60 : 40;
}

export const chartStatuses = ["pending", "passed", "cancelled"] as const;
type ChartStatus = (typeof chartStatuses)[number];

/** Whether there is anything to draw. */
export function hasHawalas({ points }: Pick<HawalaDays, "points">): boolean {
  return points.some((point) => sumOf(point) > 0);
}

export function sumOf(point: HawalaDays["points"][number]): number {
  return chartStatuses.reduce((sum, status) => sum + point[status], 0);
}

/** All hawalas of a chart, by status. */
export function totalsOf({ points }: Pick<HawalaDays, "points">): Record<ChartStatus, number> {
  const total = (status: ChartStatus): number => points.reduce((sum, point) => sum + point[status], 0);
  return { pending: total("pending"), passed: total("passed"), cancelled: total("cancelled") };
}

/** The time frame that a bar stands for: its day, or those days of its month that the chart shows. */
export function frameOfPoint(date: string, { unit, fromDate, toDate }: Omit<HawalaDays, "points">): TimeFrame {
  if (unit === "day") return { fromDate: date, toDate: date };
  const last = lastOfMonth(date);
  return { fromDate: date < fromDate ? fromDate : date, toDate: last > toDate ? toDate : last };
}

function lastOfMonth(date: string): string {
  const first = parseBusinessDate(`${date.slice(0, 7)}-01`);
  if (first === undefined) return date;
  const next = parseBusinessDate(`${addDays(first, 31).slice(0, 7)}-01`);
  return next === undefined ? date : addDays(next, -1);
}

/**
 * "21 Nov", or "Nov 2026" for a month, in the language of the screen, the day first as everywhere in the product. The points are days
 * and months of the Gregorian calendar in every language, their digits those of all other figures.
 */
export function pointLabel(date: string, unit: HawalaDays["unit"]): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const name = monthName(Number(month));
  return inOnePiece(unit === "day" ? `${String(Number(day))} ${name}` : `${name} ${year}`);
}

type CashOfCurrency = CashDays["currencies"][number];

/** A point of a cash chart. The only place where an amount becomes a number: a pixel needs no hundredths. */
interface CashPoint {
  readonly [key: string]: string | number;
  readonly date: string;
  readonly balance: number;
}

export function cashPoints(dates: readonly string[], { balances }: CashOfCurrency): CashPoint[] {
  return balances.map((balance, index) => ({ date: dates[index] ?? "", balance: Number(amountFrom(balance)) / 100 }));
}

/** Whether any of it was held on any of the days. */
export function hasCash({ balances }: CashOfCurrency): boolean {
  return !balances.every(isZero);
}

/** The least and the most that was held. */
export function cashEdges({ balances }: CashOfCurrency): { readonly lowest: string; readonly highest: string } {
  const sorted = balances.toSorted((left, right) => (amountFrom(left) < amountFrom(right) ? -1 : 1));
  return { lowest: sorted[0] ?? "0.00", highest: sorted.at(-1) ?? "0.00" };
}
