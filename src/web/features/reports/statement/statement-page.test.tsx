import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { addressesOf } from "#web/testing/addresses.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { cashBox, positionUsd, statementEntry, statementOf } from "#web/testing/reports.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountStatementPage } from "./statement-page.tsx";
import { PrintedStatementPage } from "./statement-paper.tsx";

const path = "/api/reports/account-statement";

async function statementPage(at: string, replies: Replies = {}) {
  const fetched = replyingOffice({ [`GET ${path}`]: { body: statementOf() }, ...replies });
  const staged = await stage(<AccountStatementPage />, { at: `/reports/account-statement${at}` });
  const asked = () =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { ...staged, asked, user: userEvent.setup({ delay: null }) };
}

const pressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");
const entries = async () => within(await screen.findByRole("table", { name: "Entries" }));
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("Account Statement", () => {
  it("asks for an account first, and reads nothing before", async () => {
    const { asked, user } = await statementPage("");
    expect(screen.getByText("Choose an account")).toBeDefined();
    await user.type(screen.getByRole("combobox", { name: "Account" }), "2002");
    await user.click(await screen.findByRole("option", { name: /2002/ }));
    await entries();
    expect(asked()).toEqual([{ accountId: "102", fromDate: "2026-02-19", limit: "200" }]);
  });

  it("is not printed of nobody: an account is chosen first", async () => {
    replyingOffice({});
    const { router } = await stage(<PrintedStatementPage />, { at: "/print/account-statement" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/reports/account-statement"));
  });

  it("shows the opening balance, each entry with both dates and where it leads, and the closing balance", async () => {
    await statementPage("?account=102");
    const [head, opening, deposit, deal, closing] = (await entries()).getAllByRole("row");
    expect(head?.textContent).toBe("DateEntry, recordedCounter-accountNarrativeDebit banamCredit jamaBalance");
    expect(opening?.textContent).toContain("Opening balance");
    expect(opening?.textContent).toContain("$250.00");
    if (deposit === undefined || deal === undefined) throw new Error("two entries are shown");
    const [date, entry, , narrative, debit, credit, balance] = texts(deposit);
    expect(date).toBe("2026-03-1019 Hut 1404");
    expect(entry).toBe("Credit 710 Mar 2026, 14:00 · amina");
    expect([narrative, debit]).toEqual(["Deposit", ""]);
    expect(credit).toContain("$1,000.00");
    expect(balance).toContain("$1,250.00");
    expect(within(deposit).getByRole("link", { name: "Open Credit 7" }).getAttribute("href")).toBe(
      "/transactions/search?searchWhat=All&referenceId=7&selected=7",
    );
    expect(within(deposit).getByRole("link", { name: "Statement of 11 - Cash at Shop" }).getAttribute("href")).toBe(
      "/reports/account-statement?account=11&currency=2",
    );
    expect(deal.textContent).toContain("90,740.00 AFN at 69.80");
    expect(closing?.textContent).toContain("Closing balance");
    expect(closing?.textContent).toContain("-$50.00");
    const summary = within(screen.getByRole("region", { name: "Summary" }));
    expect(summary.getByText("owes us")).toBeDefined();
    expect(summary.getByText("we owe")).toBeDefined();
    expect(summary.getByRole("link", { name: "Open account 2002" }).getAttribute("href")).toBe("/accounts/view/102");
    expect(screen.getByText("2 entries")).toBeDefined();
  });

  it("changes the currency by what the account holds", async () => {
    const { user, asked } = await statementPage("?account=102");
    await entries();
    await user.click(screen.getByRole("button", { name: /20,940.00 AFN/ }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ accountId: "102", currencyId: "1" }));
    await user.selectOptions(screen.getByLabelText("Currency"), "USD");
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ currencyId: "2" }));
  });

  it("takes the period from its fields and from names, and keeps it in the address", async () => {
    const { user, asked, router } = await statementPage("?account=102");
    await entries();
    for (const [name, from] of [
      ["Today", "2026-03-21"],
      ["This week", "2026-03-21"],
      ["This month", "2026-03-01"],
      ["Hamal 1405", "2026-03-21"],
      ["30 days", "2026-02-19"],
    ] as const) {
      await user.click(screen.getByRole("button", { name }));
      await waitFor(() => expect(router.state.location.search).toEqual({ account: "102", from, to: "2026-03-21" }));
    }
    expect(asked().at(-1)).toMatchObject({ fromDate: "2026-02-19", toDate: "2026-03-21" });
    expect(pressed("30 days")).toBe("true");
    await user.click(screen.getByRole("button", { name: "All" }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ accountId: "102", limit: "200" }));
    expect(router.state.location.search).toEqual({ account: "102", from: "any" });
    setText(screen.getByLabelText("To"), "2026-03-15");
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ toDate: "2026-03-15" }));
  });

  it("names no period that goes beyond today, nor one that a page left open over midnight has outlived", async () => {
    const { user, client, asked } = await statementPage("?account=102&from=2026-03-01");
    await entries();
    expect(pressed("This month")).toBe("false");
    await user.click(screen.getByRole("button", { name: "This month" }));
    await waitFor(() => expect(pressed("This month")).toBe("true"));
    await passMidnight(client);
    expect(pressed("This month")).toBe("false");
    await user.click(screen.getByRole("button", { name: "This month" }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ fromDate: "2026-03-01", toDate: theNextDay }));
    expect(pressed("This month")).toBe("true");
  });

  it("a past day that a link ends with is shown with the days before it", async () => {
    const { asked } = await statementPage("?account=102&to=2026-01-31");
    await entries();
    expect(asked()).toEqual([{ accountId: "102", fromDate: "2026-01-01", toDate: "2026-01-31", limit: "200" }]);
  });

  it("says that a period ends before it begins, and does not ask for it", async () => {
    const { asked } = await statementPage("?account=102&from=2026-03-02&to=2026-03-01");
    expect(screen.getByText("The end date must not be before the start date")).toBeDefined();
    expect(asked()).toEqual([]);
  });

  it("hides what was corrected, says so, and shows it on one click, struck out and named", async () => {
    const standing = statementOf({ hasCorrected: true });
    const all = statementOf({
      hasCorrected: true,
      entries: [
        statementEntry({ state: "corrected", transactionId: 9 }),
        statementEntry({ state: "correction", transactionId: 9, debit: "1000.00", credit: null }),
        statementEntry({ state: "corrected", isDeleted: true, transactionId: 10 }),
        ...standing.entries,
      ],
    });
    const { user, asked } = await statementPage("?account=102", {
      [`GET ${path}`]: (_body, { searchParams }) => ({ body: searchParams.get("corrected") === "true" ? all : standing }),
    });
    await screen.findByText("Corrected entries are hidden.");
    await user.click(screen.getByRole("checkbox", { name: "Show corrected entries" }));
    await screen.findByText("5 entries");
    expect(asked().at(-1)).toMatchObject({ corrected: "true" });
    const [, , corrected, correction, deleted] = (await entries()).getAllByRole("row");
    expect(
      [corrected?.textContent, correction?.textContent, deleted?.textContent].map(
        (text) => /corrected|correction|deleted/.exec(text ?? "")?.[0],
      ),
    ).toEqual(["corrected", "correction", "deleted"]);
    expect(screen.queryByText("Corrected entries are hidden.")).toBeNull();
    expect(screen.getByRole("link", { name: "Open Credit 10" }).getAttribute("href")).toContain("searchWhat=Deleted");
  });

  it("a company account has what came in and went out, and what we hold", async () => {
    await statementPage("?account=11", { [`GET ${path}`]: { body: statementOf({ account: cashBox, opening: "0.00" }) } });
    const [head] = (await entries()).getAllByRole("row");
    expect(head?.textContent).toBe("DateEntry, recordedCounter-accountNarrativeInOutBalance");
    expect(screen.getByText("overdrawn")).toBeDefined();
    expect(screen.getByText("even")).toBeDefined();
  });

  it("an account of the house is named in the field, and has no page of its own", async () => {
    await statementPage("?account=22", { [`GET ${path}`]: { body: statementOf({ account: positionUsd }) } });
    await entries();
    expect(screen.getByRole("combobox", { name: "Account" }).getAttribute("placeholder")).toBe(
      "POSITION-USD - Currency Position USD",
    );
    expect(screen.queryByRole("link", { name: /Open account/ })).toBeNull();
    expect(screen.getByText("House")).toBeDefined();
  });

  it("reads on on request, and only then shows the closing balance in the table", async () => {
    const last = statementOf({ entries: [statementEntry({ narrative: "The last one" })] });
    const { user } = await statementPage("?account=102", {
      [`GET ${path}`]: (_body, { searchParams }) => ({
        body: searchParams.get("cursor") === "more" ? last : statementOf({ nextCursor: "more" }),
      }),
    });
    expect((await entries()).queryByText("Closing balance")).toBeNull();
    expect(screen.getByText("2 entries, more follow")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByText("The last one");
    expect((await entries()).getByText("Closing balance")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("says that there is nothing, and why it could not be read", async () => {
    let isAway = true;
    const { user } = await statementPage("?account=102", {
      [`GET ${path}`]: () =>
        isAway ? refusal(503, "unavailable", "The database is away") : { body: statementOf({ entries: [] }) },
    });
    await screen.findByText("The report could not be read");
    expect(screen.getByText("The database is away")).toBeDefined();
    isAway = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No entries in this period");
  });

  it.each([
    ["its last entry's where that is tomorrow", "2026-03-22", null, "2026-03-22"],
    ["today where its last entry is earlier", "2026-03-12", null, "2026-03-21"],
    ["tomorrow where its last entries have not been read", "2026-03-12", "more", "2026-03-22"],
  ])("the last day of a message without an end date is %s", async (_what, businessDate, nextCursor, to) => {
    const statement = statementOf({ entries: [statementEntry({ businessDate })], nextCursor });
    const { user } = await statementPage("?account=102", { [`GET ${path}`]: { body: statement } });
    await entries();
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(screen.getByRole("button", { name: "Copy as message" }));
    await screen.findByText("Paste it into a message.");
    expect(copied.mock.calls[0]?.[0]).toContain(`\n2026-02-19 to ${to}\n`);
  });

  it("is not copied as a message while another account's is on its way", async () => {
    const answer = Promise.withResolvers<Said>();
    const { user } = await statementPage("?account=102", {
      [`GET ${path}`]: (_body, { searchParams }) =>
        searchParams.get("accountId") === "102" ? { body: statementOf({ entries: [statementEntry({})] }) } : answer.promise,
    });
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    const share = () => screen.getByRole("button", { name: "Copy as message" });
    await user.click((await entries()).getByRole("link", { name: "Statement of 11 - Cash at Shop" }));
    await waitFor(() => expect(share().getAttribute("aria-disabled")).toBe("true"));
    await user.click(share());
    answer.resolve({ body: statementOf({ account: cashBox }) });
    await waitFor(() => expect(share().getAttribute("aria-disabled")).toBe("false"));
    await user.click(share());
    await screen.findByText("Paste it into a message.");
    expect(copied.mock.calls.map(([text]) => text.split("\n")[0])).toEqual(["Sarraf: 11 - Cash at Shop"]);
  });

  it("is copied as a message, printed and exported by the same filters", async () => {
    const { user } = await statementPage("?account=102&from=2026-03-01&to=2026-03-31", {
      [`GET ${path}/export`]: { body: "", headers: { "content-disposition": 'attachment; filename="account-statement.xlsx"' } },
    });
    await entries();
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(screen.getByRole("button", { name: "Copy as message" }));
    await screen.findByText("Paste it into a message.");
    expect(copied.mock.calls[0]?.[0]).toBe(
      [
        "Sarraf: 2002 - Farid Noori",
        "2026-02-19 to 2026-03-21",
        "Opening: 250.00 USD",
        "2026-03-10 +1,000.00 USD Credit: Deposit",
        "2026-03-12 -1,300.00 USD Exchange",
        "Balance: -50.00 USD (owes us)",
      ].join("\n"),
    );
    expect(screen.getByRole("link", { name: "Print" }).getAttribute("href")).toBe(
      "/print/account-statement?account=102&from=2026-03-01&to=2026-03-31",
    );
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Spreadsheet (.xlsx)" }));
    await screen.findByText("Saved as account-statement.xlsx");
  });
});
