import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { whenSignedOut } from "#web/lib/api.ts";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { carriedOut, listed, passed, passPage, waiting, waitingToo } from "#web/testing/pass-page.tsx";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";

/** Ticks everything that waits, and asks for all of it to be passed. */
async function bulk(replies: Replies = {}) {
  const page = await passPage("", replies);
  await page.user.click(await screen.findByRole("checkbox", { name: "Choose all that are pending" }));
  const bar = within(screen.getByRole("region", { name: "Chosen hawalas" }));
  expect(bar.getByText("2 hawalas chosen")).toBeDefined();
  await page.user.click(bar.getByRole("button", { name: "Pass 2 hawalas" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Pass 2 hawalas" }));
  return { ...page, bar, dialog };
}

const inAfghani = { currencyId: 1, currency: "AFN", symbol: "؋" };
const inCash = { branchAccountId: null, transDate: "2026-03-21" };
const done = { "POST /api/hawala/pass/1": carriedOut(waiting, { hawalaStatus: "Passed" }) };

describe("passing several hawalas", () => {
  it("ticks what waits, and nothing else", async () => {
    const page = await passPage("?direction=all");
    await page.user.click(await screen.findByRole("checkbox", { name: "Choose hawala LDN-1" }));
    expect(screen.getAllByRole("checkbox", { name: /^Choose hawala/ })).toHaveLength(2);
    expect(screen.getByText("1 hawala chosen")).toBeDefined();
    await page.press("Clear the choice");
    expect(screen.queryByRole("region", { name: "Chosen hawalas" })).toBeNull();
  });

  it("ticks what has been read while more follow, and says so; what is read afterwards is not ticked by that", async () => {
    const many = Array.from({ length: 70 }, (_unused, index) => hawalaRow({ id: 100 + index }));
    const { user, press } = await passPage("", {
      "GET /api/hawala-details": (_body, { searchParams }) =>
        searchParams.get("cursor") === "more"
          ? listed(many.slice(50), { "x-total-count": "71" })
          : listed([passed, ...many.slice(0, 50)], { "x-total-count": "71", "x-next-cursor": "more" }),
    });
    const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
    await user.click(await box("Choose the 50 pending shown"));
    expect(screen.queryByRole("checkbox", { name: "Choose all that are pending" })).toBeNull();
    const bar = within(screen.getByRole("region", { name: "Chosen hawalas" }));
    expect(bar.getByText("50 hawalas chosen")).toBeDefined();
    expect(await box("Choose the 50 pending shown")).toMatchObject({ checked: true, indeterminate: false });
    await press("Load more");
    const all = await box("Choose all that are pending");
    expect(all).toMatchObject({ checked: false, indeterminate: true });
    expect(bar.getByText("50 hawalas chosen")).toBeDefined();
    await user.click(all);
    expect(bar.getByText("70 hawalas chosen")).toBeDefined();
    expect(all).toMatchObject({ checked: true, indeterminate: false });
  });

  it("says where the cash box could not be read, whose columns are missing then, and reads it again", async () => {
    let away = true;
    const { dialog, user } = await bulk({
      "GET /api/accounts/11/balances": () =>
        away ? refusal(500, "unexpected", "Something went wrong") : listed([{ ...inAfghani, balance: "9200.00" }]),
    });
    const totals = within(dialog.getByRole("table", { name: "Totals" }));
    await dialog.findByText("The balances could not be loaded.");
    expect(totals.queryByRole("columnheader", { name: "Afterwards" })).toBeNull();
    away = false;
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    // It holds exactly what it is to pay in afghani.
    await dialog.findByText("Not enough cash in Cash at Shop: USD");
    expect(totals.getByRole("columnheader", { name: "Afterwards" })).toBeDefined();
    expect(dialog.queryByText("The balances could not be loaded.")).toBeNull();
  });

  it("says what they come to per currency and where the cash does not suffice, passes each by a call of its own, and how that went", async () => {
    const { client, dialog, sent, user } = await bulk({
      ...done,
      "POST /api/hawala/pass/2": refusal(409, "already_passed", "Paid by another desk"),
    });
    const stale = readBefore(client);
    const totals = within(dialog.getByRole("table", { name: "Totals" }));
    await waitFor(() => expect(totals.getAllByRole("row").map(({ textContent }) => textContent)).toHaveLength(3));
    const [, afghani, dollars] = totals.getAllByRole("row");
    await waitFor(() => expect(afghani?.textContent).toContain("800.00"));
    expect(afghani?.textContent).toContain("9,200.00");
    expect(dollars?.textContent).toContain("-$200.00");
    await dialog.findByText("Not enough cash in Cash at Shop: USD");
    const confirm = dialog.getByRole("button", { name: "Pass 2 hawalas" });
    // The second half of a double click on the button that has opened the dialog.
    fireEvent.click(confirm, { detail: 2 });
    expect(sent()).toEqual([]);
    await user.click(confirm);
    await dialog.findByText("1 passed, 1 not passed");
    expect(stale()).toEqual(shownOfMoney);
    const lines = within(dialog.getByRole("list", { name: "Results" })).getAllByRole("listitem");
    expect(lines.map(({ dataset }) => dataset["state"])).toEqual(["passed", "refused"]);
    expect(lines[1]?.textContent).toContain("Refused: Paid by another desk");
    expect(sent().map(({ address }) => address)).toEqual(["/api/hawala/pass/1", "/api/hawala/pass/2"]);
    expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    const [, close] = dialog.getAllByRole("button", { name: "Close" });
    await user.click(close ?? document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("region", { name: "Chosen hawalas" })).toBeNull();
  });

  it("tries the rest again under the same keys, so that nobody is paid twice", async () => {
    let attempts = 0;
    const { dialog, sent, user } = await bulk({
      ...done,
      "POST /api/hawala/pass/2": () => ((attempts += 1) === 1 ? "no answer" : carriedOut(waitingToo, { hawalaStatus: "Passed" })),
    });
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText(/^No answer: The server cannot be reached/);
    // The buttons that begin a run go with it, and the focus stays in the dialog.
    expect(document.activeElement).toBe(await dialog.findByText("1 passed, 1 without an answer"));
    await user.click(dialog.getByRole("button", { name: "Try the rest again" }));
    expect(document.activeElement).toBe(await dialog.findByText("2 passed, 0 not passed"));
    const second = sent().filter(({ address }) => address === "/api/hawala/pass/2");
    expect(sent()).toHaveLength(3);
    expect(second[0]?.idempotencyKey).toBe(second[1]?.idempotencyKey);
    expect(dialog.queryByRole("button", { name: "Try the rest again" })).toBeNull();
  });

  it("counts what got no answer by itself, also where the next try is not let in", async () => {
    onTestFinished(whenSignedOut(() => Promise.resolve(false)));
    let second: Said = "no answer";
    const { dialog, user } = await bulk({
      "POST /api/hawala/pass/1": refusal(409, "conflict", "There is no account with the sender code 2001."),
      "POST /api/hawala/pass/2": () => second,
    });
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText("0 passed, 1 not passed, 1 without an answer");
    second = refusal(401, "unauthenticated", "Your session has ended.");
    await user.click(dialog.getByRole("button", { name: "Try the rest again" }));
    await dialog.findByText(/^No answer: Your session has ended/);
    await dialog.findByText("0 passed, 1 not passed, 1 without an answer");
  });

  it("does not try again what has been corrected since it was chosen, and keeps what may still go", async () => {
    const { dialog, user } = await bulk({
      "POST /api/hawala/pass/1": refusal(409, "stale_version", "This hawala was changed meanwhile: mariam at 10:12"),
      "POST /api/hawala/pass/2": refusal(409, "conflict", "There is no account with the sender code 2001."),
    });
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText("0 passed, 2 not passed");
    await user.click(dialog.getByRole("button", { name: "Try the rest again" }));
    await dialog.findByText("0 passed, 2 not passed");
    const [, close] = dialog.getAllByRole("button", { name: "Close" });
    await user.click(close ?? document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("1 hawala chosen")).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Choose hawala LDN-2" }).checked).toBe(true);
  });

  it("ends where somebody would rather not sign in again, and asks for it once", async () => {
    const signIn = vi.fn(() => Promise.resolve(false));
    onTestFinished(whenSignedOut(signIn));
    const over = refusal(401, "unauthenticated", "Your session has ended.");
    const { dialog, sent, user } = await bulk({ "POST /api/hawala/pass/1": over, "POST /api/hawala/pass/2": over });
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText("0 passed, 2 not passed");
    const lines = within(dialog.getByRole("list", { name: "Results" })).getAllByRole("listitem");
    expect(lines.map(({ dataset }) => dataset["state"])).toEqual(["refused", "waiting"]);
    expect(lines[0]?.textContent).toContain("Refused: Your session has ended.");
    expect(signIn).toHaveBeenCalledOnce();
    expect(sent()).toHaveLength(1);
  });

  it("does not pass by a branch account whose currency is not that of all; unticked, it is passed in cash", async () => {
    const { dialog, sent, user } = await bulk(done);
    await user.click(dialog.getByRole("checkbox", { name: "Is Passed by Branch" }));
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    expect((await screen.findAllByText("Please select an account when passing by branch.")).length).toBeGreaterThan(0);
    await user.click(dialog.getByRole("combobox"));
    await user.click(await dialog.findByRole("option", { name: /1007/ }));
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    const text = "Hawala currency (USD) must match selected account currency (AFN). Please select the correct account.";
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole("checkbox", { name: "Is Passed by Branch" }));
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText("1 passed, 1 not passed");
    expect(sent()).toMatchObject([{ body: inCash }, { body: inCash }]);
  });

  it("passes by the branch account and on the day that were chosen, in the versions that were ticked, and on no day that is none", async () => {
    const alike = hawalaRow({ id: 2, version: 4 });
    const { dialog, sent, user } = await bulk({ ...done, "GET /api/hawala-details": listed([waiting, alike]) });
    await user.click(dialog.getByRole("checkbox", { name: "Is Passed by Branch" }));
    await user.click(dialog.getByRole("combobox"));
    await user.click(await dialog.findByRole("option", { name: /1007/ }));
    setText(dialog.getByLabelText("Business Date"), "2026-02-30");
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await screen.findByText("The business date is not a day that can be used");
    expect(sent()).toEqual([]);
    setText(dialog.getByLabelText("Business Date"), "2026-03-19");
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    await dialog.findByText("1 passed, 1 not passed");
    const body = { branchAccountId: 105, transDate: "2026-03-19" };
    expect(sent()).toMatchObject([
      { address: "/api/hawala/pass/1", body, ifMatch: "1" },
      { address: "/api/hawala/pass/2", body, ifMatch: "4" },
    ]);
  });

  it("stops after the one that is under way when it is told to", async () => {
    let answer = (): void => undefined;
    const waits = new Promise<void>((resolve) => (answer = resolve));
    const { dialog, sent, user } = await bulk({
      "POST /api/hawala/pass/1": async () => {
        await waits;
        return carriedOut(waiting, { hawalaStatus: "Passed" });
      },
    });
    await user.click(dialog.getByRole("button", { name: "Pass 2 hawalas" }));
    const stop = await dialog.findByRole("button", { name: "Stop after this one" });
    // Escape is no way out of what is under way.
    await user.keyboard("{Escape}");
    await user.click(stop);
    expect(dialog.getByRole("button", { name: "Stopping..." })).toBeDefined();
    answer();
    await dialog.findByText("1 passed, 1 not passed");
    expect(sent()).toHaveLength(1);
  });
});
