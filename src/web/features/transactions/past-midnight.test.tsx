import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { CreditPage } from "#web/features/transactions/entry/credit-page.tsx";
import { DebitPage } from "#web/features/transactions/entry/debit-page.tsx";
import { TransferPage } from "#web/features/transactions/entry/transfer-page.tsx";
import { ExchangePage } from "#web/features/transactions/exchange/exchange-page.tsx";
import { editDialog } from "#web/testing/edit-dialog.tsx";
import { labelled } from "#web/testing/labelled.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import type { Replies, Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

const theDay = "2026-03-21";
const recorded: Said = { status: 201, body: { id: 1, balances: [] } };

/** Opens the page in the evening. */
async function open(page: React.ReactElement, replies: Replies = {}) {
  const fetched = replyingOffice({ "POST /api/transactions": recorded, ...replies });
  const staged = await stage(page, { at: "/transactions/any" });
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const fill = (name: string, text: string): void => setText(field(name), text);
  const choose = async (name: string, code: string): Promise<void> => {
    await user.click(field(name));
    await user.paste(code);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field(name).value).toContain(" - "));
  };
  const pass = () => passMidnight(staged.client);
  const typed = () => ["Debit Account", "Debit Amount", "Debit Narrative", "Date"].map((name) => field(name).value);
  return { ...staged, user, field, press, fill, choose, pass, typed, sent: () => writesOf(fetched) };
}

/** Opens Transfer and fills it in. */
async function openTransfer(replies: Replies = {}) {
  const opened = await open(<TransferPage />, replies);
  await screen.findByRole("option", { name: "USD - US Dollar" });
  const fillAll = async (): Promise<void> => {
    await opened.choose("Debit Account", "2002");
    await opened.choose("Credit Account", "2003");
    opened.fill("Debit Amount", "1250.75");
    opened.fill("Debit Narrative", "Rent");
  };
  await fillAll();
  const dates = () => opened.sent().map(({ body }) => (body as { transDate: string }).transDate);
  return { ...opened, fillAll, dates };
}

const filled = (date: string) => ["2002 - Farid", "1250.75", "Rent", date];
const blank = (date: string) => ["", "", "", date];

describe.each([
  ["Transfer", <TransferPage key="" />],
  ["Debit", <DebitPage key="" />],
  ["Credit", <CreditPage key="" />],
  ["Exchange", <ExchangePage key="" />],
])("%s left open over midnight", (_name, page) => {
  it("proposes the new day, and is left without a question when nothing was typed", async () => {
    const { field, press, pass, router } = await open(page);
    expect(field("Date").value).toBe(theDay);
    await pass();
    expect(field("Date").value).toBe(theNextDay);
    await press("Close");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("leaves a day that was chosen, and New takes the new one", async () => {
    const { field, fill, press, pass } = await open(page);
    fill("Date", "2026-03-20");
    await pass();
    expect(field("Date").value).toBe("2026-03-20");
    await press("New");
    expect(field("Date").value).toBe(theNextDay);
  });
});

describe("a transfer typed in the evening", () => {
  it("is kept and booked on the day of the morning, as is the next one", async () => {
    const { typed, press, pass, fillAll, dates } = await openTransfer();
    await pass();
    expect(typed()).toEqual(filled(theNextDay));
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(blank(theNextDay)));
    await fillAll();
    await press("Save");
    await waitFor(() => expect(dates()).toEqual([theNextDay, theNextDay]));
  });

  it("with a day that was chosen is booked on that, as is the next one", async () => {
    const { typed, fill, press, pass, dates } = await openTransfer();
    fill("Date", "2026-03-20");
    await pass();
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(blank("2026-03-20")));
    expect(dates()).toEqual(["2026-03-20"]);
  });

  it("and saved leaves a form behind whose day was proposed, and moves on", async () => {
    const { typed, press, pass, dates } = await openTransfer();
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(blank(theDay)));
    await pass();
    expect(typed()).toEqual(blank(theNextDay));
    expect(dates()).toEqual([theDay]);
  });

  it("that is on its way at midnight is followed by one of the new day", async () => {
    const answer = Promise.withResolvers<Said>();
    const { typed, press, pass, sent, dates } = await openTransfer({ "POST /api/transactions": () => answer.promise });
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await pass();
    expect(typed()).toEqual(filled(theDay));
    answer.resolve(recorded);
    await waitFor(() => expect(typed()).toEqual(blank(theNextDay)));
    expect(dates()).toEqual([theDay]);
  });

  it("whose answer was lost is sent again as it was, and followed by one of the new day", async () => {
    const answers: Said[] = ["no answer"];
    const { typed, press, pass, sent } = await openTransfer({ "POST /api/transactions": () => answers.shift() ?? recorded });
    await press("Save");
    await screen.findAllByText(/The server cannot be reached/);
    await pass();
    expect(typed()).toEqual(filled(theDay));
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(blank(theNextDay)));
    const [lost, again] = sent();
    expect(again).toEqual(lost);
    expect(lost?.body).toMatchObject({ transDate: theDay });
  });
});

describe("an edit left open over midnight", () => {
  it("keeps the day that is stored, although it was the day of then", async () => {
    const stored = transactionRow({ id: 7, transDate: theDay });
    const { client, field, type, press, onClose, sent } = await editDialog(stored);
    expect(field("Transaction Date").value).toBe(theDay);
    await passMidnight(client);
    expect(field("Transaction Date").value).toBe(theDay);
    type("Debit Amount", "5");
    await press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toMatchObject([{ body: { dAmount: "5", transDate: theDay } }]);
  });
});
