import type { z } from "zod";

import { closeDay, dailyBook, type DayClose } from "#contract/day-closes.ts";
import { addDays, parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";

import type { Desk } from "./desk.ts";

/** The days of an office, as tests count and close them. Days are closed in order, so each test takes a later one. */
export interface DayDesk {
  readonly today: BusinessDate;
  /** A day a week after the last one that was taken. */
  nextDay(): BusinessDate;
  book(date?: string): Promise<z.output<typeof dailyBook.reply>>;
  closing(date: string, currency: string): Promise<string>;
  /** Counts that agree with the books of a day, but for what `more` says of a currency. */
  counts(date: string, more?: Readonly<Record<string, object>>): Promise<object[]>;
  /** Closes a day as the admin. */
  close(date: string, more?: Readonly<Record<string, object>>): Promise<DayClose>;
}

export async function openDayDesk(desk: Desk): Promise<DayDesk> {
  const book = (date = "") => desk.user.ok(dailyBook, { query: { date } });
  const today = parseBusinessDate((await book()).today);
  if (today === undefined) throw new Error("today is no date");
  let offset = -400;
  const counts = async (date: string, more: Readonly<Record<string, object>> = {}) => {
    const { currencies } = await book(date);
    return currencies
      .filter((row) => Number.parseInt(row.closing, 10) !== 0 || more[row.currency] !== undefined)
      .map(({ currencyId, currency, closing }) => ({ currencyId, book: closing, counted: closing, ...more[currency] }));
  };
  return {
    today,
    nextDay: () => addDays(today, (offset += 7)),
    book,
    closing: async (date, currency) => (await book(date)).currencies.find((row) => row.currency === currency)?.closing ?? "none",
    counts,
    close: async (date, more = {}) => desk.admin.ok(closeDay, { body: { date, counts: await counts(date, more) } }),
  };
}
