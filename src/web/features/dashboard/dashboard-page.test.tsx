import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import {
  adminFigures,
  dashboardOf,
  dashboardPage,
  dashboardParts,
  dialog,
  figures,
  part,
  today,
} from "#web/testing/dashboard.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { whole } from "#web/testing/whole-text.ts";

import { AmountsPanel } from "./amounts-panel.tsx";
import { BooksPanel } from "./books-panel.tsx";
import { CashPanel } from "./cash-panel.tsx";
import { everyDay } from "./place.ts";
import { RecentPanel } from "./recent-panel.tsx";

const adminView = { ...figures, admin: adminFigures };
const headings = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const cards = () =>
  part("Hawalas")
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

describe("the admin dashboard", () => {
  test("has its title, its parts and its five cards, for two calls", async () => {
    const { fetched } = await dashboardPage();
    expect(screen.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeDefined();
    expect(screen.getByText(whole("Real-time overview of Sarraf on 2026-03-21"))).toBeDefined();
    await screen.findByText("320");
    expect(headings()).toEqual([
      "Time Frame Filter",
      "Total Hawala Amounts by Currency",
      "Hawalas per day",
      "Recent Hawala Transactions",
      "Cash at shop",
      "Books",
      "Balances",
      "System Health Monitor",
    ]);
    expect(cards()).toEqual([
      "Total Hawala320of all partners",
      "Pending Hawala14345 % of all",
      "Passed Hawala15448 % of all",
      "Cancelled Hawala237 % of all",
      "Today's Activity4dated or passed today",
    ]);
    expect(fetched.mock.calls.length).toBe(2);
  });

  test("sums the hawalas up per currency and in dollars, and says whose dollars they are", async () => {
    await dashboardParts(
      <AmountsPanel figures={adminView} frame={{ fromDate: "2025-08-01", toDate: today }} isAdmin onOpen={() => {}} />,
    );
    const amounts = part("Total Hawala Amounts by Currency");
    const [afn, usd] = await amounts.findAllByRole("listitem");
    for (const text of ["AFN", "201 hawalas", "3,832,838.50 AFN", "1,832,549.00 AFN", "2,000,289.50 AFN"])
      expect(afn?.textContent).toContain(text);
    expect(usd?.textContent).toContain("1 hawala");
    expect(amounts.getByText("Total Hawala USD")).toBeDefined();
    expect(amounts.getByText("64,044.88 USD")).toBeDefined();
    expect(amounts.getByText("2 hawalas without their dollars are left out")).toBeDefined();
    expect(amounts.getByText("64,044.88 USD").closest("a")?.getAttribute("href")).toBe(
      "/transactions/hawala-details?fromDate=2025-08-18&toDate=2026-03-21&partner=107",
    );
    const note = amounts.getByText(whole("London branch: Sherullah (2001), from 2025-08-18 on"));
    expect(within(note).getByText("2025-08-18")).toBeDefined();
  });

  test.each([
    ["2020-01-01", null],
    ["2025-08-17", null],
    ["2025-08-18", "/transactions/hawala-details?fromDate=2025-08-18&toDate=2025-08-18&partner=107"],
  ])("leads to the dollars up to %s only where they are counted by then", async (toDate, address) => {
    await dashboardParts(<AmountsPanel figures={adminView} frame={{ ...everyDay, toDate }} isAdmin onOpen={() => {}} />);
    const total = await part("Total Hawala Amounts by Currency").findByText("64,044.88 USD");
    expect(total.closest("a")?.getAttribute("href") ?? null).toBe(address);
  });

  test("names the sender code that no account has", async () => {
    const usd = {
      totalUsd: "0.00",
      withoutUsd: 0,
      senderCode: "2001",
      partnerName: null,
      partnerAccountId: null,
      countedFrom: "2025-08-18",
    };
    const shown = { ...figures, admin: { ...adminFigures, usd } };
    await dashboardParts(<AmountsPanel figures={shown} frame={everyDay} isAdmin onOpen={() => {}} />);
    expect(await screen.findByText(whole("London branch: sender 2001, which no account has, from 2025-08-18 on"))).toBeDefined();
  });

  test("lists the recent hawalas, each a link to where it is paid, and leads to all of them", async () => {
    await dashboardParts(<RecentPanel figures={adminView} frame={everyDay} />);
    const recent = part("Recent Hawala Transactions");
    const rows = await recent.findAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent?.includes("Laila Ahmadi"))).toEqual([true, false, false]);
    expect(rows.map((row) => within(row).getByText(/^(Pending|Passed|Cancelled)$/).dataset["colour"])).toEqual([
      "yellow",
      "green",
      "grey",
    ]);
    for (const text of ["9,200.00 AFN", "£100.00", "from Omid Karimi (2001)", "2026-03-20", "Herat"])
      expect(rows[0]?.textContent).toContain(text);
    expect(recent.getByRole("link", { name: "Open hawala LDN-1" }).getAttribute("href")).toBe(
      "/transactions/pass-hawala?selected=1",
    );
    expect(recent.getByRole("link", { name: "View All Hawala Transactions" }).getAttribute("href")).toBe(
      "/transactions/pass-hawala",
    );
  });

  test("shows what the cash account holds, and its day in the books, each a link to what it is made of in its currency", async () => {
    await dashboardParts(
      <>
        <CashPanel figures={adminView} />
        <BooksPanel figures={adminView} />
      </>,
    );
    const cash = part("Cash at shop");
    expect(await cash.findByText("969,940.00 AFN")).toBeDefined();
    const link = cash.getByText("minus 200.50 USD").closest("a");
    expect(link?.getAttribute("href")).toBe("/reports/account-statement?account=11&currency=2");
    const [, row] = part("Books").getAllByRole("row");
    for (const text of ["AFN", "960,000.00", "10,000.00", "60.00", "969,940.00"]) expect(row?.textContent).toContain(text);
    expect(part("Books").getByRole("link", { name: "AFN" }).getAttribute("href")).toBe("/reports/daily-book?currency=1");
  });

  test("says what is empty, and what to do about it", async () => {
    const cash = figures.cash.map((held) => ({ ...held, balance: "0.00" }));
    await dashboardPage({
      "GET /api/dashboard": dashboardOf({
        amounts: [],
        recent: [],
        cash,
        books: [],
        hawalas: { all: 0, pending: 0, passed: 0, cancelled: 0 },
        hawalaDays: { ...figures.hawalaDays, points: [] },
      }),
    });
    expect(await screen.findByText("No hawala amounts in selected period")).toBeDefined();
    expect(screen.getByText("No recent transactions")).toBeDefined();
    expect(screen.getByText("No hawalas in the last 30 days")).toBeDefined();
    expect(screen.getByText("The till holds no money yet. A Credit brings in the first.")).toBeDefined();
    expect(screen.getByText("No currency is in use yet.")).toBeDefined();
    expect(cards()[1]).toBe("Pending Hawala00 % of all");
  });

  test("writes for what a hawala lacks", async () => {
    const [hawala] = figures.recent;
    const bare = { ...hawala, hawalaNo: "", senderName: "", receiverName: " " };
    await dashboardParts(<RecentPanel figures={{ ...figures, recent: [bare] as typeof figures.recent }} frame={everyDay} />);
    const [row] = await part("Recent Hawala Transactions").findAllByRole("listitem");
    expect(row?.textContent).toContain("TXN-1");
    expect(row?.textContent?.match(/Unknown/g)).toHaveLength(2);
  });
});

describe.each(["operator", "user"] as const)("the dashboard of the role %s", (role) => {
  test("is the portfolio of the default sender, without what is for admins", async () => {
    const { fetched } = await dashboardPage({ role });
    expect(screen.getByRole("heading", { level: 1, name: "Currency Portfolio Overview" })).toBeDefined();
    await screen.findByText("320");
    expect(headings()).toEqual([
      "Account 2001 Balance",
      "Account Balance",
      "Time Frame Filter",
      "Total Hawala Amounts by Currency",
      "Hawalas per day",
      "Recent Hawala Transactions",
      "Books",
    ]);
    expect(cards().map((text) => text?.replace(/\d.*$/, ""))).toEqual([
      "Total Hawala",
      "Pending Hawala",
      "Passed Hawala",
      "Cancelled Hawala",
    ]);
    expect(cards()[0]).toBe("Total Hawala320of sender 2001");
    for (const text of ["Total Hawala USD", "Database Backup"]) expect(screen.queryByText(text)).toBeNull();
    for (const name of ["Verify now", "Add account"]) expect(screen.queryByRole("button", { name })).toBeNull();
    const sender = part("Account 2001 Balance");
    expect(sender.getByRole("link", { name: "Sherullah" }).getAttribute("href")).toBe("/accounts/edit?q=2001");
    expect(sender.getByText("minus 9,200.00 AFN")).toBeDefined();
    expect(sender.getByText("31,816.94 USD")).toBeDefined();
    const held = within(part("Account Balance").getByRole("list", { name: "Account Balance" }));
    expect(held.getByText("969,940.00 AFN")).toBeDefined();
    expect(fetched.mock.calls.length).toBe(1);
  });

  test("writes N/A for a missing name, says that no account has the code, and opens no list that is not its own", async () => {
    const recent = figures.recent.map((hawala) => ({ ...hawala, senderName: "" }));
    const body = { ...figures, recent, senderBalances: [], cash: [] };
    await dashboardPage({ role, at: "/dashboard?show=today", "GET /api/dashboard": { body } });
    expect(await screen.findByText("No account has the code 2001.")).toBeDefined();
    expect(screen.getAllByText("N/A")).toHaveLength(3);
    expect(screen.getByText("The till holds no money yet.")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the figures of the dashboard", () => {
  test("leave their places free until they are there", async () => {
    const { promise, resolve } = Promise.withResolvers<Said>();
    await dashboardPage({ "GET /api/dashboard": () => promise });
    expect(headings()).toContain("System Health Monitor");
    expect(cards()).toEqual(["Total Hawala", "Pending Hawala", "Passed Hawala", "Cancelled Hawala", "Today's Activity"]);
    await act(async () => resolve(dashboardOf()));
    await screen.findByText("320");
  });

  test("that could not be read say why, with the request id, and are read again on request", async () => {
    let answer = refusal(500, "unexpected", "Something went wrong in the server.");
    const { user } = await dashboardPage({ "GET /api/dashboard": () => answer });
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("Failed to fetch hawala details")).toBeDefined();
    expect(alert.getByText("Something went wrong in the server.")).toBeDefined();
    expect(alert.getByText("Request id: request-1")).toBeDefined();
    expect(screen.queryByText("Total Hawala")).toBeNull();
    answer = dashboardOf();
    await user.click(alert.getByRole("button", { name: "Retry" }));
    await screen.findByText("320");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("are unknown in a time frame that ends before it begins; what does not obey it is shown", async () => {
    const { asked, user } = await dashboardPage({ at: "/dashboard?fromDate=2026-03-05&toDate=2026-03-01" });
    expect(await part("Cash at shop").findByText("969,940.00 AFN")).toBeDefined();
    expect(part("Books").getByText("960,000.00 AFN")).toBeDefined();
    expect(part("System Health Monitor").getByText("61")).toBeDefined();
    const [, , , , todays] = cards();
    expect(cards()).toEqual(["Total Hawala—", "Pending Hawala—", "Passed Hawala—", "Cancelled Hawala—", todays]);
    expect(todays).toBe("Today's Activity4dated or passed today");
    const amounts = part("Total Hawala Amounts by Currency");
    expect(amounts.getByText("—")).toBeDefined();
    for (const shown of [amounts, part("Hawalas per day"), part("Recent Hawala Transactions")])
      expect(shown.getByText("The end date must not be before the start date")).toBeDefined();
    expect(amounts.queryByRole("listitem")).toBeNull();
    expect(part("Hawalas per day").queryByRole("button", { name: "Export" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "This month" }));
    await screen.findByText("320");
    expect(asked("/api/dashboard")).toEqual([{}, { fromDate: "2026-03-01", toDate: "2026-03-21" }]);
  });

  test("that the frame before had do not stay in one that ends before it begins, and open no list", async () => {
    const { asked, router, user } = await dashboardPage({ at: "/dashboard?fromDate=2026-03-01&toDate=2026-03-10" });
    await screen.findByText("320");
    await user.click(screen.getByRole("button", { name: "Time Frame Filter" }));
    setText(screen.getByLabelText("Start Date"), "2026-03-20");
    await waitFor(() => expect(cards()[0]).toBe("Total Hawala—"));
    const card = (name: RegExp) => part("Hawalas").getByRole("button", { name });
    expect(card(/^Total/).getAttribute("aria-disabled")).toBe("true");
    await user.click(card(/^Total/));
    expect(router.state.location.search).toEqual({ fromDate: "2026-03-20", toDate: "2026-03-10" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(card(/^Today/));
    expect(await (await dialog("Today's Activity")).findAllByRole("listitem")).toHaveLength(3);
    expect(asked("/api/dashboard/hawalas")).toEqual([{ filter: "today", limit: "50" }]);
  });

  test("open no list of a time frame that ends before it begins, also where the address names one", async () => {
    const { asked } = await dashboardPage({ at: "/dashboard?fromDate=2026-03-05&toDate=2026-03-01&show=total" });
    await part("Cash at shop").findByText("969,940.00 AFN");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked("/api/dashboard/hawalas")).toEqual([]);
  });

  test("are read again when another desk has changed something, and stay when that fails", async () => {
    let answer = dashboardOf();
    const { client } = await dashboardPage({ "GET /api/dashboard": () => answer });
    await screen.findByText("320");
    answer = dashboardOf({ hawalas: { all: 321, pending: 144, passed: 154, cancelled: 23 } });
    await act(() => client.invalidateQueries({ queryKey: queryKeys.noun("dashboard") }));
    await screen.findByText("321");
    answer = refusal(503, "unavailable", "The database is away.");
    await act(() => client.invalidateQueries({ queryKey: queryKeys.noun("dashboard") }));
    await screen.findByText("The database is away.");
    expect(screen.getByText("321")).toBeDefined();
  });
});
