import type { BookCurrency, DailyBook, DayClose } from "#contract/day-closes.ts";
import { useOffice } from "#web/lib/session.ts";

/** The day that a daily book of the component tests is of, and that its office has. */
export const bookDay = "2026-03-21";

export const euros: BookCurrency = {
  currencyId: 3,
  currency: "EUR",
  symbol: "€",
  opening: "5.00",
  in: "0.00",
  out: "0.00",
  closing: "5.00",
  movements: 0,
  byType: [],
};

/** An open day with a little cash. */
export const openBook: DailyBook = {
  date: bookDay,
  today: bookDay,
  cashAccountId: 11,
  currencies: [euros],
  closedThrough: null,
  close: null,
};

/** The close of that day by another desk. */
export const theirClose: DayClose = {
  id: 4,
  date: bookDay,
  accountId: 11,
  closedBy: "zahra",
  closedAt: "2026-03-21T05:45:00.000Z",
  reopenedBy: null,
  reopenedAt: null,
  reopeningReason: null,
  counts: [],
};

/** Says which day the office has, so that a test can wait for the next one. */
export function OfficeDay() {
  return <p>It is {useOffice().today}</p>;
}
