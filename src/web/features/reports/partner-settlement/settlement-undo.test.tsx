import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { Settlement } from "#contract/partner-settlements.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { settlementRow } from "#web/testing/partner-settlements.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import type { SettlementPlace } from "./place.ts";
import { SettlementHistory } from "./settlement-history.tsx";
import { UndoSettlementButton } from "./settlement-undo.tsx";

it("a settlement is undone by deleting its entry, in the version that was seen; what got no answer is asked for once more", async () => {
  const answers: Said[] = ["no answer", { body: {} }];
  const fetched = replyingOffice({ "DELETE /api/transactions/77": () => answers.shift() ?? "no answer" });
  await stage(<UndoSettlementButton settlement={settlementRow()} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Undo settlement 3" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo the settlement of 2026-03-01?" }));
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await dialog.findByText("It is not known whether the settlement was undone. Undo, pressed again, undoes it only once.");
  expect(screen.queryByText("The settlement could not be undone")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await screen.findByText("Settlement undone");
  const [lost, ...again] = writesOf(fetched);
  expect(lost).toMatchObject({ address: "/api/transactions/77", body: { formName: "Partner Settlement" } });
  expect(again).toEqual([lost]);
});

it.each([
  ["admin", 1],
  ["operator", 0],
] as const)("a settlement in cash is undone by admins alone: %s", async (role, count) => {
  const cash = { id: 11, code: "CASH", name: "Cash at Shop", type: "company", isSystem: true } as const;
  replyingOffice();
  await stage(
    <>
      <UndoSettlementButton settlement={settlementRow({ means: "cash", counterAccount: cash })} />
      <UndoSettlementButton settlement={settlementRow({ id: 4 })} />
    </>,
    { user: { role } },
  );
  await screen.findByRole("button", { name: "Undo settlement 4" });
  expect(screen.queryAllByRole("button", { name: "Undo settlement 3" })).toHaveLength(count);
});

const place: SettlementPlace = {
  partner: "120",
  from: "",
  to: "",
  list: "passed",
  currency: "",
  settlement: "",
  tab: "",
};

/** The question, asked below the heading of the page; `tells` is what the list says of the settlement from then on. */
async function asking(said: Replies[string]) {
  let standing = settlementRow();
  const fetched = replyingOffice({
    "GET /api/partner-settlements": () => ({ body: [standing], headers: { "x-total-count": "1" } }),
    "DELETE /api/transactions/77": said,
  });
  const { client } = await stage(
    <>
      <h1 tabIndex={-1}>Partner Settlement</h1>
      <SettlementHistory partner={standing.partner} place={place} />
    </>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Undo settlement 3" }));
  const dialog = within(await screen.findByRole("dialog"));
  const tells = async (given: Partial<Settlement>): Promise<void> => {
    standing = settlementRow(given);
    await moneyMoved(client);
  };
  return { client, user, dialog, tells, fetched };
}

it("once a settlement is undone, what shows money is read again, and the heading of the page has the focus", async () => {
  const { client, user, dialog, tells } = await asking({ body: {} });
  const stale = readBefore(client);
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stale()).toEqual(shownOfMoney);
  await tells({ isUndone: true, undoneBy: "amina" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo settlement 3" })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Partner Settlement" }));
});

it("a question stays where another desk undoes the settlement, says who did, asks for no more, and leads to the heading", async () => {
  const { user, dialog, tells, fetched } = await asking({ body: {} });
  const undo = dialog.getByRole("button", { name: "Undo" });
  // The second half of a double click on the button that has asked.
  fireEvent.click(undo, { detail: 2 });
  await tells({ isUndone: true, undoneBy: "karim" });
  expect((await dialog.findByRole("status")).textContent).toBe("Undone by karim");
  await user.click(undo);
  expect(undo.getAttribute("aria-disabled")).toBe("true");
  expect(writesOf(fetched)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Partner Settlement" }));
});

it("what got no answer and is undone by then is told together, also where it was not let in when it was asked for again", async () => {
  const answers: Said[] = ["no answer", refusal(401, "not_signed_in", "Please sign in")];
  const { user, dialog, tells, fetched } = await asking(() => answers.shift() ?? "no answer");
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await dialog.findByRole("alert", { name: "No Answer Came" });
  await tells({ isUndone: true, undoneBy: "amina" });
  expect((await dialog.findByRole("status")).textContent).toBe("Undone by amina");
  expect(dialog.getByRole("alert", { name: "No Answer Came" })).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(writesOf(fetched)).toHaveLength(2));
  await dialog.findByRole("button", { name: "Undo" });
  expect(await dialog.findByRole("alert", { name: "No Answer Came" })).toBeDefined();
  expect(dialog.queryByText("Please sign in")).toBeNull();
});

it("what was refused and is undone by then is told together, and asked for no more", async () => {
  const { user, dialog, tells, fetched } = await asking(refusal(409, "conflict", "This transaction was deleted by karim"));
  const undo = dialog.getByRole("button", { name: "Undo" });
  await user.click(undo);
  await dialog.findByText("This transaction was deleted by karim");
  await tells({ isUndone: true, undoneBy: "karim" });
  expect((await dialog.findByRole("status")).textContent).toBe("Undone by karim");
  await user.click(undo);
  expect(undo.getAttribute("aria-disabled")).toBe("true");
  expect(writesOf(fetched)).toHaveLength(1);
});

it("the question stays until its answer has come, which is told in it", async () => {
  const answer = Promise.withResolvers<Said>();
  const { user, dialog } = await asking(() => answer.promise);
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await dialog.findByRole("button", { name: "Undoing..." });
  await user.keyboard("{Escape}");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  answer.resolve(refusal(409, "conflict", "The books are closed up to 2026-03-02"));
  expect((await dialog.findByRole("alert")).textContent).toContain("The books are closed up to 2026-03-02");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Undo settlement 3" }));
  expect(within(await screen.findByRole("dialog")).queryByRole("alert")).toBeNull();
});

it("an exchange among the settlements says in grouped figures what was paid for it", async () => {
  const deal = { currencyId: 2, currency: "USD", amount: "5000.00", counterAmount: "349000.00", exRate: "69.80000000" };
  replyingOffice({ "GET /api/partner-settlements": { body: [settlementRow(deal)] } });
  await stage(<SettlementHistory partner={settlementRow().partner} place={place} />);
  expect(await screen.findByText("349,000.00 AFN at 69.80")).toBeDefined();
});
