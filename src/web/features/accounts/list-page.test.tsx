import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import { noteServerTime } from "#web/lib/server-clock.ts";
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

const rowHeight = 90;

/** Scrolls the page, of which the list is all there is. */
function scrollTo(top: number): void {
  Object.defineProperty(window, "scrollY", { configurable: true, value: top });
  fireEvent.scroll(window);
}

beforeEach(() => {
  // The list draws the rows in sight; without a layout engine it has to be told how high a row is.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(rowHeight);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect(0, -window.scrollY, 0, 0));
  scrollTo(0);
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

  it.each([
    ["right", "2026-03-21T20:15:00Z"],
    ["a month behind", "2026-02-21T20:15:00Z"],
  ])("says when it was loaded, on the office's clock, where the browser's stands %s", async (_how, browsers) => {
    vi.useFakeTimers({ now: new Date(browsers), toFake: ["Date"] });
    noteServerTime("2026-03-21T20:15:00Z");
    onTestFinished(() => noteServerTime(new Date().toISOString()));
    await list();
    expect(await screen.findByText(/^Last updated: 22 Mar 2026, 00:45/)).toBeDefined();
  });

  it("takes fifty at a time and more as the page is scrolled, drawing only what is in sight", async () => {
    const { searches } = await list({ "GET /api/accounts": pageOf(many) });
    expect(await screen.findByText("Showing 50 of 120 accounts")).toBeDefined();
    expect(rows().length).toBeLessThan(40);
    expect(rows()[0]?.getAttribute("aria-setsize")).toBe("120");
    scrollTo(40 * rowHeight);
    expect(await screen.findByText("Showing 100 of 120 accounts")).toBeDefined();
    expect(screen.queryByText("3000")).toBeNull();
    scrollTo(90 * rowHeight);
    expect(await screen.findByText("Showing 120 of 120 accounts")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    scrollTo(118 * rowHeight);
    expect(await screen.findByText("3119")).toBeDefined();
    expect(rows().length).toBeLessThan(40);
    expect(searches().map(({ searchParams }) => searchParams.get("limit"))).toEqual(["50", "50", "50"]);
  });

  it("takes more on a press as well, and says when that fails", async () => {
    let isAway = false;
    const { user } = await list({
      "GET /api/accounts": (body, address) =>
        isAway ? refusal(503, "unavailable", "The database is away") : pageOf(many)(body, address),
    });
    await screen.findByText("Showing 50 of 120 accounts");
    isAway = true;
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("More accounts could not be loaded.")).toBeDefined();
    isAway = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Showing 100 of 120 accounts")).toBeDefined();
  });

  it("says that there are more accounts than anybody counted", async () => {
    const headers = { "x-total-count": "10000", "x-total-count-is": "at-least", "x-next-cursor": "50" };
    await list({ "GET /api/accounts": { body: many.slice(0, 50), headers } });
    expect(await screen.findByText("Showing 50 of more than 10,000 accounts")).toBeDefined();
    expect(rows()[0]?.getAttribute("aria-setsize")).toBe("-1");
  });

  it("is walked with the arrows, from the search box on", async () => {
    const { user } = await list({ "GET /api/accounts": pageOf(many) });
    await screen.findByText("Showing 50 of 120 accounts");
    await user.click(screen.getByRole("searchbox"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^View account 3000/);
    await user.keyboard("{Tab}{ArrowDown}{ArrowDown}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Edit account 3002/);
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Edit account 3000/);
    // The row with the focus stays, wherever the page is scrolled to.
    scrollTo(40 * rowHeight);
    await screen.findByText("3045");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Edit account 3000/);
  });

  it("filters by type, status and currency on the server, and keeps that in the address", async () => {
    const { user, router, searches } = await list();
    await screen.findByText("Farid");
    await user.selectOptions(screen.getByRole("combobox", { name: "Account Type" }), "hawala_partner");
    await user.selectOptions(screen.getByRole("combobox", { name: "Account Status" }), "suspended");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Currency" }), "2");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ type: "hawala_partner", status: "suspended", currency: "2" }),
    );
    await waitFor(() =>
      expect(Object.fromEntries(searches().at(-1)?.searchParams ?? [])).toMatchObject({
        type: "hawala_partner",
        status: "suspended",
        currencyId: "2",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  it("starts from the filters in the address, and takes nonsense for none", async () => {
    const { searches } = await list({}, "/accounts/edit?status=closed&type=nobleman&currency=0x1");
    await screen.findByText("Farid");
    const asked = searches().at(-1)?.searchParams;
    expect([asked?.get("status"), asked?.get("type"), asked?.get("currencyId")]).toEqual(["closed", null, null]);
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Account Status" }).value).toBe("closed");
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
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(box, { target: { value: "karima" } });
    await act(() => router.navigate({ to: "/accounts/edit", search: { q: "zahra" } }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(box.value).toBe("zahra");
    expect(router.state.location.search).toEqual({ q: "zahra" });
  });

  it.each(["?q=za", "?type=customer"])("at %s finds no text that was typed just before the filters were cleared", async (at) => {
    const { router } = await list({}, `/accounts/edit${at}`);
    const box = () => screen.getByRole<HTMLInputElement>("searchbox");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(box(), { target: { value: "zahra" } });
    fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(router.state.location.search).toEqual({});
    expect(box().value).toBe("");
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
