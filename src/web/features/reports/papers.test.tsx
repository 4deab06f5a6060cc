import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { dailyBook, type BookCurrency, type DailyBook } from "#contract/day-closes.ts";
import { moneyMoved, queryKeys } from "#web/lib/query.ts";
import { noteServerTime } from "#web/lib/server-clock.ts";
import { positionReport } from "#web/testing/currency-position.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { pageRule } from "#web/testing/page-rule.ts";
import type { Replies } from "#web/testing/replies.ts";
import {
  balancesReply,
  cashBox,
  ownerReply,
  spendingOwner,
  statementEntry,
  statementOf,
  trialReply,
} from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { PrintedBalancesPage } from "./balances/balances-paper.tsx";
import { PrintedCurrencyPositionPage } from "./currency-position/position-paper.tsx";
import { PrintedDailyBookPage } from "./daily-book/daily-book-paper.tsx";
import { PrintedOwnerPage } from "./owner/owner-paper.tsx";
import { PrintedStatementPage } from "./statement/statement-paper.tsx";
import { PrintedTrialBalancePage } from "./trial/trial-paper.tsx";

const firstRead = "2026-03-21T10:00:00+04:30";
const readAgain = "2026-03-21T16:00:00+04:30";

/** Sets the clock, and nothing else of time: what is waited for comes as ever. */
function setClock(to: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(to) });
}

/** What a paper says of when it was made. */
const madeOf = (sheet: HTMLElement) => within(sheet).getByText(/^Printed /).textContent;

const dollars: BookCurrency = {
  currencyId: 2,
  currency: "USD",
  symbol: "$",
  opening: "1000.00",
  in: "250.00",
  out: "0.00",
  closing: "1250.00",
  movements: 1,
  byType: [{ transType: "Credit", movements: 1, in: "250.00", out: "0.00" }],
};
const book: Omit<DailyBook, "currencies"> = {
  date: "2026-03-21",
  today: "2026-03-21",
  cashAccountId: 11,
  closedThrough: null,
  close: null,
};

async function paper(element: ReactElement, at: string, replies: Replies) {
  const fetched = replyingOffice(replies);
  const staged = await stage(element, { at });
  const sheet = await screen.findByRole("article");
  return { ...staged, sheet, fetched, shown: within(sheet), user: userEvent.setup({ delay: null }) };
}

describe("on paper", () => {
  it("a statement has the office, the account, both calendars, every page of its entries and what is left", async () => {
    const { shown, sheet } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": (_body, { searchParams }) => ({
        body:
          searchParams.get("cursor") === "more"
            ? statementOf({ credits: "2000.00", entries: [statementEntry({ narrative: "The last one" })] })
            : statementOf({ credits: "2000.00", nextCursor: "more" }),
      }),
    });
    for (const text of ["Sarraf", "Account Statement · USD", "2002 - Farid Noori", "The last one", "owes us"])
      expect(sheet.textContent).toContain(text);
    expectAlone(shown.getByText("Sarraf"));
    expect(sheet.textContent).toContain("2026-02-19 · Thursday · 30 Dalw 1404");
    // By itself: read from the right, what stands after it would come before it.
    expect(within(sheet).getByText("2026-02-19").dir).toBe("ltr");
    expect(sheet.textContent).toContain("90,740.00 AFN at 69.80");
    expect(shown.getAllByRole("row")).toHaveLength(6);
  });

  it("a statement tells on every sheet whose it is, of which days, and in which currency its figures are", async () => {
    const { shown } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": {
        body: statementOf({ account: { ...statementOf().account, name: 'Farid "N" \\' }, toDate: "2026-03-21" }),
      },
    });
    // A name is quoted in a style sheet, and can neither end the text nor begin another rule.
    expect(pageRule()).toContain(
      String.raw`content: "Account Statement · USD · 2002 - Farid \22 N\22  \5c  · 2026-02-19 – 2026-03-21 · " counter(page) " / "`,
    );
    // The head of the table is repeated where it goes on.
    expect(shown.getByRole("columnheader", { name: "Balance · USD" })).toBeDefined();
  });

  it("a name that is read from the right turns neither the days nor the number of the sheet round behind it", async () => {
    const account = { ...statementOf().account, name: "فرید" };
    await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": { body: statementOf({ account, toDate: "2026-03-21" }) },
    });
    expect(pageRule()).toContain('"Account Statement · USD · \u20682002 - فرید\u2069 · 2026-02-19 – 2026-03-21 · "');
  });

  it("a statement says of each entry who recorded it, and of a deleted one that it was", async () => {
    const entries = [
      statementEntry({ state: "corrected", transactionId: 9 }),
      statementEntry({ state: "corrected", isDeleted: true, transactionId: 10 }),
    ];
    const { sheet } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": { body: statementOf({ entries }) },
    });
    expect(sheet.textContent).toContain("Credit 9 (corrected)10 Mar 2026, 14:00 · amina");
    expect(sheet.textContent).toContain("Credit 10 (deleted)10 Mar 2026, 14:00 · amina");
  });

  it.each([
    ["with an entry of tomorrow reaches to tomorrow", "2026-03-22", "To: 2026-03-22 · Sunday"],
    ["of earlier entries reaches to today", "2026-03-12", "To: 2026-03-21 · Saturday"],
  ])("a statement without an end date %s", async (_what, businessDate, to) => {
    const credits = "2000.00";
    const last = statementOf({ credits, entries: [statementEntry({ businessDate })] });
    const { sheet } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": (_body, { searchParams }) => ({
        body: searchParams.get("cursor") === "more" ? last : statementOf({ credits, nextCursor: "more" }),
      }),
    });
    expect(/To: [\d-]+ · [A-Z][a-z]+/.exec(sheet.textContent)?.[0]).toBe(to);
  });

  it.each([
    ["", "Until: 2026-03-21", "2026-03-01 – 2026-03-21"],
    ["?from=2026-03-01", "No end date, rates of: 2026-03-21", "2026-03-01 – …"],
    ["?to=2026-03-20", "Until: 2026-03-20", "2026-03-01 – 2026-03-20"],
  ])("the position says of %j which day it ends with, or that it has no end: %s, at the foot %s", async (asked, end, foot) => {
    const { sheet } = await paper(<PrintedCurrencyPositionPage />, `/print/currency-position${asked}`, {
      "GET /api/reports/currency-position": { body: positionReport },
    });
    expect(/(?:Until|No end date[^:]*): [\d-]+/.exec(sheet.textContent)?.[0]).toBe(end);
    expect(pageRule()).toContain(`"Currency Position · ${foot} · "`);
  });

  it("is printed by the button", async () => {
    const print = vi.fn<() => void>(() => void window.dispatchEvent(new Event("afterprint")));
    vi.stubGlobal("print", print);
    const { user } = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    await user.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });

  it("the owner's page has a column for each currency", async () => {
    const owner = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    expect(owner.sheet.textContent).toContain("Net worth100.00 USD");
    expect(owner.sheet.textContent).toContain("By business-1.00 USD");
    expect(owner.shown.getByRole("row", { name: "In USD 100.00" })).toBeDefined();
    expect(owner.shown.getByRole("row", { name: "Since yesterday -70.00" })).toBeDefined();
  });

  it("the owner's page and the balances tell what was spent, where anything was", async () => {
    const owner = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: spendingOwner } });
    expect(owner.shown.getAllByRole("row").at(-1)?.textContent).toBe("Spent2,100.00");
    expect(owner.sheet.textContent).toContain("Without what was spent: 1002 Rent, 1003 Salaries.");
    owner.unmount();
    const rows = [{ account: cashBox, currencyId: 2, currency: "USD", balance: "250.00", isSpent: true }];
    const totals = balancesReply.totals.map((total) => ({ ...total, spent: "250.00" }));
    const { shown } = await paper(<PrintedBalancesPage />, "/print/account-balances", {
      "GET /api/reports/account-balances": { body: { ...balancesReply, rows, totals } },
    });
    expect(shown.getByRole("row", { name: /Cash at Shop/ }).textContent).toContain("Companyspent250.00 USD");
    expect(within(shown.getByRole("table", { name: "Totals" })).getByRole("columnheader", { name: "Spent" })).toBeDefined();
  });

  it("says nothing on paper of spending where there is none", async () => {
    const { sheet } = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    expect(sheet.textContent).not.toMatch(/spent/i);
  });

  it("the balances name what they were narrowed to", async () => {
    const { sheet } = await paper(<PrintedBalancesPage />, "/print/account-balances?side=owes-us&currency=2", {
      "GET /api/reports/account-balances": { body: balancesReply },
    });
    await within(sheet).findByRole("heading", { name: "Account Balances · USD · Owes us" });
    expect(sheet.textContent).toContain("-50.00 USD");
  });

  it("the trial balance has a table for each currency", async () => {
    const { shown } = await paper(<PrintedTrialBalancePage />, "/print/trial-balance", {
      "GET /api/reports/trial-balance": { body: trialReply },
    });
    expect(shown.getByRole("table", { name: "Trial balance in USD" }).textContent).toContain("Total USD1,500.001,500.00");
    expect(shown.getByRole("heading").textContent).toBe("Trial Balance");
  });

  it("the trial balance of one currency does not pass for that of the office", async () => {
    const { shown } = await paper(<PrintedTrialBalancePage />, "/print/trial-balance?currency=2", {
      "GET /api/reports/trial-balance": { body: trialReply },
    });
    await shown.findByRole("heading", { name: "Trial Balance · USD" });
  });

  it.each([
    [3, /Printed .* · As of 3 s ago \(replica\)/],
    [0, /Printed [^()]*$/],
  ])("says so where its figures are older than the print: %i s", async (replicaAgeSeconds, made) => {
    await paper(<PrintedOwnerPage />, "/print/owner", {
      "GET /api/reports/owner": { body: { ...ownerReply, replicaAgeSeconds } },
    });
    expect(screen.getByText(/^Printed /).textContent).toMatch(made);
  });

  it("says when its figures were read, also those that were read again under it", async () => {
    setClock(firstRead);
    let netWorth = "100.00";
    const { sheet, client } = await paper(<PrintedOwnerPage />, "/print/owner", {
      "GET /api/reports/owner": () => ({ body: { ...ownerReply, netWorth } }),
    });
    expect(madeOf(sheet)).toBe("Printed 21 Mar 2026, 10:00 by Amina Rahimi");
    setClock(readAgain);
    netWorth = "250.00";
    await act(() => moneyMoved(client));
    await waitFor(() => expect(sheet.textContent).toContain("Net worth250.00 USD"));
    expect(madeOf(sheet)).toBe("Printed 21 Mar 2026, 16:00 by Amina Rahimi");
  });

  it("says so by the server's clock, where the browser's stands years behind", async () => {
    setClock("2020-01-01T00:00:00Z");
    noteServerTime(firstRead);
    onTestFinished(() => noteServerTime(new Date().toISOString()));
    const { sheet } = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    expect(madeOf(sheet)).toBe("Printed 21 Mar 2026, 10:00 by Amina Rahimi");
  });

  it("of several readings says when the oldest was made", async () => {
    setClock(firstRead);
    let movements = 1;
    const { sheet, client } = await paper(<PrintedDailyBookPage />, "/print/daily-book", {
      "GET /api/reports/daily-book": () => ({ body: { ...book, currencies: [{ ...dollars, movements }] } }),
      "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    });
    setClock(readAgain);
    movements = 321;
    await act(() => client.invalidateQueries({ queryKey: queryKeys.of(dailyBook, { query: { date: book.date } }) }));
    await within(sheet).findByText("321");
    expect(madeOf(sheet)).toContain("10:00");
    await act(() => moneyMoved(client));
    await waitFor(() => expect(madeOf(sheet)).toContain("16:00"));
  });
});
