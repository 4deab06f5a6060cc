import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { overShortAccountId } from "#kernel/id.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { refusal } from "#web/testing/replies.ts";
import { listed, rows, searchPage, transfer } from "#web/testing/search-page.tsx";
import { deletedRow, transactionRow, versionOf } from "#web/testing/transactions.ts";

const results = () => screen.findByRole("table", { name: "Search results" });

describe("what a role may do with what it finds", () => {
  it.each([
    ["admin", [7, 8, 9, 10, 11, 12]],
    ["operator", [7, 10, 11]],
    ["user", []],
  ] as const)("the role %s may correct %j", async (role, mine) => {
    const intoCash = transactionRow({ id: 12, outAccountId: 103, inAccountId: 11 });
    // What a count of the cash found over; it goes with its close.
    const counted = transactionRow({ id: 13, outAccountId: 11, inAccountId: overShortAccountId });
    await searchPage("?searchWhat=All", { "GET /api/transactions/search": listed([counted, intoCash, ...rows]) }, role);
    await results();
    const offered = (name: string) =>
      screen
        .queryAllByRole("button", { name: new RegExp(`^${name} transaction`) })
        .map((button) => Number.parseInt(/\d+/.exec(button.getAttribute("aria-label") ?? "")?.[0] ?? "", 10))
        .toSorted((a, b) => a - b);
    expect(offered("Edit")).toEqual(mine);
    expect(offered("Delete")).toEqual(mine);
  });

  it.each([
    ["admin", ["Recover transaction 7", "Recover transaction 8"]],
    ["operator", ["Recover transaction 7"]],
    ["user", []],
  ] as const)("the role %s is offered %j", async (role, mine) => {
    const paidOut = transactionRow({ id: 8, transType: "Debit", outAccountId: 102, inAccountId: 11 });
    const deleted = { "GET /api/deleted-transactions": listed([deletedRow(transfer), deletedRow(paidOut)]) };
    await searchPage("?searchWhat=Deleted", deleted, role);
    await results();
    const offered = screen.queryAllByRole("button", { name: /^Recover transaction/ });
    expect(offered.map((button) => button.getAttribute("aria-label"))).toEqual(mine);
  });
});

describe("the details of a transaction", () => {
  const edited = { ...transfer, dAmount: "300.00", cAmount: "300.00", transDescription: "Rent of May", version: 2 };
  const history = [
    versionOf({ ...transfer, version: 1 }, { action: "created", actor: "admin" }),
    versionOf(edited, { action: "edited", actor: "zahra" }),
    versionOf({ ...edited, version: 3 }, { action: "deleted", actor: "omid", reason: "Typed twice" }),
  ];

  it("open from its number, in the address, with every version: who, what, before and after", async () => {
    const { press, router, user } = await searchPage("?searchWhat=All", { "GET /api/transactions/7/history": { body: history } });
    await results();
    await press("Open transaction 7");
    const panel = await screen.findByRole("dialog", { name: "Transaction 7" });
    expect(router.state.location.search).toEqual({ searchWhat: "All", selected: "7" });
    await within(panel).findByText("Edited by zahra");
    expect(within(panel).getByText("Created by admin")).toBeDefined();
    expect(within(panel).getByText("Deleted by omid")).toBeDefined();
    expect(within(panel).getByText("Reason: Typed twice")).toBeDefined();
    const changes = within(panel)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(changes).toEqual(["Amount: $250.00 USD → $300.00 USD", "Debit Narrative: Rent → Rent of May"]);
    await user.click(within(panel).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ searchWhat: "All" }));
  });

  it("point from what was to what is also where the screens are read from the right", async () => {
    const { press } = await searchPage("?searchWhat=All", { "GET /api/transactions/7/history": { body: history } });
    await results();
    readFromRight();
    await press("Open transaction 7");
    const panel = within(await screen.findByRole("dialog"));
    await panel.findByText(/^Edited by/);
    expect(panel.getAllByRole("listitem")[1]?.textContent).toBe("Debit Narrative: Rent ← Rent of May");
  });

  it("close and open again with the back and forward of the browser", async () => {
    const { press, router } = await searchPage("?searchWhat=All");
    await results();
    await press("Open transaction 7");
    await screen.findByRole("dialog", { name: "Transaction 7" });
    router.history.back();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    router.history.forward();
    await screen.findByRole("dialog", { name: "Transaction 7" });
  });

  it("say when there is no such transaction, and when it is deleted", async () => {
    await searchPage("?selected=99", { "GET /api/transactions/99": refusal(404, "not_found", "There is no transaction 99") });
    expect(await screen.findByText("There is no transaction 99.")).toBeDefined();
    cleanup();
    await searchPage("?selected=7", { "GET /api/transactions/7": { body: { ...transfer, deleted: true } } });
    expect(await screen.findByText(/This transaction is deleted/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Recover" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});

describe("the export of a search", () => {
  const tooMany = "A file holds at most 50,000 rows, and this list has more. Narrow the filter and export again";

  it.each([
    ["?searchWhat=Transfer&amount=250", "/api/transactions/export", { transType: "Transfer", amount: "250" }],
    ["?searchWhat=Deleted&narrative=Rent", "/api/deleted-transactions/export", { narrative: "Rent" }],
  ])("asks for the filters of %s, and says why there is no file", async (at, path, filters) => {
    const { press, user, asked } = await searchPage(at, { [`GET ${path}`]: refusal(413, "too_large", tooMany) });
    await results();
    await press("Export");
    await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
    expect(await screen.findByText(tooMany)).toBeDefined();
    expect(asked(path)).toEqual([{ ...filters, format: "csv" }]);
  });
});
