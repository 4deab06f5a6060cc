import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";

import { addressesOf } from "#web/testing/addresses.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { balancesReply, cashBox, ownerReply, spendingOwner, trialReply } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";
import { whole } from "#web/testing/whole-text.ts";

import { AccountBalancesPage } from "./balances/balances-page.tsx";
import { PrintedBalancesPage } from "./balances/balances-paper.tsx";
import { OwnerPage } from "./owner/owner-page.tsx";
import { TrialBalancePage } from "./trial/trial-page.tsx";
import { PrintedTrialBalancePage } from "./trial/trial-paper.tsx";

const replies: Replies = {
  "GET /api/reports/account-balances": { body: balancesReply },
  "GET /api/reports/owner": { body: ownerReply },
  "GET /api/reports/trial-balance": { body: trialReply },
};

async function opened(element: ReactElement, at: string, own: Replies = {}) {
  const fetched = replyingOffice({ ...replies, ...own });
  const staged = await stage(element, { at });
  const asked = () =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname.startsWith("/api/reports/"))
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { ...staged, asked, user: userEvent.setup({ delay: null }) };
}

const table = async (name: string) => within(await screen.findByRole("table", { name }));

describe("Account Balances", () => {
  it("shows who owes whom, each with its statement, and the totals with what they are made of", async () => {
    await opened(<AccountBalancesPage />, "/reports/account-balances?asOf=2026-03-05", {
      "GET /api/reports/account-balances": { body: { ...balancesReply, asOf: "2026-03-05" } },
    });
    const rows = await table("Balances");
    const link = rows.getByRole("link", { name: "Statement of 2002 - Farid Noori, USD" });
    expect(link.getAttribute("href")).toBe("/reports/account-statement?account=102&currency=2&to=2026-03-05");
    const row = link.closest<HTMLElement>("[role=row]");
    for (const text of ["Farid Noori", "Customer", "-$50.00", "owes us"]) expect(row?.textContent).toContain(text);
    const totals = await table("Totals");
    expect(totals.getByRole("link", { name: /^Owed to us, USD/ }).getAttribute("href")).toBe(
      "/reports/account-balances?asOf=2026-03-05&currency=2&side=owes-us",
    );
    expect(totals.getByRole("link", { name: /^We hold, USD/ }).getAttribute("href")).toContain("type=company");
  });

  it("tells what was spent from what is held, where anything was", async () => {
    const rent = { ...cashBox, id: 105, code: "1002", name: "Rent" };
    const rows = [
      { account: cashBox, currencyId: 2, currency: "USD", balance: "1500.00", isSpent: false },
      { account: rent, currencyId: 2, currency: "USD", balance: "250.00", isSpent: true },
    ];
    const totals = balancesReply.totals.map((total) => ({ ...total, spent: "250.00" }));
    await opened(<AccountBalancesPage />, "/reports/account-balances?side=we-owe", {
      "GET /api/reports/account-balances": { body: { ...balancesReply, rows, totals } },
    });
    const standing = (await table("Balances")).getAllByRole("row").slice(1);
    expect(standing.map(({ textContent }) => /(?:we hold|spent)$/.exec(textContent)?.[0])).toEqual(["we hold", "spent"]);
    const spent = (await table("Totals")).getByRole("link", { name: /^Spent, USD/ });
    expect(spent.textContent).toContain("$250.00");
    expect(spent.getAttribute("href")).toBe("/reports/account-balances?currency=2&type=company");
  });

  it("says nothing of spending where nothing was spent", async () => {
    await opened(<AccountBalancesPage />, "/reports/account-balances");
    const heads = (await table("Totals")).getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads).toEqual(["Currency", "Balances", "We hold", "Owed to us", "Owed by us"]);
  });

  it("leads from a balance of today to a statement of the same day: an open one would have tomorrow's entries in it", async () => {
    await opened(<AccountBalancesPage />, "/reports/account-balances");
    const link = (await table("Balances")).getByRole("link", { name: "Statement of 2002 - Farid Noori, USD" });
    expect(link.getAttribute("href")).toBe("/reports/account-statement?account=102&currency=2&to=2026-03-21");
  });

  it("filters by day, currency, type and side, all of it in the address", async () => {
    const { user, asked, router } = await opened(<AccountBalancesPage />, "/reports/account-balances");
    await table("Balances");
    const types = screen.getByLabelText<HTMLSelectElement>("Account type");
    expect([...types.options].slice(1, 3).map(({ text }) => text)).toEqual(["Personal", "Business"]);
    await user.selectOptions(types, "Customer");
    await user.click(screen.getByRole("radio", { name: "We owe" }));
    await waitFor(() => expect(screen.getByRole("option", { name: "USD - US Dollar" })).toBeDefined());
    await user.selectOptions(screen.getByLabelText("Currency"), "USD - US Dollar");
    await user.clear(screen.getByLabelText("As of"));
    await user.type(screen.getByLabelText("As of"), "2026-03-01");
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({ type: "customer", side: "we-owe", currencyId: "2", asOf: "2026-03-01", limit: "200" }),
    );
    expect(router.state.location.search).toEqual({ type: "customer", side: "we-owe", currency: "2", asOf: "2026-03-01" });
  });

  it("reads on, says that there is nothing, and why it could not be read", async () => {
    let body: unknown = { ...balancesReply, nextCursor: "more" };
    const { user, asked } = await opened(<AccountBalancesPage />, "/reports/account-balances", {
      "GET /api/reports/account-balances": (_body, { searchParams }) => {
        if (body === undefined) return refusal(503, "unavailable", "Away");
        return { body: searchParams.has("cursor") ? { ...balancesReply, rows: [] } : body };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ asOf: "2026-03-21", limit: "200", cursor: "more" }));
    body = undefined;
    await user.click(screen.getByRole("radio", { name: "Owes us" }));
    await screen.findByText("The report could not be read");
    body = { ...balancesReply, rows: [], totals: [] };
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No balances");
    expect(screen.queryByRole("table", { name: "Totals" })).toBeNull();
  });
});

describe("Owner's Page", () => {
  it("shows the net worth, and tells the change by rates from that by business", async () => {
    await opened(<OwnerPage />, "/reports/owner");
    const worth = within(await screen.findByRole("region", { name: "Net worth" }));
    expect(worth.getAllByRole("definition").map(({ textContent }) => /-?\$[\d.,]+/.exec(textContent)?.[0])).toEqual([
      "$100.00",
      "$2.00",
      "-$1.00",
      "$3.00",
    ]);
    expect(screen.getByText(whole("Today, compared with the end of 2026-03-20"))).toBeDefined();
  });

  it("left open over midnight compares the new day with the one that is over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let reply = ownerReply;
    const { client, asked } = await opened(<OwnerPage />, "/reports/owner", {
      "GET /api/reports/owner": () => ({ body: reply }),
    });
    await screen.findByText(whole("Today, compared with the end of 2026-03-20"));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked()).toHaveLength(1);
    reply = { ...ownerReply, today: theNextDay, yesterday: ownerReply.today };
    await passMidnight(client);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByText(whole("Today, compared with the end of 2026-03-21"))).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked()).toHaveLength(2);
  });

  it("each figure opens what it is made of", async () => {
    await opened(<OwnerPage />, "/reports/owner");
    const rows = await table("Net worth by currency");
    const leads = (name: string) => rows.getByRole("link", { name: new RegExp(`^${name}`) }).getAttribute("href");
    expect(leads("Cash in AFN: its statement")).toBe("/reports/account-statement?account=11&currency=1&to=2026-03-21");
    expect(leads("Banks in AFN: their balances")).toBe("/reports/account-balances?type=company&currency=1");
    expect(leads("Owed to us in AFN: by whom")).toBe("/reports/account-balances?side=owes-us&currency=1");
    expect(leads("Owed by us in AFN: to whom")).toBe("/reports/account-balances?side=we-owe&currency=1");
    expect(leads("Hawalas in transit in AFN: their statement")).toBe(
      "/reports/account-statement?account=15&currency=1&from=any&to=2026-03-21",
    );
    expect(leads("Pending hawalas in AFN")).toBe("/transactions/hawala-details?status=Pending&currency=AFN&toDate=2026-03-21");
    expect(leads("AFN$")).toBe("/reports/trial-balance?currency=1");
    expect(
      screen.getByText(
        "Behind Banks stand the company accounts, the cash account among them. Pending hawalas include those paid out with tomorrow's date, which their list shows as passed.",
      ),
    ).toBeDefined();
    expect(rows.getByText("70.00 per USD")).toBeDefined();
    expect(rows.getAllByRole("row").at(-1)?.textContent).toContain("Total in USD");
  });

  it("has what was spent apart from the sum, and names the accounts that it stands on", async () => {
    await opened(<OwnerPage />, "/reports/owner", { "GET /api/reports/owner": { body: spendingOwner } });
    const rows = await table("Net worth by currency");
    expect(rows.getAllByRole("columnheader").at(-1)?.textContent).toBe("Spent");
    const link = rows.getByRole("link", { name: /^Spent in AFN: the company accounts/ });
    expect(link.textContent).toContain("2,100.00");
    expect(link.getAttribute("href")).toBe("/reports/account-balances?type=company&currency=1");
    expect(screen.getByText(/expenses are marked as spent there\./)).toBeDefined();
    expect(screen.getByText(/^Cash \+ banks/).textContent).toMatch(/ Without what was spent: 1002 Rent, 1003 Salaries\.$/);
  });

  it("names the first of many expense accounts, and how many more there are", async () => {
    const expenseAccounts = Array.from({ length: 200 }, (_, index) => ({ ...cashBox, code: String(index), name: "Rent" }));
    await opened(<OwnerPage />, "/reports/owner", { "GET /api/reports/owner": { body: { ...ownerReply, expenseAccounts } } });
    expect((await screen.findByText(/^Cash \+ banks/)).textContent).toMatch(/: 0 Rent, 1 Rent, 2 Rent, 3 Rent and 196 more\.$/);
  });

  it("says nothing of spending where no expense account is named", async () => {
    await opened(<OwnerPage />, "/reports/owner");
    expect((await table("Net worth by currency")).getAllByRole("columnheader").at(-1)?.textContent).toBe("Since yesterday");
    expect(screen.getByText(/^Cash \+ banks/).textContent).toMatch(/at the rates of now\.$/);
  });

  it("says why it could not be read", async () => {
    await opened(<OwnerPage />, "/reports/owner", { "GET /api/reports/owner": refusal(503, "unavailable", "Away") });
    await screen.findByText("The report could not be read");
  });
});

describe("Trial Balance", () => {
  it("shows each account on its side, those of the house marked, and that both sides are equal", async () => {
    await opened(<TrialBalancePage />, "/reports/trial-balance");
    const rows = await table("Trial balance in USD");
    const [, cash, position, total] = rows.getAllByRole("row");
    expect(cash?.textContent).toContain("$1,500.00");
    expect(position?.textContent).toContain("House account");
    expect(rows.getByRole("link", { name: "Statement of POSITION-USD - Currency Position USD, USD" }).getAttribute("href")).toBe(
      "/reports/account-statement?account=22&currency=2&to=2026-03-21",
    );
    expect(total?.textContent).toContain("Total USD");
    expect(screen.getByRole("status").textContent).toBe("Debits and credits are equal in every currency");
  });

  it("says by how much the sides differ", async () => {
    const [total] = trialReply.totals;
    await opened(<TrialBalancePage />, "/reports/trial-balance", {
      "GET /api/reports/trial-balance": { body: { ...trialReply, totals: [{ ...total, difference: "-5.00" }] } },
    });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Debits and credits differ");
    expect(alert.textContent).toContain("USD: -5.00");
  });

  it("takes the day, the currency and accounts at zero", async () => {
    const { user, asked } = await opened(<TrialBalancePage />, "/reports/trial-balance?currency=2");
    await table("Trial balance in USD");
    await user.click(screen.getByRole("checkbox", { name: "Accounts at zero, too" }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ asOf: "2026-03-21", currencyId: "2", zero: "true", limit: "200" }));
    expect(screen.getByRole("link", { name: "Print" }).getAttribute("href")).toBe("/print/trial-balance?currency=2&zero=1");
  });

  it("says that nothing has been recorded", async () => {
    await opened(<TrialBalancePage />, "/reports/trial-balance", {
      "GET /api/reports/trial-balance": { body: { ...trialReply, rows: [], totals: [] } },
    });
    await screen.findByText("Nothing has been recorded up to this day");
  });
});

describe("a paper with nothing on it", () => {
  it.each([
    ["No balances", "account-balances", PrintedBalancesPage],
    ["Nothing has been recorded up to this day", "trial-balance", PrintedTrialBalancePage],
  ] as const)("says %j, over no empty table", async (said, report, PrintedPage) => {
    const body = { asOf: "2020-01-01", rows: [], totals: [], nextCursor: null };
    await opened(<PrintedPage />, `/print/${report}`, { [`GET /api/reports/${report}`]: { body } });
    const sheet = within(await screen.findByRole("article"));
    expect(sheet.getByText(said)).toBeDefined();
    expect(sheet.queryByRole("table")).toBeNull();
  });
});

describe("sums of more digits than an amount may have", () => {
  const large = "1004421457413462517.21";
  const shown = "1,004,421,457,413,462,517.21";
  const [balance] = balancesReply.rows;
  const [sides] = trialReply.totals;
  const [worth] = ownerReply.rows;
  it.each([
    ["account-balances", <AccountBalancesPage key="balances" />, { ...balancesReply, rows: [{ ...balance, balance: large }] }],
    ["owner", <OwnerPage key="owner" />, { ...ownerReply, rows: [{ ...worth, cash: large }], netWorth: `-${large}` }],
    ["trial-balance", <TrialBalancePage key="trial" />, { ...trialReply, totals: [{ ...sides, debits: large, credits: large }] }],
  ])("are shown to the last digit: %s", async (name, page, body) => {
    await opened(page, `/reports/${name}`, { [`GET /api/reports/${name}`]: { body } });
    expect((await screen.findAllByText(new RegExp(shown))).length).toBeGreaterThan(0);
  });
});

describe("where reports are read from a replica of the database", () => {
  it.each([
    ["account-balances", <AccountBalancesPage key="balances" />, balancesReply],
    ["owner", <OwnerPage key="owner" />, ownerReply],
    ["trial-balance", <TrialBalancePage key="trial" />, trialReply],
  ])("says how old they are: %s", async (name, page, body) => {
    const reply = { [`GET /api/reports/${name}`]: { body: { ...body, replicaAgeSeconds: 3 } } };
    await opened(page, `/reports/${name}`, reply);
    expect(await screen.findByText("As of 3 s ago (replica)")).toBeDefined();
  });

  it("says so too where the replica has everything", async () => {
    await opened(<OwnerPage />, "/reports/owner", {
      "GET /api/reports/owner": { body: { ...ownerReply, replicaAgeSeconds: 0 } },
    });
    expect(await screen.findByText("As of now (replica)")).toBeDefined();
  });

  it("and nothing where there is none", async () => {
    await opened(<OwnerPage />, "/reports/owner");
    await screen.findAllByText(/Net worth/i);
    expect(screen.queryByText(/replica/)).toBeNull();
  });
});
