import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { ListedTransaction, TransactionVersion } from "#contract/transactions.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { editDialog, editedPath } from "#web/testing/edit-dialog.tsx";
import { labelled } from "#web/testing/labelled.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { searchPage, transfer } from "#web/testing/search-page.tsx";
import { setText } from "#web/testing/set-text.ts";
import { transactionRow, versionOf } from "#web/testing/transactions.ts";

const created = versionOf(transfer, { action: "created", actor: "admin", version: 1 });
const recordedAt = "2026-03-21T05:45:00.000Z";

/** Transaction 7 as other desks leave it: its state and its history. */
function desks(stored: ListedTransaction, deleted: boolean) {
  const state = { stored, deleted, history: [created, versionOf(stored, { action: "edited", actor: "admin" })] };
  const replies: Replies = {
    [`GET ${editedPath}`]: () => ({ body: { ...state.stored, deleted: state.deleted } }),
    [`GET ${editedPath}/history`]: () => ({ body: state.history }),
  };
  const act = (action: TransactionVersion["action"], change: Partial<ListedTransaction> = {}): void => {
    state.stored = { ...state.stored, ...change, version: state.stored.version + 1 };
    state.deleted = action === "deleted";
    state.history = [...state.history, versionOf(state.stored, { action, actor: "zahra", recordedAt })];
  };
  return { replies, act };
}

describe("a question about a transaction under which another desk does what was asked", () => {
  it.each([
    ["Delete", "All", false, ["deleted"], "Deleted by zahra, 21 Mar 2026, 10:15", "deleted"],
    ["Recover", "Deleted", true, ["recovered"], "Recovered by zahra, 21 Mar 2026, 10:15", "recovered"],
    ["Recover", "Deleted", true, ["recovered", "edited"], "Recovered by zahra, 21 Mar 2026, 10:15", "recovered"],
  ] as const)("says by whom, shows no figures and does nothing more (%s)", async (what, where, deleted, acts, by, done) => {
    const { replies, act } = desks(transfer, deleted);
    const { client, user } = await searchPage(`?searchWhat=${where}`, replies);
    await user.click(await screen.findByRole("button", { name: `${what} transaction 7` }));
    const question = within(await screen.findByRole("dialog", { name: `${what} Transaction` }));
    await question.findByRole("row", { name: /2002 - Farid/ });
    for (const one of acts) act(one);
    await moneyMoved(client);
    expect(await question.findByText(`This transaction is ${done} already`)).toBeDefined();
    expect(await question.findByText(by)).toBeDefined();
    expect(question.queryByRole("row", { name: /2002 - Farid/ })).toBeNull();
    expect(question.queryByText(/^This (action cannot be undone|restores)/)).toBeNull();
    expect(question.getByRole("button", { name: what }).getAttribute("aria-disabled")).toBe("true");
    await user.click(question.getByRole("button", { name: what }));
    expect(question.queryByRole("alert", { name: /Failed/ })).toBeNull();
    expect(screen.queryByText("Error")).toBeNull();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says so after a refusal as well, and keeps the reason", async () => {
    const { replies, act } = desks(transfer, false);
    const { user } = await searchPage("?searchWhat=All", {
      ...replies,
      [`DELETE ${editedPath}`]: () => {
        act("deleted");
        return refusal(409, "conflict", "This transaction has been deleted");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Delete transaction 7" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
    setText(await waitFor(() => labelled("Reason")), "Typed twice");
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("Deleted by zahra, 21 Mar 2026, 10:15")).toBeDefined();
    expect(question.getAllByRole("alert")).toHaveLength(1);
    expect(labelled("Reason").value).toBe("Typed twice");
  });

  it("is not told of its own act", async () => {
    const { replies, act } = desks(transfer, false);
    const answer = Promise.withResolvers<Said>();
    const { client, user } = await searchPage("?searchWhat=All", { ...replies, [`DELETE ${editedPath}`]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Delete transaction 7" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
    await question.findByRole("row", { name: /2002 - Farid/ });
    await user.click(question.getByRole("button", { name: "Delete" }));
    act("deleted");
    await moneyMoved(client);
    await waitFor(() => expect(question.queryByRole("row", { name: /2002 - Farid/ })).toBeNull());
    expect(question.queryByRole("alert")).toBeNull();
    answer.resolve({ body: { ...transfer, version: 3, balances: [] } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("a question about a transaction that another desk changes", () => {
  it.each([
    ["Delete", "All", false, ["edited"], "Edited by zahra, 21 Mar 2026, 10:15", `DELETE ${editedPath}`],
    [
      "Recover",
      "Deleted",
      true,
      ["recovered", "edited", "deleted"],
      "Deleted by zahra, 21 Mar 2026, 10:15",
      "POST /api/deleted-transactions/7/recover",
    ],
  ] as const)("says so, and takes no press that was meant for what stood there before (%s)", async (...known) => {
    const [what, where, deleted, acts, by, call] = known;
    vi.useFakeTimers({ toFake: ["performance"] });
    const { replies, act } = desks(transfer, deleted);
    const asked = { ...replies, [call]: { body: { ...transfer, balances: [] } } };
    const { client, user, sent } = await searchPage(`?searchWhat=${where}`, asked);
    await user.click(await screen.findByRole("button", { name: `${what} transaction 7` }));
    const question = within(await screen.findByRole("dialog", { name: `${what} Transaction` }));
    await question.findByRole("row", { name: /2002 - Farid/ });
    expect(question.queryByRole("alert")).toBeNull();
    for (const one of acts) act(one, { dAmount: "400.00", cAmount: "400.00" });
    await moneyMoved(client);
    expect(await question.findByText("This transaction has been changed meanwhile")).toBeDefined();
    expect(await question.findByText(by)).toBeDefined();
    expect(question.getByText(`What you see now is the current version. ${what} it all the same?`)).toBeDefined();
    expect(question.getByText("$400.00 USD")).toBeDefined();
    await user.click(question.getByRole("button", { name: what }));
    expect(sent()).toHaveLength(0);
    vi.advanceTimersByTime(500);
    await user.click(question.getByRole("button", { name: what }));
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});

describe("an edit under which another desk", () => {
  const stored = transactionRow({ id: 7, version: 4 });

  it.each([
    ["saves another version", "edited", "This transaction has been changed meanwhile", /^Save to compare it/],
    ["deletes it", "deleted", "This transaction has been deleted meanwhile", /^Recover it to edit it/],
  ] as const)("%s says who, keeps what was typed, and shows no figures", async (_name, action, title, next) => {
    const { replies, act } = desks(stored, false);
    const { client, type, field } = await editDialog(stored, replies);
    type("Debit Amount", "300");
    await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*950\.00 USD/ });
    act(action, { dAmount: "400.00", cAmount: "400.00" });
    await moneyMoved(client);
    expect(await screen.findByText(title)).toBeDefined();
    const by = action === "edited" ? "Edited" : "Deleted";
    expect(await screen.findByText(`${by} by zahra, 21 Mar 2026, 10:15`)).toBeDefined();
    expect(screen.getByText(next)).toBeDefined();
    expect(screen.queryByRole("row", { name: /2002 - Farid/ })).toBeNull();
    expect(field("Debit Amount").value).toBe("300");
  });

  it("saves another version is measured against that one once it goes on from it", async () => {
    const { replies, act } = desks(stored, false);
    const { type, press } = await editDialog(stored, {
      ...replies,
      [`PUT ${editedPath}`]: () => {
        act("edited", { dAmount: "400.00", cAmount: "400.00" });
        return refusal(409, "stale_version", "This transaction was changed meanwhile: zahra at 2026-03-21 10:15");
      },
    });
    type("Debit Amount", "300");
    await press("Save");
    await screen.findByRole("button", { name: "Keep my changes" });
    // The conflict says it all.
    expect(screen.queryByText("This transaction has been changed meanwhile")).toBeNull();
    expect(screen.queryByRole("row", { name: /2002 - Farid/ })).toBeNull();
    await press("Keep my changes");
    expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*1,100\.00 USD/ })).toBeDefined();
  });

  it("has deleted the transaction is told by the refusal, too", async () => {
    const { replies, act } = desks(stored, false);
    const { type, press, field } = await editDialog(stored, {
      ...replies,
      [`PUT ${editedPath}`]: () => {
        act("deleted");
        return refusal(409, "conflict", "This transaction has been deleted");
      },
    });
    type("Debit Amount", "300");
    await press("Save");
    expect(await screen.findByText("Deleted by zahra, 21 Mar 2026, 10:15")).toBeDefined();
    expect(field("Debit Amount").value).toBe("300");
  });
});
