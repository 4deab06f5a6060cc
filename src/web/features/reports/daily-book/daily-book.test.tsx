import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { BookCurrency, DailyBook, DayClose } from "#contract/day-closes.ts";
import type { Role } from "#contract/permissions.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { cashBox, statementOf } from "#web/testing/reports.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";
import { whole } from "#web/testing/whole-text.ts";

import { DailyBookPage } from "./daily-book-page.tsx";
import { PrintedDailyBookPage } from "./daily-book-paper.tsx";

const dollars: BookCurrency = {
  currencyId: 2,
  currency: "USD",
  symbol: "$",
  opening: "1000.00",
  in: "350.50",
  out: "100.00",
  closing: "1250.50",
  movements: 2,
  byType: [{ transType: "Credit", movements: 2, in: "350.50", out: "100.00" }],
};
const nothing = { in: "0.00", out: "0.00", movements: 0, byType: [] };
const euros: BookCurrency = {
  ...dollars,
  ...nothing,
  currencyId: 3,
  currency: "EUR",
  symbol: "€",
  opening: "5.00",
  closing: "5.00",
};
const rupees: BookCurrency = { ...euros, currencyId: 4, currency: "PKR", symbol: "₨", opening: "0.00", closing: "0.00" };

function bookOf(given: Partial<DailyBook> = {}): DailyBook {
  const currencies = [euros, dollars, rupees];
  return { date: "2026-03-21", today: "2026-03-21", cashAccountId: 11, currencies, closedThrough: null, close: null, ...given };
}

const close: DayClose = {
  id: 4,
  date: "2026-03-20",
  accountId: 11,
  closedBy: "amina",
  closedAt: "2026-03-20T15:00:00.000Z",
  reopenedBy: null,
  reopenedAt: null,
  reopeningReason: null,
  counts: [
    {
      currencyId: 2,
      currency: "USD",
      book: "1020.00",
      counted: "1000.00",
      difference: "-20.00",
      reason: "A torn note",
      denominations: [
        { value: "100.00", pieces: 9 },
        { value: "50.00", pieces: 2 },
        { value: "20.00", pieces: 0 },
      ],
      transactionId: 77,
    },
  ],
};

async function page(
  book: DailyBook,
  { role = "admin", at = "", replies = {} }: { role?: Role; at?: string; replies?: Replies } = {},
) {
  const fetched = replyingOffice({
    "GET /api/reports/daily-book": { body: book },
    "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    ...replies,
  });
  const staged = await stage(<DailyBookPage />, { at: `/reports/daily-book${at}`, user: { role } });
  await screen.findAllByRole("table");
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  return { ...staged, fetched, user, press };
}

const movementsAsked = (fetched: Parameters<typeof addressesOf>[0]) =>
  addressesOf(fetched)
    .filter(({ pathname }) => pathname.endsWith("movements"))
    .map(({ searchParams }) => Object.fromEntries(searchParams));

describe("Daily Book", () => {
  it("shows the cash of the day and the movements of the first currency that moved; another one is one press away", async () => {
    const { fetched, press, router } = await page(bookOf());
    const rows = within(await screen.findByRole("table", { name: "Cash of the day" })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)[2]).toContain("$1,000.00");
    expect(screen.getByRole("region", { name: "By type, USD" }).textContent).toContain("Credit × 2");
    await screen.findByRole("table", { name: "Entries" });
    await press("Show the movements of EUR");
    await screen.findByText("Movements of EUR");
    expect(router.state.location.href).toBe("/reports/daily-book?currency=3");
    expect(movementsAsked(fetched).map(({ accountId, currencyId, date }) => [accountId, currencyId, date])).toEqual([
      ["11", "2", "2026-03-21"],
      ["11", "3", "2026-03-21"],
    ]);
  });

  it("shows the movements of one type alone, wherever in the day they stand, and all of them again", async () => {
    const [entry] = statementOf({ account: cashBox }).entries;
    if (entry === undefined) throw new Error("a statement has entries");
    const entries = (["Credit", "Debit", "Credit"] as const).map((transType, at) => ({
      ...entry,
      transType,
      journalId: String(at),
      narrative: `${transType} ${String(at)}`,
    }));
    const pageOf = (_body: unknown, { searchParams }: URL) => {
      const at = Number(searchParams.get("cursor"));
      return {
        body: statementOf({ account: cashBox, entries: entries.slice(at, at + 1), nextCursor: at < 2 ? String(at + 1) : null }),
      };
    };
    const { press, router } = await page(bookOf(), { replies: { "GET /api/reports/daily-book/movements": pageOf } });
    const table = await screen.findByRole("table", { name: "Entries" });
    await press("Credit, 2 movements: show these alone");
    expect(router.state.location.href).toBe("/reports/daily-book?type=Credit");
    await screen.findByText("Movements of USD, Credit alone");
    await within(table).findByText(/Credit 2/);
    expect(within(table).queryByText(/Debit 1/)).toBeNull();
    expect(within(table).queryByText("Opening balance")).toBeNull();
    await press("Credit, 2 movements: show these alone");
    await within(table).findByText(/Debit 1/);
    within(table).getByText("Opening balance");
    within(table).getByText("Closing balance");
  });

  it("goes a day back and forth, never past today", async () => {
    const { press, router } = await page(bookOf());
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Day after" }).disabled).toBe(true);
    await press("Day before");
    expect(router.state.location.href).toBe("/reports/daily-book?date=2026-03-20");
    await press("Today");
    expect(router.state.location.href).toBe("/reports/daily-book");
  });

  it("of a currency without movements says so", async () => {
    const empty = statementOf({ account: cashBox, entries: [] });
    await page(bookOf({ currencies: [euros] }), { replies: { "GET /api/reports/daily-book/movements": { body: empty } } });
    expect(await screen.findByText("No movements of EUR on this day")).toBeDefined();
  });
});

describe("closing the day", () => {
  it("asks for each currency that is there, by sum or by notes, shows the difference and wants its reason", async () => {
    const posted = { ...close, date: "2026-03-21" };
    const { fetched, user, press } = await page(bookOf(), { replies: { "POST /api/day-closes": { status: 201, body: posted } } });
    await press("Close Day");
    const form = within(await screen.findByRole("form", { name: "Close 2026-03-21" }));
    expect(form.getByRole<HTMLInputElement>("textbox", { name: "Counted PKR" }).value).toBe("0");
    await user.click(form.getByRole("button", { name: "Close Day" }));
    expect(form.getAllByText("Count this currency")).toHaveLength(2);
    const euro = within(form.getByRole("region", { name: "EUR" }));
    await user.click(euro.getByRole("button", { name: "As the books" }));
    expect(euro.getByText(/agrees/)).toBeDefined();
    const dollar = within(form.getByRole("region", { name: "USD" }));
    await user.click(dollar.getByRole("button", { name: "Count by notes" }));
    await user.type(dollar.getByRole("textbox", { name: "Notes of 100 USD" }), "۱۲{Enter}x1");
    expect(dollar.getByRole<HTMLInputElement>("textbox", { name: "Notes of 50 USD" }).value).toBe("1");
    expect(dollar.getByText(/short/)).toBeDefined();
    await user.click(form.getByRole("button", { name: "Close Day" }));
    expect(dollar.getByText("Say why the cash differs")).toBeDefined();
    expect(writesOf(fetched)).toEqual([]);
    setText(dollar.getByRole("textbox", { name: "Reason for the difference of USD" }), "Coins given away");
    expect(form.getByText("The difference is booked to Cash Over and Short.")).toBeDefined();
    await user.click(form.getByRole("button", { name: "Close Day" }));
    await screen.findByText("2026-03-21 is closed");
    const [sent] = writesOf(fetched);
    expect(sent).toMatchObject({
      address: "/api/day-closes",
      body: {
        date: "2026-03-21",
        counts: [
          { currencyId: 3, book: "5.00", counted: "5.00", denominations: [], reason: "" },
          {
            currencyId: 2,
            book: "1250.50",
            counted: "1250.00",
            denominations: [
              { value: "100.00", pieces: 12 },
              { value: "50.00", pieces: 1 },
            ],
            reason: "Coins given away",
          },
          { currencyId: 4, book: "0.00", counted: "0.00", denominations: [], reason: "" },
        ],
      },
    });
    expect(sent?.idempotencyKey).toMatch(/\S/);
  });

  it("that is refused keeps what was counted; the same count again is the same attempt", async () => {
    const moved = refusal(409, "conflict", "The books have moved since the count: EUR was 5.00 and is 6.00. Compare again");
    const { fetched, user, press } = await page(bookOf({ currencies: [euros] }), { replies: { "POST /api/day-closes": moved } });
    await press("Close Day");
    const form = within(await screen.findByRole("form", { name: "Close 2026-03-21" }));
    await user.type(form.getByRole("textbox", { name: "Counted EUR" }), "5");
    await user.click(form.getByRole("button", { name: "Close Day" }));
    expect((await form.findByRole("alert")).textContent).toContain("The books have moved since the count");
    await user.click(form.getByRole("button", { name: "Close Day" }));
    expect(form.getByRole<HTMLInputElement>("textbox", { name: "Counted EUR" }).value).toBe("5");
    const keys = writesOf(fetched).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("over a difference is for an admin, which an operator is told", async () => {
    const { user, press } = await page(bookOf({ currencies: [euros] }), { role: "operator" });
    await press("Close Day");
    const form = within(await screen.findByRole("form", { name: "Close 2026-03-21" }));
    await user.type(form.getByRole("textbox", { name: "Counted EUR" }), "4");
    expect(form.getByText(/Only an admin may close a day/)).toBeDefined();
  });

  it.each([
    ["to a user", "2026-03-21", "user"],
    ["of a day before every other", "1999-12-31", "admin"],
  ] as const)("is not offered %s", async (_, date, role) => {
    await page(bookOf({ date }), { role });
    expect(screen.queryByRole("button", { name: "Close Day" })).toBeNull();
  });
});

describe("a closed day", () => {
  const closed = bookOf({ date: "2026-03-20", closedThrough: "2026-03-20", close });

  it("says who closed it, what was counted, and where the difference went; an admin reopens it with a reason", async () => {
    const { fetched, user, press } = await page(closed, {
      at: "?date=2026-03-20",
      replies: { "POST /api/day-closes/4/reopen": { body: { ...close, reopenedBy: "admin" } } },
    });
    expect(screen.getByText("Closed by amina, 20 Mar 2026, 19:30")).toBeDefined();
    const counted = within(screen.getByRole("table", { name: "What was counted" }));
    expect(counted.getByText("A torn note")).toBeDefined();
    expect(counted.getByText("short")).toBeDefined();
    expect(counted.getByText("9 × 100, 2 × 50")).toBeDefined();
    expect(counted.getByRole("link", { name: "Entry 77" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Close Day" })).toBeNull();
    await press("Reopen");
    const dialog = within(await screen.findByRole("dialog", { name: "Reopen 2026-03-20" }));
    await user.click(dialog.getByRole("button", { name: "Reopen" }));
    expect(dialog.getByText("Say why the day is reopened")).toBeDefined();
    setText(dialog.getByRole("textbox", { name: "Reason" }), "A late receipt");
    // What was typed is not lost by a key.
    await user.keyboard("{Escape}");
    await press("Keep editing");
    await user.click(dialog.getByRole("button", { name: "Reopen" }));
    await screen.findByText("Day reopened");
    expect(writesOf(fetched)).toMatchObject([{ address: "/api/day-closes/4/reopen", body: { reason: "A late receipt" } }]);
  });

  it("is reopened by admins alone", async () => {
    await page(closed, { at: "?date=2026-03-20", role: "operator" });
    expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  });

  it("below a later close is not reopened", async () => {
    await page({ ...closed, closedThrough: "2026-03-21" }, { at: "?date=2026-03-20" });
    expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  });

  it("that was never counted itself belongs to the later close", async () => {
    await page(bookOf({ date: "2026-03-19", closedThrough: "2026-03-20" }), { at: "?date=2026-03-19" });
    expect(screen.getByText(whole("The books are closed up to 2026-03-20."))).toBeDefined();
    expect(screen.queryByRole("button", { name: "Close Day" })).toBeNull();
  });

  it("is printed with its count and every movement", async () => {
    replyingOffice({
      "GET /api/reports/daily-book": { body: closed },
      "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    });
    await stage(<PrintedDailyBookPage />, { at: "/print/daily-book?date=2026-03-20" });
    const counted = within(await screen.findByRole("table", { name: "What was counted" }));
    expect(counted.getByText("9 × 100, 2 × 50")).toBeDefined();
    expect(await screen.findByRole("table", { name: "Entries" })).toBeDefined();
    expect(screen.getByText("Counted by")).toBeDefined();
  });

  it("is not printed in part: not before every movement is there, and not where one cannot be read", async () => {
    replyingOffice({
      "GET /api/reports/daily-book": { body: closed },
      "GET /api/reports/daily-book/movements": refusal(503, "unavailable", "The database is not available at the moment"),
    });
    await stage(<PrintedDailyBookPage />, { at: "/print/daily-book?date=2026-03-20" });
    expect((await screen.findByRole("alert")).textContent).toContain("The database is not available at the moment");
    expect(screen.queryByRole("table", { name: "What was counted" })).toBeNull();
  });
});
