import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { DailyBook } from "#contract/day-closes.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { bookDay, euros, openBook, theirClose } from "#web/testing/daily-book.tsx";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Said } from "#web/testing/replies.ts";
import { cashBox, statementOf } from "#web/testing/reports.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { DailyBookPage } from "./daily-book-page.tsx";

interface Answers {
  /** What the books hold once the close was sent. */
  readonly closing: string;
  readonly first?: Said | Promise<Said>;
  readonly next: Said;
}

/** A day whose cash is counted; the books say that it is closed, and this, once it was sent: the first answer is lost. */
async function closingUnanswered(sum: string, { closing, next, first = "no answer" }: Answers) {
  const answers: (Said | Promise<Said>)[] = [first, next];
  let standing: DailyBook = openBook;
  const fetched = replyingOffice({
    "GET /api/reports/daily-book": () => ({ body: standing }),
    "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    "POST /api/day-closes": () => {
      standing = { ...openBook, closedThrough: bookDay, close: theirClose, currencies: [{ ...euros, closing }] };
      return answers.shift() ?? "no answer";
    },
  });
  const { client } = await stage(<DailyBookPage />, { at: "/reports/daily-book" });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Close Day" }));
  await user.type(await screen.findByRole("textbox", { name: "Counted EUR" }), sum);
  const form = () => within(screen.getByRole("form"));
  const close = async () => user.click(form().getByRole("button", { name: "Close Day" }));
  const unknown = () => form().findByRole("alert", { name: "It is not known whether this was saved" });
  return { client, user, form, close, unknown, writes: () => writesOf(fetched) };
}

it("a close that got no answer is not told as another desk's, and sending it again as it was tells that the day is closed", async () => {
  const next = { status: 201, body: { ...theirClose, closedBy: "ahmad" } };
  // Its difference was booked.
  const { user, form, close, unknown, writes } = await closingUnanswered("7", { closing: "7.00", next });
  setText(screen.getByRole("textbox", { name: "Reason for the difference of EUR" }), "Found");
  await close();
  await unknown();
  await waitFor(() => expect(form().queryByRole("textbox", { name: /^Reason/ })).toBeNull());
  expect(screen.queryByText(/your count is not stored|The day could not be closed|The books have moved/)).toBeNull();
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "It is not known whether this was saved" });
  await user.click(screen.getByRole("button", { name: "Stay and save again" }));
  await close();
  await screen.findByText("2026-03-21 is closed");
  const [lost, ...again] = writes();
  expect(again).toEqual([lost]);
});

it("a close that got no answer, and was another desk's in truth, says so once it is sent again", async () => {
  const next = refusal(409, "conflict", "The books are closed up to 2026-03-21 already");
  const { form, close, unknown } = await closingUnanswered("5", { closing: "5.00", next });
  await close();
  await unknown();
  await close();
  const alert = await form().findByRole("alert", { name: "2026-03-21 is closed already" });
  expect(alert.textContent).toContain("zahra closed it, 21 Mar 2026, 10:15: your count is not stored");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Counted EUR" }).value).toBe("5");
});

it("another count than the one that got no answer is not stored where the day is closed by then", async () => {
  const { user, form, close, unknown, writes } = await closingUnanswered("5", { closing: "5.00", next: "no answer" });
  await close();
  await unknown();
  await user.type(screen.getByRole("textbox", { name: "Counted EUR" }), "0");
  const alert = await form().findByRole("alert", { name: "2026-03-21 is closed already" });
  expect(alert.textContent).toContain("your count is not stored");
  await close();
  expect(writes()).toHaveLength(1);
});

it("the count stands still while it closes the day: the books may hold its difference before the answer", async () => {
  const answer = Promise.withResolvers<Said>();
  const given = { closing: "7.00", first: answer.promise, next: "no answer" } as const;
  const { client, form, close, writes } = await closingUnanswered("7", given);
  setText(screen.getByRole("textbox", { name: "Reason for the difference of EUR" }), "Found");
  await close();
  await waitFor(() => expect(writes()).toHaveLength(1));
  const before = form().getByRole("region", { name: "EUR" }).textContent;
  await act(async () => {
    await moneyMoved(client);
    // What was read is drawn in a task of its own.
    await new Promise((drawn) => {
      setTimeout(drawn, 50);
    });
  });
  expect(form().getByRole("region", { name: "EUR" }).textContent).toBe(before);
  answer.resolve({ status: 201, body: { ...theirClose, closedBy: "ahmad" } });
  await screen.findByText("2026-03-21 is closed");
});
