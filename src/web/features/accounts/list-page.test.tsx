import { notifications } from "@mantine/notifications";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountListPage } from "./list-page.tsx";

const many = Array.from({ length: 120 }, (_, index) => accountRow({ id: 200 + index, accountCode: String(3000 + index) }));

function pageOf(rows: readonly AccountRow[]) {
  return (_body: unknown, { searchParams }: URL): Said => {
    const from = Number.parseInt(searchParams.get("cursor") ?? "0", 10);
    const to = from + Number.parseInt(searchParams.get("limit") ?? "1000", 10);
    const more: Record<string, string> = to < rows.length ? { "x-next-cursor": String(to) } : {};
    return { body: rows.slice(from, to), headers: { "x-total-count": String(rows.length), ...more } };
  };
}

async function list(replies: Replies = {}, at = "/accounts/edit") {
  const fetched = replyingOffice(replies);
  const staged = await stage(<AccountListPage />, { at });
  const user = userEvent.setup({ delay: null });
  const searches = () => addressesOf(fetched).filter(({ pathname }) => pathname === "/api/accounts");
  return { ...staged, user, searches };
}

const rows = () =>
  within(screen.getByRole("list", { name: "Accounts" }))
    .getAllByRole("listitem")
    .filter((item) => item.parentElement?.getAttribute("aria-label") === "Accounts");

afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

describe("a row of the account list", () => {
  it.each([
    [1, "blue"],
    [2, "green"],
    [3, "orange"],
    [4, "purple"],
    [5, "grey"],
  ])("marks currency %i with a %s circle", async (currencyId, colour) => {
    await list({ "GET /api/accounts": pageOf([accountRow({ id: 200, currencyId })]) });
    const circle = await screen.findByRole("img", { name: `Currency id ${String(currencyId)}` });
    expect(circle.dataset["colour"]).toBe(colour);
    expect(circle.textContent).toBe(String(currencyId));
  });

  it("tells phone, father, tazkira and status of an account with a phone", async () => {
    const account = accountRow({
      id: 200,
      accountName: "Farid",
      lastName: "Noori",
      phone: "0700 1",
      fatherName: "Karim",
      tazkiraNumber: "1400-7",
    });
    await list({ "GET /api/accounts": pageOf([{ ...account, accountStatus: "suspended" }]) });
    await screen.findByText("Farid Noori");
    for (const text of ["0700 1", "Father: Karim", "Tazkira: 1400-7", "Inactive"]) expect(screen.getByText(text)).toBeDefined();
  });

  it("tells none of that without a phone", async () => {
    await list({ "GET /api/accounts": pageOf([accountRow({ id: 200, fatherName: "Karim" })]) });
    await screen.findByText("AC200");
    expect(screen.queryByText("Father: Karim")).toBeNull();
    expect(screen.queryByText("Active")).toBeNull();
  });

  it("shows the balance of each currency, and leads to the account", async () => {
    const balances = [
      { currencyId: 1, currency: "AFN", symbol: "؋", balance: "-20.00" },
      { currencyId: 2, currency: "USD", symbol: "$", balance: "1234.50" },
    ];
    await list({ "GET /api/accounts": pageOf([accountRow({ id: 200, balances })]) });
    expect(await screen.findByText(/^-؋/)).toBeDefined();
    expect(screen.getByText(/^\$1,234\.50/)).toBeDefined();
    expect(screen.getByRole("link", { name: /^View account AC200/ }).getAttribute("href")).toBe("/accounts/view/200");
  });
});

describe("the account list", () => {
  it("shows three placeholder rows until it has arrived", async () => {
    const answer = Promise.withResolvers<Said>();
    await list({ "GET /api/accounts": () => answer.promise });
    const waiting = await screen.findByRole("status", { name: "Loading accounts" });
    expect(waiting.children).toHaveLength(3);
    answer.resolve({ body: many.slice(0, 1), headers: { "x-total-count": "1" } });
    expect(await screen.findByText("Showing 1 of 1 accounts")).toBeDefined();
  });

  it("says when it was loaded, on the office's clock", async () => {
    vi.useFakeTimers({ now: new Date("2026-03-21T20:15:00Z"), toFake: ["Date"] });
    await list();
    expect(await screen.findByText(/^Last updated: 22 Mar 2026, 00:45/)).toBeDefined();
    vi.useRealTimers();
  });

  it("takes fifty at a time and more on demand, saying how many there are", async () => {
    const { user, searches } = await list({ "GET /api/accounts": pageOf(many) });
    expect(await screen.findByText("Showing 50 of 120 accounts")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Showing 100 of 120 accounts")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Showing 120 of 120 accounts")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(rows()).toHaveLength(120);
    expect(searches().map(({ searchParams }) => searchParams.get("limit"))).toEqual(["50", "50", "50"]);
  });

  it("searches on the server and keeps the search in the address", async () => {
    const { user, router, searches } = await list();
    await screen.findByText("Farid");
    await user.type(screen.getByPlaceholderText("Search by account number or holder name..."), "2003");
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "2003" }));
    await waitFor(() => expect(screen.queryByText("Farid")).toBeNull());
    expect(screen.getByText("Zahra")).toBeDefined();
    expect(searches().at(-1)?.searchParams.get("q")).toBe("2003");
  });

  it("starts from the search in the address, and follows it", async () => {
    const { router } = await list({}, "/accounts/edit?q=zahra");
    const box = await screen.findByRole<HTMLInputElement>("searchbox");
    expect(box.value).toBe("zahra");
    await screen.findByText("Zahra");
    await router.navigate({ to: "/accounts/edit", search: { q: "karim" } });
    await waitFor(() => expect(box.value).toBe("karim"));
    expect(await screen.findByText("Karim")).toBeDefined();
  });

  it("says that nothing matches", async () => {
    await list({}, "/accounts/edit?q=nobody");
    expect(await screen.findByText("No accounts found matching your search.")).toBeDefined();
  });

  it("says what went wrong, with the request's id, and tries again", async () => {
    let calls = 0;
    const { user } = await list({
      "GET /api/accounts": () =>
        (calls += 1) === 1
          ? refusal(503, "unavailable", "The database is away")
          : { body: many.slice(0, 2), headers: { "x-total-count": "2" } },
    });
    expect(await screen.findByText("The database is away")).toBeDefined();
    expect(screen.getByText("Request id: request-1")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Showing 2 of 2 accounts")).toBeDefined();
  });

  it("opens the Account Entry dialog, and shows a saved change in the list", async () => {
    const { balances: _balances, ...farid } = accountRow({ id: 102, accountCode: "2002", accountName: "Farid" });
    let name = "Farid";
    const { user } = await list({
      "GET /api/accounts": () => ({ body: [accountRow({ ...farid, accountName: name })], headers: { "x-total-count": "1" } }),
      "GET /api/accounts/102": { body: { ...farid, picture: null, signature: null } },
      "PATCH /api/accounts/102": (body) => {
        name = (body as { accountName: string }).accountName;
        return { body: { ...farid, accountName: name, picture: null, signature: null, version: 2 } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Edit account 2002, Farid" }));
    const dialog = await screen.findByRole("dialog", { name: "Account Entry" });
    const field = await within(dialog).findByLabelText(/^Account Name/);
    await user.clear(field);
    await user.type(field, "Farid Khan");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Farid Khan")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
