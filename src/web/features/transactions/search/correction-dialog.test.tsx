import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { DeletedTransaction, ListedTransaction } from "#contract/transactions.ts";
import { i18n } from "#web/i18n/setup.ts";
import { labelled } from "#web/testing/labelled.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";
import { deletedRow, transactionRow, versionOf } from "#web/testing/transactions.ts";

import { SearchPage } from "./search-page.tsx";

const transfer = transactionRow({ id: 7, version: 2 });
const removal = "DELETE /api/transactions/7";
const recovery = "POST /api/deleted-transactions/7/recover";

/** A server with one transaction, which can be deleted and recovered. */
async function office(at: string, replies: Replies = {}) {
  const state: { stored: ListedTransaction; deleted: boolean } = { stored: transfer, deleted: at.includes("Deleted") };
  const list = (rows: readonly (ListedTransaction | DeletedTransaction)[]): Said => ({
    body: rows,
    headers: { "x-total-count": String(rows.length) },
  });
  const done = (deleted: boolean): Said => {
    state.deleted = deleted;
    state.stored = { ...state.stored, version: state.stored.version + 1 };
    return { body: { ...state.stored, balances: [] } };
  };
  const fetched = replyingOffice({
    "GET /api/transactions/search": () => list(state.deleted ? [] : [state.stored]),
    "GET /api/deleted-transactions": () => list(state.deleted ? [deletedRow(state.stored)] : []),
    "GET /api/transactions/7": () => ({ body: { ...state.stored, deleted: state.deleted } }),
    "GET /api/transactions/7/history": {
      body: [
        versionOf(transfer, { action: "created", actor: "admin", version: 1 }),
        versionOf(transfer, { action: "deleted", actor: "zahra", version: 2, reason: "Typed twice" }),
      ],
    },
    [removal]: () => done(true),
    [recovery]: () => done(false),
    ...replies,
  });
  const staged = await stage(<SearchPage />, { at: `/transactions/search${at}` });
  const user = userEvent.setup({ delay: null });
  const conditions = () =>
    fetched.mock.calls
      .filter(([, { method = "GET" } = {}]) => method !== "GET")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return { ...staged, user, state, conditions, sent: () => writesOf(fetched) };
}

async function ask(user: ReturnType<typeof userEvent.setup>, what: "Delete" | "Recover") {
  await user.click(await screen.findByRole("button", { name: `${what} transaction 7` }));
  const question = await screen.findByRole("dialog", { name: `${what} Transaction` });
  await within(question).findByRole("button", { name: what });
  return within(question);
}

describe("the Delete Transaction dialog", () => {
  it("shows what it is about and what it does, and begins with Cancel", async () => {
    const { user, sent } = await office("?searchWhat=All");
    const question = await ask(user, "Delete");
    expect(question.getByText(/^This action cannot be undone/).textContent).toContain("audit trail");
    expect(question.getByText("$250.00 USD")).toBeDefined();
    expect(question.getByText("Rent", { selector: "dd:nth-of-type(5) *" })).toBeDefined();
    expect(await question.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*1,250\.00 USD/ })).toBeDefined();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toHaveLength(0);
  });

  it("deletes the version on screen with the reason; the toast takes it back", async () => {
    const { user, sent, conditions } = await office("?searchWhat=All");
    const question = await ask(user, "Delete");
    setText(labelled("Reason"), " Typed twice ");
    await user.dblClick(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Transaction deleted successfully")).toBeDefined();
    await screen.findByText("No transactions found");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 })));
    expect(sent().map(({ body }) => body)).toEqual([{ reason: "Typed twice", formName: "Search Transactions" }]);
    expect(conditions()).toEqual(["2"]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Transaction recovered successfully")).toBeDefined();
    await screen.findByRole("button", { name: "Open transaction 7" });
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 }));
    expect(sent()[1]?.address).toBe("/api/deleted-transactions/7/recover");
    expect(conditions()).toEqual(["2", "3"]);
    expect(sent()[1]?.idempotencyKey).not.toBe(sent()[0]?.idempotencyKey);
  });

  it("sends the same whatever language the desk speaks, or a second attempt would be another deletion", async () => {
    i18n.addResourceBundle("fa-AF", "search", { title: "جستجوی معاملات" });
    await i18n.changeLanguage("fa-AF");
    onTestFinished(async () => void (await i18n.changeLanguage("en")));
    const { user, sent } = await office("?searchWhat=All");
    expect(await screen.findByRole("heading", { name: "جستجوی معاملات" })).toBeDefined();
    const question = await ask(user, "Delete");
    setText(labelled("Reason"), "Typed twice");
    await user.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ reason: "Typed twice", formName: "Search Transactions" });
  });

  it("says why it could not, keeps the reason, and repeats under the same key", async () => {
    let answer: Said = refusal(500, "unexpected", "");
    const { user, sent } = await office("?searchWhat=All", { [removal]: () => answer });
    const question = await ask(user, "Delete");
    setText(labelled("Reason"), "Typed twice");
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect((await question.findAllByText("Failed to delete transaction")).length).toBeGreaterThan(0);
    expect(labelled("Reason").value).toBe("Typed twice");
    answer = refusal(403, "forbidden", "Your role may not change this transaction");
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("Your role may not change this transaction")).toBeDefined();
    expect(sent()[0]?.idempotencyKey).toBe(sent()[1]?.idempotencyKey);
  });

  it("shows the current version where somebody changed it meanwhile, and deletes that on request", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let stale = true;
    const { user, state, sent, conditions } = await office("?searchWhat=All", {
      [removal]: () => {
        if (!stale) return { body: { ...transfer, balances: [] } };
        stale = false;
        state.stored = { ...transfer, version: 3, dAmount: "400.00", cAmount: "400.00" };
        return refusal(409, "stale_version", "This transaction was changed meanwhile: zahra at 2026-03-21 10:15");
      },
    });
    const question = await ask(user, "Delete");
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText(/zahra at 2026-03-21 10:15 What you see now is the current version/)).toBeDefined();
    expect(await question.findByText("$400.00 USD")).toBeDefined();
    expect(question.getAllByRole("alert")).toHaveLength(1);
    vi.advanceTimersByTime(500);
    await user.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(conditions()).toEqual(["2", "3"]));
    expect(sent()[0]?.idempotencyKey).not.toBe(sent()[1]?.idempotencyKey);
  });
});

describe("a question whose answer is on its way", () => {
  it.each([
    ["Delete", "?searchWhat=All", removal, "Deleting..."],
    ["Recover", "?searchWhat=Deleted", recovery, "Recovering..."],
  ] as const)("is not put aside: the next one would be taken for it (%s)", async (what, at, call, running) => {
    const answer = Promise.withResolvers<Said>();
    const { user } = await office(at, { [call]: () => answer.promise });
    const question = await ask(user, what);
    await user.click(question.getByRole("button", { name: what }));
    await question.findByRole("button", { name: running });
    await user.keyboard("{Escape}");
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await user.click(question.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("dialog", { name: `${what} Transaction` })).toBeDefined();
    answer.resolve({ body: { ...transfer, balances: [] } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the Recover Transaction dialog", () => {
  it("shows who deleted it, when and why, and returns it to the active list", async () => {
    const { user, sent } = await office("?searchWhat=Deleted");
    const columns = (await screen.findAllByRole("columnheader")).map(({ textContent }) => textContent);
    expect(columns).toEqual([
      "Original ID",
      "Type",
      "Description",
      "Amount",
      "Currency",
      "Transaction Date",
      "Deleted Date",
      "Deleted By",
      "Actions",
    ]);
    expect(screen.getByText("2 Mar 2026, 14:00")).toBeDefined();
    const question = await ask(user, "Recover");
    expect(question.getByText(/restores the transaction to the active list/)).toBeDefined();
    expect(await question.findByText("zahra")).toBeDefined();
    expect(question.getByText("Typed twice")).toBeDefined();
    expect(await question.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*750\.00 USD/ })).toBeDefined();
    await user.click(question.getByRole("button", { name: "Recover" }));
    expect(await screen.findByText("Transaction recovered successfully")).toBeDefined();
    expect(await screen.findByText("No deleted transactions found")).toBeDefined();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("shows the current version where other desks have recovered, changed and deleted it meanwhile, and recovers that on request", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let stale = true;
    const { user, state, sent, conditions } = await office("?searchWhat=Deleted", {
      [recovery]: () => {
        if (!stale) return { body: { ...transfer, balances: [] } };
        stale = false;
        state.stored = { ...transfer, version: 5, dAmount: "900.00", cAmount: "900.00" };
        return refusal(409, "stale_version", "This transaction was changed meanwhile: zahra at 2026-03-21 10:15");
      },
    });
    const question = await ask(user, "Recover");
    await user.click(question.getByRole("button", { name: "Recover" }));
    expect(await question.findByText(/zahra at 2026-03-21 10:15 What you see now.*Recover it all the same\?/)).toBeDefined();
    expect(await question.findByText("$900.00 USD")).toBeDefined();
    expect(await question.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*100\.00 USD/ })).toBeDefined();
    vi.advanceTimersByTime(500);
    await user.click(question.getByRole("button", { name: "Recover" }));
    await waitFor(() => expect(conditions()).toEqual(["2", "5"]));
    expect(sent()[0]?.idempotencyKey).not.toBe(sent()[1]?.idempotencyKey);
  });

  it("says why it could not", async () => {
    let answer: Said = refusal(409, "conflict", "This transaction is not deleted");
    const { user } = await office("?searchWhat=Deleted", { [recovery]: () => answer });
    const question = await ask(user, "Recover");
    await user.click(question.getByRole("button", { name: "Recover" }));
    expect(await question.findByText("This transaction is not deleted")).toBeDefined();
    answer = refusal(500, "unexpected", "");
    await user.click(question.getByRole("button", { name: "Recover" }));
    await waitFor(() => expect(question.getAllByText("Failed to recover transaction").length).toBeGreaterThan(1));
  });
});

describe("the focus, once nothing stands over the results any more,", () => {
  const others = [transactionRow({ id: 9 }), transfer, transactionRow({ id: 5 })];
  const answering = (gone: () => readonly number[]): Replies => ({
    "GET /api/transactions/search": () => {
      const rows = others.filter(({ id }) => !gone().includes(id));
      return { body: rows, headers: { "x-total-count": String(rows.length) } };
    },
  });
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

  it.each([
    ["the next row", [], "Open transaction 5"],
    ["the last row", [5], "Open transaction 9"],
    ["the heading", [5, 9], "Search Results (0 transactions found)"],
  ])("is on %s where the row was deleted", async (_name, also, expected) => {
    let isGone = false;
    const { user } = await office("?searchWhat=All", {
      ...answering(() => (isGone ? [7, ...also] : [])),
      [removal]: () => {
        isGone = true;
        return { body: { ...transfer, balances: [] } };
      },
    });
    const question = await ask(user, "Delete");
    await user.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(focused()).toBe(expected));
  });

  it("is on the heading where the only one was recovered", async () => {
    const { user } = await office("?searchWhat=Deleted");
    const question = await ask(user, "Recover");
    await user.click(question.getByRole("button", { name: "Recover" }));
    await waitFor(() => expect(focused()).toBe("Search Results (0 transactions found)"));
  });

  it("is on the button that opened a question which was answered by Cancel", async () => {
    const { user } = await office(
      "?searchWhat=All",
      answering(() => []),
    );
    const question = await ask(user, "Delete");
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(focused()).toBe("Delete transaction 7"));
  });

  it("is on the number of a transaction whose details were open, also after a dialog that came from there", async () => {
    const { user } = await office(
      "?searchWhat=All",
      answering(() => []),
    );
    await user.click(await screen.findByRole("button", { name: "Open transaction 7" }));
    const details = within(await screen.findByRole("dialog", { name: "Transaction 7" }));
    await user.click(await details.findByRole("button", { name: "Delete" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
    await user.click(await question.findByRole("button", { name: "Cancel" }));
    await screen.findByRole("dialog", { name: "Transaction 7" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(focused()).toBe("Open transaction 7"));
  });
});
