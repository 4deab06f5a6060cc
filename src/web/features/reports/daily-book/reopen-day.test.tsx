import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { DailyBook, DayClose } from "#contract/day-closes.ts";
import { getOffice } from "#contract/office.ts";
import { moneyMoved, queryKeys } from "#web/lib/query.ts";
import type { Office } from "#web/lib/session.ts";
import { bookDay, OfficeDay, openBook } from "#web/testing/daily-book.tsx";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { cashBox, statementOf } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";
import { whole } from "#web/testing/whole-text.ts";

import { DailyBookPage } from "./daily-book-page.tsx";

const close: DayClose = {
  id: 4,
  date: bookDay,
  accountId: 11,
  closedBy: "amina",
  closedAt: "2026-03-21T05:00:00.000Z",
  reopenedBy: null,
  reopenedAt: null,
  reopeningReason: null,
  counts: [],
};
const closed: DailyBook = { ...openBook, closedThrough: bookDay, close };
const reopened: DayClose = {
  ...close,
  reopenedBy: "zahra",
  reopenedAt: "2026-03-21T05:45:00.000Z",
  reopeningReason: "A late receipt",
};

/** The question whether a closed day is reopened, with its reason begun. */
async function reopening(replies: Replies = {}) {
  let standing = closed;
  const fetched = replyingOffice({
    "GET /api/reports/daily-book": (_body, { searchParams }) => ({
      body: { ...standing, date: searchParams.get("date") ?? bookDay },
    }),
    "GET /api/reports/daily-book/movements": { body: statementOf({ account: cashBox }) },
    ...replies,
  });
  const { client, router } = await stage(
    <>
      <DailyBookPage />
      <OfficeDay />
    </>,
    { at: "/reports/daily-book" },
  );
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Reopen" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reopen 2026-03-21" }));
  const reason = () => dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" });
  await user.type(reason(), "Forgotten");
  const tells = async (now: DailyBook) => {
    standing = now;
    await moneyMoved(client);
  };
  return { client, router, user, dialog, reason, tells, sent: () => writesOf(fetched) };
}

it.each([
  ["who", { body: [reopened] }, "zahra reopened it, 21 Mar 2026, 10:15: close this dialog."],
  ["that one", refusal(500, "unexpected", ""), "Another desk reopened it: close this dialog."],
] as const)(
  "a question under which another desk has reopened the day says %s, and keeps what was typed",
  async (_, list, said) => {
    const { user, dialog, reason, tells, sent } = await reopening({ "GET /api/day-closes": list });
    await tells(openBook);
    expect(await dialog.findByText("2026-03-21 is reopened already")).toBeDefined();
    expect(await dialog.findByText(said)).toBeDefined();
    expect(reason().value).toBe("Forgotten");
    expect(screen.queryByRole("button", { name: "Reopen", hidden: true })?.getAttribute("type")).toBe("submit");
    await user.click(dialog.getByRole("button", { name: "Reopen" }));
    expect(sent()).toHaveLength(0);
    // Closed anew, it is another close than the one that was asked about.
    await tells({ ...closed, close: { ...close, id: 5 } });
    expect(dialog.getByText("2026-03-21 is reopened already")).toBeDefined();
  },
);

it("a question under which a later day has been closed says so, and what to do", async () => {
  const { user, dialog, reason, tells, sent } = await reopening();
  await tells({ ...closed, closedThrough: "2026-03-22" });
  await dialog.findByText(whole("The books have been closed up to 2026-03-22 meanwhile: reopen that day first."));
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  expect(sent()).toHaveLength(0);
  expect(reason().value).toBe("Forgotten");
});

it("a question that was put aside does not come back by itself", async () => {
  const { user, dialog, tells } = await reopening();
  await tells({ ...closed, closedThrough: "2026-03-22" });
  await dialog.findByText(/reopen that day first/);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await tells(closed);
  await screen.findByRole("button", { name: "Reopen" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a question that was asked before midnight goes on after it", async () => {
  const { client, reason } = await reopening();
  client.setQueryData<Office>(queryKeys.of(getOffice), (office) => office && { ...office, today: "2026-03-22" });
  await screen.findByText("It is 2026-03-22");
  expect(reason().value).toBe("Forgotten");
  expect(screen.getByRole("dialog", { name: "Reopen 2026-03-21" })).toBeDefined();
});

it("a reopening that got no answer is not told as another desk's, and sending it again tells that the day is open", async () => {
  const answers: Said[] = ["no answer", { body: reopened }];
  const { user, dialog, tells, sent } = await reopening({
    "GET /api/day-closes": { body: [reopened] },
    "POST /api/day-closes/4/reopen": () => answers.shift() ?? "no answer",
  });
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  await dialog.findByRole("alert", { name: "It is not known whether this was saved" });
  await tells(openBook);
  expect(screen.queryByText(/is reopened already|could not be reopened/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  await screen.findByText("Day reopened");
  const [lost, ...again] = sent();
  expect(again).toEqual([lost]);
});

it("another reason than the one that got no answer reopens nothing where the day is open by then", async () => {
  const { user, dialog, reason, tells, sent } = await reopening({
    "GET /api/day-closes": { body: [reopened] },
    "POST /api/day-closes/4/reopen": "no answer",
  });
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  await dialog.findByRole("alert", { name: "It is not known whether this was saved" });
  await tells(openBook);
  await user.type(reason(), " receipt");
  await dialog.findByText("2026-03-21 is reopened already");
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  expect(sent()).toHaveLength(1);
});

it("once a day is reopened, what shows money is read again, and the heading of the page has the focus", async () => {
  const { client, user, dialog, tells } = await reopening({ "POST /api/day-closes/4/reopen": { body: reopened } });
  const stale = readBefore(client);
  await user.click(dialog.getByRole("button", { name: "Reopen" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stale()).toEqual(shownOfMoney);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reopen" })));
  await tells(openBook);
  await screen.findByRole("button", { name: "Close Day" });
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Daily Book" }));
});

it("a reason is not lost by leaving the page without a question", async () => {
  const { router, user, reason } = await reopening();
  void router.navigate({ to: "/elsewhere" });
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(reason().value).toBe("Forgotten");
  void router.navigate({ to: "/elsewhere" });
  await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});
