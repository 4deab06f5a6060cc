import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import type { DailyBook } from "#contract/day-closes.ts";
import { getOffice } from "#contract/office.ts";
import { moneyMoved, queryKeys } from "#web/lib/query.ts";
import type { Office } from "#web/lib/session.ts";
import { composeByTelephone, pressEnterOfInputMethod } from "#web/testing/composing.ts";
import { bookDay, euros, OfficeDay, openBook, theirClose } from "#web/testing/daily-book.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { cashBox, statementOf } from "#web/testing/reports.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { DailyBookPage } from "./daily-book-page.tsx";

/** The daily book of the day that is asked for, with the count of its cash begun. */
async function counting(replies: Replies = {}) {
  replyingOffice({
    "GET /api/reports/daily-book": (_body, { searchParams }) => ({
      body: { ...openBook, date: searchParams.get("date") ?? bookDay },
    }),
    "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    ...replies,
  });
  const staged = await stage(
    <>
      <DailyBookPage />
      <OfficeDay />
    </>,
    { at: "/reports/daily-book" },
  );
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const count = async (sum: string) => user.type(await screen.findByRole("textbox", { name: "Counted EUR" }), sum);
  const counted = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Counted EUR" }).value;
  await press("Close Day");
  return { ...staged, user, press, count, counted };
}

it("a count that was begun before midnight goes on after it, and closes its own day; then the new one is shown", async () => {
  const closed = vi.fn<(body: unknown) => Said>(() => ({ status: 201, body: { id: 4, date: bookDay } }));
  const { client, user, count, counted } = await counting({ "POST /api/day-closes": closed });
  const day = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Business date" }).value;
  expect(within(screen.getByText(/^Count the cash/)).getByText(bookDay)).toBeDefined();
  await count("5");
  client.setQueryData<Office>(queryKeys.of(getOffice), (office) => office && { ...office, today: "2026-03-22" });
  await screen.findByText("It is 2026-03-22");
  expect(counted()).toBe("5");
  const stale = readBefore(client);
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  await screen.findByText("2026-03-21 is closed");
  // What a count finds over or short is booked.
  await waitFor(() => expect(stale()).toEqual(shownOfMoney));
  expect(closed.mock.calls).toMatchObject([[{ date: bookDay }, expect.anything()]]);
  await waitFor(() => expect(day()).toBe("2026-03-22"));
});

it("a count is not lost by leaving the page without a question", async () => {
  const { router, press, count, counted } = await counting();
  await count("5");
  void router.navigate({ to: "/elsewhere" });
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await press("Keep editing");
  expect(counted()).toBe("5");
  void router.navigate({ to: "/elsewhere" });
  await press("Discard and leave");
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

it("a count that was left while it was on its way does not close the one that has begun by then", async () => {
  const answer = Promise.withResolvers<Said>();
  const { user, press, count, counted } = await counting({ "POST /api/day-closes": () => answer.promise });
  await count("5");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  // What is typed meanwhile could only be lost.
  await count("7");
  expect(counted()).toBe("5");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "This is being saved" });
  await press("Leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Close Day");
  await count("4");
  answer.resolve({ status: 201, body: { id: 4, date: bookDay } });
  await screen.findByText("2026-03-21 is closed");
  expect(counted()).toBe("4");
});

it("a count that was left while it was on its way, and is refused, says so all the same", async () => {
  const answer = Promise.withResolvers<Said>();
  const { user, press, count } = await counting({ "POST /api/day-closes": () => answer.promise });
  await count("5");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  await press("Cancel");
  await press("Leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer.resolve(refusal(409, "conflict", "The day is closed already"));
  expect((await screen.findByRole("alert")).textContent).toContain("The day is closed already");
});

it("a count beside which the books have moved closes nothing until it is made again or confirmed", async () => {
  const closed = vi.fn<(body: unknown) => Said>(() => ({ status: 201, body: { id: 4, date: bookDay } }));
  let closing = "5.00";
  const { client, user, count } = await counting({
    "GET /api/reports/daily-book": () => ({ body: { ...openBook, currencies: [{ ...euros, closing }] } }),
    "POST /api/day-closes": closed,
  });
  const close = async () => user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  const reason = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Reason for the difference of EUR" });
  await count("4");
  setText(reason(), "Torn note");
  closing = "6.00";
  await moneyMoved(client);
  await screen.findByText(/The books have moved since EUR was counted: they said 5\.00 and say 6\.00/);
  await close();
  const holds = screen.getByRole("button", { name: "The count of EUR holds" });
  expect(document.activeElement).toBe(holds);
  await user.click(holds);
  expect(reason().value).toBe("");
  await close();
  expect(closed).not.toHaveBeenCalled();
  setText(reason(), "Not found");
  await close();
  await screen.findByText("2026-03-21 is closed");
  const sent = { currencyId: 3, book: "6.00", counted: "4.00", denominations: [], reason: "Not found" };
  expect(closed.mock.calls).toMatchObject([[{ counts: [sent] }, expect.anything()]]);
});

it("a count under which another desk has closed that day, or a later one, says so and stays, and goes on once that is undone", async () => {
  const closed = vi.fn<(body: unknown) => Said>(() => ({ status: 201, body: { ...theirClose, id: 5 } }));
  let standing: DailyBook = openBook;
  const { client, user, count, counted } = await counting({
    "GET /api/reports/daily-book": () => ({ body: standing }),
    "POST /api/day-closes": closed,
  });
  const tells = async (now: DailyBook) => {
    standing = now;
    await moneyMoved(client);
  };
  const form = () => within(screen.getByRole("form"));
  const close = async () => user.click(form().getByRole("button", { name: "Close Day" }));
  await count("5");
  for (const [shut, said] of [
    [{ closedThrough: bookDay, close: theirClose }, "zahra closed it, 21 Mar 2026, 10:15: your count is not stored"],
    [{ closedThrough: "2026-03-22", close: null }, "The books have been closed up to 2026-03-22: your count is not"],
  ] as const) {
    await tells({ ...openBook, ...shut, currencies: [{ ...euros, closing: "4.00" }] });
    const alert = await form().findByRole("alert");
    expect(alert.textContent).toContain("2026-03-21 is closed already");
    expect(alert.textContent).toContain(said);
    expect(counted()).toBe("5");
    expect(screen.getAllByRole("button", { name: "Close Day", hidden: true })).toHaveLength(1);
    await close();
    await user.type(screen.getByRole("textbox", { name: "Counted EUR" }), "{Control>}{Enter}{/Control}");
    expect(closed).not.toHaveBeenCalled();
    await tells(openBook);
    await waitFor(() => expect(form().queryByRole("alert")).toBeNull());
    expect(counted()).toBe("5");
  }
  await close();
  await screen.findByText("2026-03-21 is closed");
  expect(closed).toHaveBeenCalledOnce();
});

it("a count that was put aside does not come back by itself when a closed day is reopened", async () => {
  let standing: DailyBook = openBook;
  const { client, user, press } = await counting({ "GET /api/reports/daily-book": () => ({ body: standing }) });
  const tells = async (now: DailyBook) => {
    standing = now;
    await moneyMoved(client);
  };
  await tells({ ...openBook, closedThrough: "2026-03-22" });
  expect((await screen.findByRole("alert")).textContent).toContain("The books have been closed up to 2026-03-22: ");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "Close Day" })).toBeNull();
  await tells(openBook);
  await screen.findByRole("button", { name: "Close Day" });
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Close Day");
  await screen.findByRole("dialog", { name: "Close 2026-03-21" });
});

it("a currency is counted of which there is more than one entry can carry, up to what a close holds", async () => {
  const closed = vi.fn<(body: unknown) => Said>(() => ({ status: 201, body: { id: 4, date: bookDay } }));
  const closing = "175515432099123456.50";
  const { user, press, counted } = await counting({
    "GET /api/reports/daily-book": { body: { ...openBook, currencies: [{ ...euros, closing }] } },
    "POST /api/day-closes": closed,
  });
  const close = async () => user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  setText(await screen.findByRole("textbox", { name: "Counted EUR" }), "1000000000000000000");
  await screen.findByText("Amount must be at most 999,999,999,999,999,999.99");
  setText(screen.getByRole("textbox", { name: "Counted EUR" }), "-5");
  await screen.findByText("Amount must not be less than 0");
  setText(screen.getByRole("textbox", { name: "Counted EUR" }), "5");
  await close();
  await screen.findByText("One entry books a difference of at most 999,999,999,999,999.99: record what is missing first");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Counted EUR" }));
  setText(screen.getByRole("textbox", { name: "Counted EUR" }), "");
  await press("As the books");
  expect(counted()).toBe("175,515,432,099,123,456.50");
  await close();
  await screen.findByText("2026-03-21 is closed");
  expect(closed.mock.calls).toMatchObject([[{ counts: [{ book: closing, counted: closing }] }, expect.anything()]]);
});

it("a currency of which there is more than a close holds says so, and offers no such count", async () => {
  const { user, count } = await counting({
    "GET /api/reports/daily-book": { body: { ...openBook, currencies: [{ ...euros, closing: "1000000000000000000.00" }] } },
  });
  expect(screen.queryByRole("button", { name: "As the books" })).toBeNull();
  await count("5");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  await screen.findByText("A day is closed over at most 999,999,999,999,999,999.99 of a currency");
});

it("more pieces of a note than are counted are marked at its field, and not sent", async () => {
  const closed = vi.fn<(body: unknown) => Said>(() => ({ status: 201, body: { id: 4, date: bookDay } }));
  const { user, press } = await counting({ "POST /api/day-closes": closed });
  const close = async () => user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
  await press("Count by notes");
  const fives = screen.getByRole<HTMLInputElement>("textbox", { name: "Notes of 5 EUR" });
  setText(fives, "2000000");
  await screen.findByText("At most 1,000,000: count the rest with the other coins and notes");
  setText(screen.getByRole("textbox", { name: "Reason for the difference of EUR" }), "Found");
  await close();
  expect(document.activeElement).toBe(fives);
  expect(closed).not.toHaveBeenCalled();
  await user.clear(fives);
  // Half a note is none, and not ten times as many, by whichever keys.
  for (const half of ["2,5", "2.5", "۲٫۵"]) {
    await user.type(fives, half);
    expect(fives.value).toBe(half === "2,5" ? half : "2.5");
    await screen.findByText("Give a whole number of pieces");
    await close();
    expect(closed).not.toHaveBeenCalled();
    await user.clear(fives);
  }
  await user.paste("500\t700");
  expect(fives.value).toBe("");
  await user.paste("1,000,000");
  await close();
  await screen.findByText("2026-03-21 is closed");
  const denominations = [{ value: "5.00", pieces: 1_000_000 }];
  expect(closed.mock.calls).toMatchObject([[{ counts: [{ denominations }] }, expect.anything()]]);
});

it("pieces stand in their field once, also where a keyboard composes them; a word that is none can be taken out again", async () => {
  const { user, press } = await counting();
  await press("Count by notes");
  const fives = screen.getByRole<HTMLInputElement>("textbox", { name: "Notes of 5 EUR" });
  expect(composeByTelephone(fives, "۱۲")).toEqual(["۱", "۱۲"]);
  expect(fives.value).toBe("12");
  composeByTelephone(fives, "xy");
  await screen.findByText("Give a whole number of pieces");
  await user.type(fives, "{Backspace}{Backspace}");
  expect(fives.value).toBe("12");
  pressEnterOfInputMethod(fives);
  expect(document.activeElement).toBe(fives);
});

it("a count begins in its first field, stays in it when the sum of the books is taken over, and goes back to its button", async () => {
  const { press } = await counting();
  const field = await screen.findByRole("textbox", { name: "Counted EUR" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await press("As the books");
  expect(screen.queryByRole("button", { name: "As the books" })).toBeNull();
  expect(document.activeElement).toBe(field);
  // Given up: what was taken over may be lost.
  await press("Cancel");
  await press("Discard and leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close Day" })));
});

it.each([["before the answer comes"], ["after it"]])(
  "once a day is closed, the heading of the page has the focus, also where the day is shown so %s",
  async (when) => {
    let standing: DailyBook = openBook;
    const answer = Promise.withResolvers<Said>();
    const { client, user, count } = await counting({
      "GET /api/reports/daily-book": () => ({ body: standing }),
      "POST /api/day-closes": () => answer.promise,
    });
    await count("5");
    await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Close Day" }));
    standing = { ...openBook, closedThrough: bookDay, close: theirClose };
    if (when === "before the answer comes") await moneyMoved(client);
    answer.resolve({ status: 201, body: theirClose });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.queryByRole("button", { name: "Close Day" })).toBeNull());
    await screen.findByRole("button", { name: "Reopen" });
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Daily Book" }));
  },
);
