import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { DebitPage } from "#web/features/transactions/entry/debit-page.tsx";
import { TransferPage } from "#web/features/transactions/entry/transfer-page.tsx";
import { toast } from "#web/lib/toast.ts";
import { askSignOut } from "#web/shell/ask-sign-out.tsx";
import { leaveDraft } from "#web/testing/drafts.ts";
import { fiveHundred, stageDeal } from "#web/testing/exchange.tsx";
import { labelled } from "#web/testing/labelled.ts";
import { officeAccount, replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

const unknown = "It is not known whether this was saved";
const once = "Save again: it is recorded only once.";
const failed = "Failed to create transfer";
const recorded: Said = { status: 201, body: { id: 1, balances: [] } };

/** Opens a page; the answers are those to the saves that follow, "recorded" when they run out. */
async function open(page: React.ReactElement, answers: Said[]) {
  const fetched = replyingOffice({
    "POST /api/transactions": () => answers.shift() ?? recorded,
  });
  const { router, unmount } = await stage(page);
  await waitFor(() => expect(screen.getAllByRole("option", { name: "USD - US Dollar" }).length).toBeGreaterThan(0));
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  return { user, field, press, router, unmount, sent: () => writesOf(fetched) };
}

/** A transfer of 60 from Farid that was saved, and got this answer. */
async function saved(...answers: Said[]) {
  leaveDraft("transfer", {
    debitAccount: officeAccount("2002"),
    amount: "60",
    debitNarrative: "Rent",
    creditAccount: officeAccount("2003"),
    creditNarrative: "Rent",
    currencyId: 2,
    date: "2026-03-21",
  });
  const page = await open(<TransferPage />, answers);
  await screen.findByRole("row", { name: /2002 - Farid.*940\.00/ });
  await page.press("Save");
  await waitFor(() => expect(page.sent()).toHaveLength(1));
  await screen.findAllByRole("alert");
  return page;
}

const fullDisk = refusal(
  503,
  "disk_full",
  "The disk of the server is full, and nothing was recorded. Tell whoever looks after it",
);

describe("a transfer whose save got no answer", () => {
  it("is told as one of which nobody knows whether it was recorded, until it is", async () => {
    const told = vi.spyOn(toast, "error");
    const { press, sent } = await saved("no answer");
    expect((await screen.findAllByText(unknown)).length).toBe(2);
    expect(told.mock.calls).toEqual([[unknown, once]]);
    expect(screen.queryByText(failed)).toBeNull();
    const panel = within(screen.getByRole("region", { name: "After saving" }));
    expect(panel.getByRole("row", { name: /2002 - Farid.*1,000\.00/ }).textContent).not.toContain("940.00");
    expect(panel.queryByRole("columnheader", { name: "After" })).toBeNull();
    panel.getByText("These balances may hold this entry already: save it again to know.");
    await press("Save");
    await screen.findByText("Transfer completed successfully");
    expect(sent()[1]).toEqual(sent()[0]);
    await panel.findByText("Choose an account and type the amount to see what changes.");
  });

  it("is told so, too, where a proxy answers in place of the server", async () => {
    const told = vi.spyOn(toast, "error");
    await saved(refusal(502, "unexpected", "502: Bad Gateway"));
    expect((await screen.findAllByText(unknown)).length).toBe(2);
    expect(told.mock.calls).toEqual([[unknown, once]]);
    screen.getByText("502: Bad Gateway");
    expect(screen.queryByText(failed)).toBeNull();
  });

  it("stays so where the next attempt is not let in or finds the server too busy, or its disk full", async () => {
    const busy = refusal(503, "busy", "The server is busy at the moment. Try again shortly");
    const { press } = await saved("no answer", busy, fullDisk, refusal(429, "too_many", "Try again in 3 seconds"));
    for (const reason of [/^The server is busy/, /^The disk of the server is full/, /^Try again in 3 seconds/]) {
      await press("Save");
      await screen.findByText(reason);
      expect(screen.getAllByText(unknown).length).toBeGreaterThan(0);
      expect(screen.queryByRole("columnheader", { name: "After" })).toBeNull();
    }
  });

  it("asks before it is left with words of its own", async () => {
    const { user, field, router } = await saved("no answer");
    void router.navigate({ to: "/elsewhere" });
    const asked = within(await screen.findByRole("dialog", { name: unknown }));
    asked.getByText(/^No answer came\. Saving again records it only once/);
    await user.click(asked.getByRole("button", { name: "Stay and save again" }));
    expect(field("Debit Amount").value).toBe("60");
    void askSignOut();
    const out = within(await screen.findByRole("dialog", { name: unknown }));
    out.getByText(/should you log out without, look for it/);
    await user.click(out.getByRole("button", { name: "Stay and save again" }));
  });

  it("asks the same before New begins another one, also once the page was loaded anew", async () => {
    const first = await saved("no answer");
    first.unmount();
    const { user, field, press } = await open(<TransferPage />, []);
    expect(screen.queryByRole("columnheader", { name: "After" })).toBeNull();
    for (const name of ["Discard draft", "New"]) {
      await press(name);
      const asked = within(await screen.findByRole("dialog", { name: unknown }));
      await user.click(asked.getByRole("button", { name: "Stay and save again" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(field("Debit Amount").value).toBe("60");
    }
    await press("New");
    await user.click(await screen.findByRole("button", { name: "Go on without" }));
    expect(field("Debit Amount").value).toBe("");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("New");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a transfer that was refused", () => {
  it.each([
    refusal(409, "conflict", "The account is closed"),
    refusal(503, "busy", "The server is busy at the moment. Try again shortly"),
    fullDisk,
  ])("has failed, and is begun anew without a question", async (answer) => {
    const { field, press } = await saved(answer);
    expect((await screen.findAllByText(failed)).length).toBe(2);
    expect(screen.queryByText(unknown)).toBeNull();
    screen.getByRole("row", { name: /2002 - Farid.*940\.00/ });
    await press("New");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(field("Debit Amount").value).toBe("");
  });
});

it("a debit has failed where the server says that it did, and is recorded only once all the same", async () => {
  leaveDraft("debit", {
    account: officeAccount("2002"),
    currencyId: 2,
    amount: "5",
    narrative: "Cash",
    date: "2026-03-21",
  });
  const { press } = await open(<DebitPage />, [refusal(500, "internal", "")]);
  await press("Save");
  expect((await screen.findAllByText("Failed to create debit transaction")).length).toBeGreaterThan(1);
  screen.getByText(once);
  expect(screen.queryByText(unknown)).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "After" })).toBeNull();
  await press("New");
  await screen.findByRole("dialog", { name: unknown });
});

it("an exchange says no position afterwards either", async () => {
  const { user } = await stageDeal(fiveHundred, { "POST /api/transactions": "no answer" });
  expect(await screen.findAllByText(/^You will be/)).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByText(unknown)).length).toBe(2);
  expect(screen.queryByText(/^You will be/)).toBeNull();
});
