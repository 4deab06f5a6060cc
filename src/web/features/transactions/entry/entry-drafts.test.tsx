import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { leaveDraft } from "#web/testing/drafts.ts";
import { labelled } from "#web/testing/labelled.ts";
import { officeAccount, replyingOffice, writesOf } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { CreditPage } from "./credit-page.tsx";
import { DebitPage } from "./debit-page.tsx";

const recorded: Said = { status: 201, body: { id: 1, balances: [] } };
const theDayBefore = "2026-03-20";
const notice = () => screen.queryByText("Draft restored.", { exact: false });

/** Opens the page; the answers are those to the saves that follow, "recorded" when they run out. */
async function open(page: React.ReactElement, answers: Said[] = []) {
  const fetched = replyingOffice({ "POST /api/transactions": () => answers.shift() ?? recorded });
  const staged = await stage(page, { at: "/transactions/entry" });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  await screen.findByRole("option", { name: "USD - US Dollar" });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const user = userEvent.setup({ delay: null });
  const typed = () => ["Account", "Amount", "Narrative", "Date"].map((name) => field(name).value);
  return { ...staged, user, field, press, typed, sent: () => writesOf(fetched) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Fills in an entry of the day before, and says what then stands in the form. */
async function fill({ user, field, typed }: Opened): Promise<string[]> {
  await user.click(field("Account"));
  await user.paste("2002");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field("Account").value).toBe("2002 - Farid"));
  setText(field("Amount"), "250.75");
  setText(field("Narrative"), "Rent of the shop");
  await user.click(field("Date"));
  await user.keyboard("-");
  return typed();
}

/** The same as a draft that is there already. */
function leaveRent(): void {
  const farid = { account: officeAccount("2002"), currencyId: 2 };
  leaveDraft("debit", { ...farid, amount: "250.75", narrative: "Rent of the shop", date: theDayBefore });
}

/** Makes the drafts look as if they were typed in a form that had a field more. */
function makeDraftsOlder(): void {
  for (const [key, kept] of Object.entries(localStorage) as [string, string][]) {
    localStorage.setItem(key, kept.replace('"values":{', '"values":{"gone":"",'));
  }
}

describe.each([
  { path: "/transactions/debit", page: <DebitPage />, done: "Debit transaction created successfully" },
  { path: "/transactions/credit", page: <CreditPage />, done: "Credit transaction created successfully" },
])("a draft on $path", ({ page, done }) => {
  it("stands there again when the page is loaded anew, and is saved once", async () => {
    const first = await open(page);
    const typed = await fill(first);
    first.unmount();
    const second = await open(page);
    expect(notice()).not.toBeNull();
    await waitFor(() => expect(second.typed()).toEqual(typed));
    expect(typed).toEqual(["2002 - Farid", "250.75", "Rent of the shop", expect.stringContaining(theDayBefore)]);
    await second.press("Save");
    expect(await screen.findByText(done)).toBeDefined();
    expect(second.sent()).toMatchObject([
      { body: { dAmount: "250.75", transDescription: "Rent of the shop", transDate: theDayBefore } },
    ]);
    expect(notice()).toBeNull();
    second.unmount();
    const third = await open(page);
    expect(notice()).toBeNull();
    expect(third.field("Amount").value).toBe("");
  });
});

// Both pages are one, but for the words and the sides.
describe("a draft of an entry", () => {
  const done = "Debit transaction created successfully";

  it("stays when one of its fields is emptied again", async () => {
    leaveRent();
    const second = await open(<DebitPage />);
    await waitFor(() => expect(second.field("Narrative").value).toBe("Rent of the shop"));
    await second.user.clear(second.field("Narrative"));
    second.unmount();
    const third = await open(<DebitPage />);
    await waitFor(() => expect(third.typed()).toEqual(["2002 - Farid", "250.75", "", theDayBefore]));
  });

  it("gives way in its first field, which has the focus, to what is typed there", async () => {
    leaveRent();
    const { user, field } = await open(<DebitPage />);
    await waitFor(() => expect(field("Account").value).toBe("2002 - Farid"));
    expect(document.activeElement).toBe(field("Account"));
    await user.keyboard("2003");
    expect(field("Account").value).toBe("2003");
  });

  it.each([
    ["anew", false],
    ["in a newer version, whose form has other fields", true],
  ])(
    "whose save got no answer is sent under the same key when it is saved again after the page was loaded %s",
    async (_how, isNewer) => {
      const first = await open(<DebitPage />, ["no answer"]);
      await fill(first);
      await first.press("Save");
      await waitFor(() => expect(first.sent()).toHaveLength(1));
      const [lost] = first.sent();
      first.unmount();
      if (isNewer) makeDraftsOlder();
      const second = await open(<DebitPage />);
      expect(
        screen.getByText("Its last save got no answer; saving it again records it only once.", { exact: false }),
      ).toBeDefined();
      expect(screen.queryByText(/The form has changed since: check every field\./) !== null).toBe(isNewer);
      await waitFor(() => expect(second.field("Account").value).toBe("2002 - Farid"));
      await second.press("Save");
      expect(await screen.findByText(done)).toBeDefined();
      expect(second.sent()).toEqual([lost]);
    },
  );

  it("stays typed while the server is away, and a retry is the same entry", async () => {
    const opened = await open(<DebitPage />, ["no answer"]);
    const typed = await fill(opened);
    await opened.press("Save");
    expect((await screen.findAllByText("The server cannot be reached.", { exact: false })).length).toBeGreaterThan(0);
    expect(opened.typed()).toEqual(typed);
    await opened.press("Save");
    expect(await screen.findByText(done)).toBeDefined();
    const [lost, again] = opened.sent();
    expect(again).toEqual(lost);
    expect(opened.sent()).toHaveLength(2);
  });

  it.each(["Discard draft", "New"])("is discarded by %s", async (name) => {
    leaveRent();
    const second = await open(<DebitPage />);
    await second.press(name);
    expect(second.field("Amount").value).toBe("");
    expect(notice()).toBeNull();
    second.unmount();
    const third = await open(<DebitPage />);
    expect(notice()).toBeNull();
    expect(third.field("Amount").value).toBe("");
  });

  it("is discarded by leaving, when that is asked for", async () => {
    leaveRent();
    const second = await open(<DebitPage />);
    await second.press("Close");
    await second.user.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(second.router.state.location.pathname).toBe("/dashboard"));
    second.unmount();
    const third = await open(<DebitPage />);
    expect(notice()).toBeNull();
    expect(third.field("Amount").value).toBe("");
  });
});
