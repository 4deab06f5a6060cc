import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { labelled } from "#web/testing/labelled.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { listed, rows, searchPage, transfer } from "#web/testing/search-page.tsx";
import { setText } from "#web/testing/set-text.ts";
import { deletedRow, transactionRow } from "#web/testing/transactions.ts";

const results = () => screen.findByRole("table", { name: "Search results" });
const rowOf = (id: number) => {
  const row = screen.getByRole("button", { name: `Open transaction ${String(id)}` }).closest<HTMLElement>("[role=row]");
  if (row === null) throw new Error(`transaction ${String(id)} is in no row`);
  return row;
};
const field = (name: string) => labelled(name);

describe("Search Transactions", () => {
  it("offers the six things to search for, and finds nothing before it is asked", async () => {
    const { asked } = await searchPage("");
    const what = screen.getByRole<HTMLSelectElement>("combobox", { name: "Search What" });
    expect([...what.options].map(({ text }) => text)).toEqual([
      "All types",
      "Debit",
      "Credit",
      "Transfer",
      "Hawala",
      "Exchange",
      "Deleted Transactions",
    ]);
    expect(screen.getByText("Fill in what you know and press Search.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
    expect(asked("/api/transactions/search")).toEqual([]);
  });

  it("sends every filter, and keeps them in the address", async () => {
    const { user, press, asked, router } = await searchPage("");
    await user.selectOptions(field("Search What"), "Transfer");
    setText(field("Reference ID"), "۷");
    await user.click(screen.getByRole("combobox", { name: "Account" }));
    await user.keyboard("2002{Enter}");
    await waitFor(() => expect(field("Account").value).toBe("2002 - Farid"));
    setText(field("Narrative"), " Rent ");
    setText(field("Amount"), "1,250.5");
    setText(field("Transaction Date"), "2026-03-01");
    await press("Search");
    await results();
    const filters = {
      transType: "Transfer",
      referenceId: "7",
      accountId: "102",
      narrative: "Rent",
      amount: "1250.5",
      transactionDate: "2026-03-01",
    };
    expect(asked("/api/transactions/search")).toEqual([{ ...filters, limit: "50" }]);
    const { transType, ...others } = filters;
    expect(router.state.location.search).toEqual({ searchWhat: transType, ...others });
  });

  it("sends them for the deleted ones too", async () => {
    const { asked } = await searchPage("?searchWhat=Deleted&referenceId=7&accountId=102&narrative=Rent&amount=250");
    await results();
    expect(asked("/api/deleted-transactions")).toEqual([
      { referenceId: "7", accountId: "102", narrative: "Rent", amount: "250", limit: "50" },
    ]);
  });

  it("offers accounts that take no postings any more: something was recorded on them", async () => {
    const { user, asked } = await searchPage("");
    await user.click(screen.getByRole("combobox", { name: "Account" }));
    await screen.findByRole("option", { name: /2002 Farid/ });
    expect(asked("/api/accounts").filter((query) => "status" in query)).toEqual([]);
  });

  it("shows what the address asks for: a link opens the same search", async () => {
    const { asked } = await searchPage("?referenceId=7");
    await results();
    expect(asked("/api/transactions/search")).toEqual([{ referenceId: "7", limit: "50" }]);
    expect(field("Reference ID").value).toBe("7");
    expect(screen.getByRole("heading", { name: "Search Results (5 transactions found)" })).toBeDefined();
  });

  it("shows each transaction with its sides, amounts and currencies", async () => {
    await searchPage("?searchWhat=All");
    await results();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "ID",
      "Type",
      "Description",
      "Amount",
      "Currency",
      "Date",
      "Actions",
    ]);
    await waitFor(() => expect(rowOf(7).textContent).toContain("$250.00"));
    expect(within(rowOf(7)).getByRole("link", { name: "2002 - Farid" }).getAttribute("href")).toBe("/accounts/view/102");
    expect(rowOf(10).textContent).toContain("Sold");
    expect(rowOf(10).textContent).toMatch(/\$250\.00.*17,450\.00.*USDAFN/);
    expect(rowOf(11).textContent).toContain("250.00N/A");
  });

  it("does not search with an amount or a date that is none, and goes to the field", async () => {
    const { user, press, asked } = await searchPage("");
    setText(field("Amount"), "=5*");
    setText(field("Transaction Date"), "2026-02-30");
    await press("Search");
    expect(document.activeElement).toBe(field("Amount"));
    await user.clear(field("Amount"));
    await press("Search");
    expect(document.activeElement).toBe(field("Transaction Date"));
    expect(screen.getByText("Give the date as YYYY-MM-DD, a day that exists")).toBeDefined();
    expect(asked("/api/transactions/search")).toEqual([]);
  });

  it("empties form and results with New Search, the results alone with Close", async () => {
    const { press, router } = await searchPage("?searchWhat=Transfer&narrative=Rent");
    await results();
    setText(field("Narrative"), "Rents");
    await press("Close");
    await screen.findByText("Fill in what you know and press Search.");
    expect(field("Narrative").value).toBe("Rents");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Close" }).disabled).toBe(true);
    await press("Search");
    await results();
    await press("New Search");
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    expect(field("Narrative").value).toBe("");
    expect(field("Search What").value).toBe("All");
    expect(router.state.location.search).toEqual({});
    router.history.back();
    await results();
    expect(field("Narrative").value).toBe("Rents");
  });

  it("searches once more when the same search is asked again", async () => {
    const { press, asked } = await searchPage("?searchWhat=All");
    await results();
    await press("Search");
    await waitFor(() => expect(asked("/api/transactions/search")).toHaveLength(2));
  });

  it("says how many there are, and that there are more than were counted", async () => {
    await searchPage("?searchWhat=All", {
      "GET /api/transactions/search": listed(rows, { "x-total-count": "10000", "x-total-count-is": "at-least" }),
    });
    expect(await screen.findByRole("heading", { name: "Search Results (10,000+ transactions found)" })).toBeDefined();
    cleanup();
    await searchPage("?searchWhat=All", { "GET /api/transactions/search": listed([transfer]) });
    expect(await screen.findByRole("heading", { name: "Search Results (1 transaction found)" })).toBeDefined();
  });

  it("says that nothing was found, and what to do next", async () => {
    await searchPage("?searchWhat=Debit", { "GET /api/transactions/search": listed([]) });
    expect(await screen.findByText("No transactions found")).toBeDefined();
    expect(screen.getByText("Leave a field empty, or look among the Deleted Transactions.")).toBeDefined();
  });

  it.each([
    ["?searchWhat=All", "GET /api/transactions/search", "Failed to search transactions"],
    ["?searchWhat=Deleted", "GET /api/deleted-transactions", "Failed to fetch deleted transactions"],
  ])("says why %s failed and tries again on request", async (at, call, message) => {
    let away = true;
    const answer = call.includes("deleted") ? listed([deletedRow(transfer)]) : listed(rows);
    const { press } = await searchPage(at, { [call]: () => (away ? refusal(500, "unexpected", "") : answer) });
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(await screen.findByText("Error")).toBeDefined();
    away = false;
    await press("Retry");
    await results();
  });
});

describe("the pages of the results", () => {
  const page = (cursor: string) => {
    const number = cursor === "" ? 1 : Number.parseInt(cursor.slice(1), 10);
    const next: Record<string, string> = number < 3 ? { "x-next-cursor": `c${String(number + 1)}` } : {};
    const first = 100 * number + 1;
    const full = Array.from({ length: 50 }, (_, index) => transactionRow({ id: first + index }));
    return listed(number < 3 ? full : full.slice(0, 1), { "x-total-count": "101", ...next });
  };
  const replies: Replies = {
    "GET /api/transactions/search": (_body, { searchParams }) => page(searchParams.get("cursor") ?? ""),
  };

  it("are steps of the address: on, back, and from the start, which is also before one whose address tells of none", async () => {
    // Whoever may correct nothing has rows without buttons, which are drawn for half the cost.
    const { press, router } = await searchPage("?searchWhat=All&cursor=c3&from=101", replies, "user");
    await screen.findByText("301");
    expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
    await press("Previous page");
    await screen.findByText("101");
    expect(screen.queryByRole("button", { name: "Previous page" })).toBeNull();
    await press("Next page");
    await screen.findByText("201");
    expect(screen.getByText("51 – 100")).toBeDefined();
    await press("Next page");
    await screen.findByText("301");
    expect(router.state.location.search).toEqual({ searchWhat: "All", cursor: "c3", from: "101" });
    await press("Previous page");
    await screen.findByText("201");
    router.history.back();
    await screen.findByText("301");
    await press("First page");
    await screen.findByText("101");
    expect(router.state.location.search).toEqual({ searchWhat: "All" });
  });
});

describe("a page that takes longer to find than one answer may", () => {
  const found = [transactionRow({ id: 301 }), transactionRow({ id: 302 })];
  /** What an answer finds, and where the search stands behind it. */
  const part = (row: number | undefined, next?: string, rowsOf = found as readonly unknown[]) =>
    listed(rowsOf.slice(row ?? 0, row === undefined ? 0 : row + 1), {
      "x-total-count": "1",
      "x-total-count-is": "at-least",
      ...(next === undefined ? {} : { "x-next-cursor": next }),
    });

  it.each([
    ["All", "GET /api/transactions/search", "", found],
    ["Deleted", "GET /api/deleted-transactions", "T10:00:00.000000Z", found.map((row) => deletedRow(row))],
  ] as const)("is searched for in parts, and told how far back: %s", async (what, call, time, rowsOf) => {
    let answer: (() => void) | undefined;
    const later = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const parts = new Map<string, () => Said | Promise<Said>>([
      ["", () => part(0, `2026-02-03${time}_9`, rowsOf)],
      [`2026-02-03${time}_9`, () => later.then(() => part(undefined, `2025-01-01${time}_5`))],
      [`2025-01-01${time}_5`, () => part(1, undefined, rowsOf)],
    ]);
    const { asked } = await searchPage(`?searchWhat=${what}&narrative=x`, {
      [call]: (_body, { searchParams }) => parts.get(searchParams.get("cursor") ?? "")?.() ?? refusal(400, "invalid", ""),
    });
    expect(await screen.findByText("Searched back to 2026-02-03...")).toBeDefined();
    // What was found is there already.
    expect(screen.getByRole("heading", { name: "Search Results (1+ transaction found)" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
    answer?.();
    // Searched from end to end, it is certain how many there are.
    expect(await screen.findByRole("heading", { name: "Search Results (2 transactions found)" })).toBeDefined();
    expect(screen.queryByRole("group", { name: "Searching further back" })).toBeNull();
    expect(asked(call.slice("GET ".length)).map(({ cursor }) => cursor)).toEqual([
      undefined,
      `2026-02-03${time}_9`,
      `2025-01-01${time}_5`,
    ]);
  });

  it("can be stopped, and gone on with", async () => {
    let isOpen = false;
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { press } = await searchPage("?narrative=x", {
      "GET /api/transactions/search": (_body, { searchParams }) => {
        const cursor = searchParams.get("cursor");
        if (cursor === null) return part(undefined, "2026-02-03_9");
        return isOpen ? part(1) : held.then(() => part(undefined, "2025-01-01_5"));
      },
    });
    expect(await screen.findByText("Nothing found so far")).toBeDefined();
    await press("Stop");
    expect(await screen.findByText("There is more to look through: go on with Next page.")).toBeDefined();
    release?.();
    isOpen = true;
    await press("Next page");
    expect(await screen.findByText("302")).toBeDefined();
  });

  it("stops at a failure, and is begun again with Retry", async () => {
    let away = true;
    const { press } = await searchPage("?narrative=x", {
      "GET /api/transactions/search": (_body, { searchParams }) => {
        if (!searchParams.has("cursor")) return part(0, "2026-02-03_9");
        return away ? refusal(500, "unexpected", "") : part(1);
      },
    });
    expect((await screen.findAllByText("Failed to search transactions")).length).toBeGreaterThan(0);
    away = false;
    await press("Retry");
    expect(await screen.findByText("302")).toBeDefined();
  });
});
