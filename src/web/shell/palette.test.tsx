import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";

import { addressesOf } from "#web/testing/addresses.ts";
import { hawalaRow, outgoingRow } from "#web/testing/hawalas.ts";
import { officeAccounts, replyingOffice } from "#web/testing/office.ts";
import type { Replies } from "#web/testing/replies.ts";
import { stage, type Staging } from "#web/testing/stage.tsx";

import { transactionNumber } from "./palette-search.ts";
import { ShortcutsProvider } from "./shortcuts.tsx";

const credit = {
  id: 1004,
  transType: "Credit",
  transDescription: "Deposit",
  dAmount: "250.00",
  currencyId: 2,
  transDate: "2026-03-20",
};

beforeEach(() => {
  // Happy DOM does not lay anything out.
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(replies: Replies = {}, staging: Staging = {}) {
  const fetched = replyingOffice({ "GET /api/deleted-transactions": { body: [] }, ...replies });
  const staged = await stage(
    <ShortcutsProvider>
      <input aria-label="Amount" />
      <textarea aria-label="Narrative" />
    </ShortcutsProvider>,
    staging,
  );
  const user = userEvent.setup({ delay: null });
  const lines = () => screen.queryAllByRole("option").map((line) => line.textContent);
  const chosen = () => screen.queryByRole("option", { selected: true })?.textContent;
  const at = () => staged.router.state.location.href;
  return { ...staged, fetched, user, lines, chosen, at };
}

const pressPalette = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.keyboard("{Control>}[KeyK]{/Control}");
  await screen.findByRole("combobox");
};

describe("the palette", () => {
  it("offers pages and actions at once, and asks the server for nothing", async () => {
    const { user, lines, fetched } = await open();
    await user.click(screen.getByLabelText("Amount"));
    await pressPalette(user);
    expect(lines()[0]).toContain("Dashboard");
    expect(lines().at(-1)).toBe("Log Out");
    expect(addressesOf(fetched).filter(({ searchParams }) => searchParams.has("q"))).toEqual([]);
  });

  it("walks round with the arrows and goes to the line that is chosen", async () => {
    const { user, chosen, at } = await open();
    await pressPalette(user);
    await user.keyboard("{ArrowUp}");
    expect(chosen()).toBe("Log Out");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await waitFor(() => expect(at()).toBe("/accounts/new"));
  });

  it("finds a page also by a word that is not in its name", async () => {
    const { user, lines } = await open({}, { user: { role: "user" } });
    await pressPalette(user);
    await user.keyboard("new customer");
    expect(lines()[0]).toContain("New Account");
    await user.clear(screen.getByRole("combobox"));
    // Currency is found by this word as well, but the page of that name stands first.
    await user.keyboard("exchange");
    expect(lines()[0]).toMatch(/^Exchange/);
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard("khata");
    expect(lines()[0]).toContain("Account Statement");
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard("withdraw");
    await screen.findByText(/Nothing found/);
  });

  it("goes to the account whose code was typed at once with Enter", async () => {
    const { user, at } = await open();
    await pressPalette(user);
    await user.keyboard("2003{Enter}");
    await waitFor(() => expect(at()).toBe("/accounts/view/103"));
  });

  it("takes a typed number for an account's code before a transaction's, a pasted one the other way round", async () => {
    const replies = { "GET /api/transactions/search": { body: [credit] } };
    const first = await open(replies);
    await pressPalette(first.user);
    await first.user.keyboard("1004");
    await waitFor(() => expect(first.lines()).toHaveLength(2));
    expect(first.chosen()).toContain("Karim");
    first.unmount();
    const second = await open(replies);
    await pressPalette(second.user);
    await second.user.paste("1004");
    await waitFor(() => expect(second.chosen()).toContain("Credit 1004"));
    expect(second.chosen()).toContain("2026-03-20 · Deposit");
    await second.user.keyboard("{Enter}");
    await waitFor(() => expect(second.at()).toContain("referenceId=1004"));
  });

  it("takes a code typed in Persian digits for an account's before a transaction's, too", async () => {
    // The server finds a code in whatever digits it is typed.
    const karim = officeAccounts.filter(({ accountCode }) => accountCode === "1004");
    const { user, lines, chosen, at } = await open({
      "GET /api/accounts": { body: karim, headers: { "x-total-count": "1" } },
      "GET /api/transactions/search": { body: [credit] },
    });
    await pressPalette(user);
    await user.keyboard("۱۰۰۴");
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(chosen()).toContain("Karim");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(at()).toContain("/accounts/view/"));
  });

  it("finds a deleted transaction among the deleted ones", async () => {
    const deleted = { ...credit, id: 9, originalTransactionId: 77 };
    const { user, chosen, at } = await open({ "GET /api/deleted-transactions": { body: [deleted] } });
    await pressPalette(user);
    await user.keyboard("#77");
    await waitFor(() => expect(chosen()).toContain("Credit 77 (deleted)"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(at()).toContain("searchWhat=Deleted"));
  });

  it("finds a hawala by its number however it is written, and opens it", async () => {
    const { user, chosen, at, fetched } = await open({
      "GET /api/hawala-details": { body: [hawalaRow({ id: 8, hawalaNo: "HWL-310905", receiverName: "لیلا احمدی" })] },
    });
    await pressPalette(user);
    await user.paste("hwl ۳۱۰۹۰۵");
    await waitFor(() => expect(chosen()).toContain("Hawala HWL-310905"));
    expect(chosen()).toContain("Omid Karimi → \u2068لیلا احمدی\u2069 · Pending");
    const asked = addressesOf(fetched).filter(({ pathname }) => pathname === "/api/hawala-details");
    const wanted = { direction: "all", limit: "5" };
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { number: "hwl ۳۱۰۹۰۵", ...wanted },
      { q: "hwl ۳۱۰۹۰۵", ...wanted },
    ]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(at()).toBe("/transactions/pass-hawala?selected=8"));
  });

  it("shows the hawala of a whole number before newer ones that it is a part of, and each once", async () => {
    const [old, ...newer] = [1, 19, 18, 17, 16, 15].map((id) => hawalaRow({ id, hawalaNo: `HWL-${String(id)}` }));
    const { user, lines } = await open({
      "GET /api/hawala-details": (_body: unknown, { searchParams }: URL) => ({
        body: searchParams.has("number") ? [old] : [...newer.slice(0, 4), old],
      }),
    });
    await pressPalette(user);
    await user.paste("HWL-1");
    await waitFor(() => expect(lines()).toHaveLength(5));
    expect(lines().map((line) => /HWL-\d+/.exec(line)?.[0])).toEqual(["HWL-1", "HWL-19", "HWL-18", "HWL-17", "HWL-16"]);
  });

  it("tells two partners' hawalas of one number apart", async () => {
    const rows = [
      hawalaRow({ id: 8, hawalaNo: "310905" }),
      hawalaRow({ id: 9, hawalaNo: "310905", senderCode: "2002" }),
      outgoingRow({ id: 10, hawalaNo: "310905", partnerCode: "2003" }),
      outgoingRow({ id: 11, hawalaNo: "310905", partnerCode: null }),
    ];
    const { user, lines } = await open({ "GET /api/hawala-details": { body: rows } });
    await pressPalette(user);
    await user.paste("310905");
    await waitFor(() => expect(lines()).toHaveLength(4));
    const notes = lines().map((line) => /^Hawala 310905 (.*) → /.exec(line ?? "")?.[1]);
    expect(notes).toEqual(["2001 · Omid Karimi", "2002 · Omid Karimi", "2003 · Omid Karimi", "Omid Karimi"]);
  });

  it("takes a typed code for an account before a hawala of the same number, a pasted one the other way round", async () => {
    const replies = { "GET /api/hawala-details": { body: [hawalaRow({ id: 8, hawalaNo: "1004" })] } };
    const first = await open(replies);
    await pressPalette(first.user);
    await first.user.keyboard("1004");
    await waitFor(() => expect(first.lines()).toHaveLength(2));
    expect(first.chosen()).toContain("Karim");
    first.unmount();
    const second = await open(replies);
    await pressPalette(second.user);
    await second.user.paste("1004");
    await waitFor(() => expect(second.chosen()).toContain("Hawala 1004"));
  });

  it("asks for no hawala by a name, and by two digits only for that number", async () => {
    const { user, fetched } = await open();
    await pressPalette(user);
    await user.keyboard("karim");
    await screen.findByText(/1004 - Karim/);
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard("10");
    await screen.findByText(/1004 - Karim/);
    const asked = () => addressesOf(fetched).filter(({ pathname }) => pathname === "/api/hawala-details");
    await waitFor(() => expect(asked().map(({ search }) => search)).toEqual(["?direction=all&limit=5&number=10"]));
  });

  it("says when the server cannot be asked, and asks again on request", async () => {
    let away = true;
    const answer = { body: [], headers: { "x-total-count": "0" } };
    const { user } = await open({ "GET /api/accounts": () => (away ? "no answer" : answer) });
    await pressPalette(user);
    await user.keyboard("zzz");
    await screen.findByText("The search could not be completed.");
    expect(screen.queryByText(/Nothing found|Searching/)).toBeNull();
    away = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText(/Nothing found/);
  });
});

describe("a transaction's number", () => {
  it.each([
    ["1234", 1234],
    ["#1234", 1234],
    [" ۱۲۳۴ ", 1234],
    ["0", undefined],
    ["12a", undefined],
    ["99999999999", undefined],
    ["1,234", 1234],
    ["\u200E#1234", 1234],
    ["12,5", undefined],
    ["#12,50", undefined],
    ["12.5", undefined],
    ["", undefined],
  ])("in %j is %s", (typed, id) => {
    expect(transactionNumber(typed)).toBe(id);
  });
});

describe("the keys of every page", () => {
  it("are those of the keyboard, whatever the layout writes on them", async () => {
    const { user, at } = await open();
    await user.keyboard("[KeyG][KeyT]");
    await waitFor(() => expect(at()).toBe("/transactions/transfer"));
  });

  it("are letters in a field, until Escape leaves it", async () => {
    const { user, at } = await open();
    const narrative = screen.getByLabelText<HTMLTextAreaElement>("Narrative");
    await user.click(narrative);
    await user.keyboard("gt?");
    expect(narrative.value).toBe("gt?");
    expect(at()).toBe("/here");
    await user.keyboard("{Escape}gt");
    await waitFor(() => expect(at()).toBe("/transactions/transfer"));
  });

  it("need the letter soon after the G, and no other key between", async () => {
    const { user, at } = await open();
    await user.keyboard("gxt");
    await user.keyboard("t");
    await user.keyboard("{Alt>}g{/Alt}t");
    expect(at()).toBe("/here");
  });

  it("do nothing while a dialog is open, neither here nor in the browser", async () => {
    const { user } = await open();
    const isLeftToBrowser = (key: string): boolean =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { code: key, ctrlKey: true, bubbles: true, cancelable: true }));
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(isLeftToBrowser("KeyK")).toBe(false);
    expect(isLeftToBrowser("KeyP")).toBe(true);
    expect(screen.getByRole("dialog")).toBe(sheet);
  });

  it("are shown by the question mark, the G keys only to pages of the role", async () => {
    const { user } = await open({}, { user: { role: "operator" } });
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    for (const text of ["Save", "Fill in the entry saved last", "From row to row", "Today", "A calculation", "Transfer"])
      expect(sheet.textContent).toContain(text);
    expect(sheet.textContent).not.toContain("Old Account Edit");
    // No line has a name of the catalogue instead of its words.
    expect(sheet.textContent).not.toMatch(/keys\./);
    await user.keyboard("gt");
    expect(screen.getByRole("dialog")).toBe(sheet);
  });

  it("are shown from the palette as well, and the focus goes back to where it was before both", async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText("Amount"));
    await pressPalette(user);
    await user.keyboard("shortcuts{Enter}");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Amount")));
  });
});
