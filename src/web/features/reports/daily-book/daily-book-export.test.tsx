import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { BookCurrency, DailyBook } from "#contract/day-closes.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { cashBox, statementOf } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { DailyBookPage } from "./daily-book-page.tsx";

const moved = { opening: "1000.00", in: "350.50", out: "100.00", closing: "1250.50", movements: 2 };
const dollars: BookCurrency = {
  ...moved,
  currencyId: 2,
  currency: "USD",
  symbol: "$",
  byType: [{ transType: "Credit", movements: 2, in: "350.50", out: "100.00" }],
};
const euros: BookCurrency = { ...dollars, currencyId: 3, currency: "EUR", symbol: "€" };
const book: DailyBook = {
  date: "2026-03-20",
  today: "2026-03-21",
  cashAccountId: 11,
  currencies: [dollars, euros],
  closedThrough: null,
  close: null,
};
const shown = { accountId: "11", date: "2026-03-20", format: "csv" };

it.each([
  ["of a currency", "?date=2026-03-20&currency=3", { ...shown, currencyId: "3" }],
  ["of one type", "?date=2026-03-20&type=Credit", { ...shown, currencyId: "2", transType: "Credit" }],
])("the file of a daily book has what the page shows: the movements %s", async (_what, at, asked) => {
  const fetched = replyingOffice({
    "GET /api/reports/daily-book": { body: book },
    "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    "GET /api/reports/daily-book/export": {
      body: "file",
      headers: { "content-disposition": 'attachment; filename="daily-book-USD-2026-03-20.csv"' },
    },
  });
  await stage(<DailyBookPage />, { at: `/reports/daily-book${at}` });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
  await screen.findByText("Saved as daily-book-USD-2026-03-20.csv");
  const saved = addressesOf(fetched).filter(({ pathname }) => pathname.endsWith("/export"));
  expect(saved.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([asked]);
});
