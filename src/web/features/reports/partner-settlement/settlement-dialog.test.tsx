import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { paths } from "#web/paths.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { officeAccounts, replyingOffice, writesOf } from "#web/testing/office.ts";
import { settlementFigures } from "#web/testing/partner-settlements.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { RecordSettlementButton } from "./settlement-dialog.tsx";

const figures = settlementFigures({ balances: [{ currencyId: 1, currency: "AFN", balance: "-92000.00" }] });

it("a settlement that was left while it was on its way does not close the one that has begun by then", async () => {
  const answer = Promise.withResolvers<Said>();
  replyingOffice({ "POST /api/partner-settlements": () => answer.promise });
  await stage(<RecordSettlementButton figures={figures} />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const note = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Note" });
  await press("Record Settlement");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Means" }), "Cash");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" }));
  // What is typed meanwhile could only be lost.
  await user.type(note(), "March");
  expect(note().value).toBe("");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "This is being saved" });
  await press("Leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Record Settlement");
  setText(await screen.findByRole("textbox", { name: "Note" }), "April");
  answer.resolve({ status: 201, body: { amount: "92000.00", currency: "AFN" } });
  await screen.findByText("Settlement recorded");
  expect(note().value).toBe("April");
});

it("a settlement that was left while it was on its way, and is refused, says so all the same", async () => {
  const answer = Promise.withResolvers<Said>();
  const { user, means } = await opened({ "POST /api/partner-settlements": () => answer.promise });
  await means("Cash");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer.resolve(refusal(409, "conflict", "The day is closed"));
  expect((await screen.findByRole("alert")).textContent).toContain("The day is closed");
});

/** The form as it opens, with what the server is asked to record. */
async function opened(replies: Replies = {}) {
  const fetched = replyingOffice({
    "POST /api/partner-settlements": { status: 201, body: { amount: "92000.00", currency: "AFN" } },
    ...replies,
  });
  const { client, router } = await stage(<RecordSettlementButton figures={figures} />, {
    at: `${paths.partnerSettlement}?partner=120`,
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  await screen.findByRole("form");
  const means = async (name: string) => user.selectOptions(screen.getByRole("combobox", { name: "Means" }), name);
  const date = screen.getByRole<HTMLInputElement>("textbox", { name: "Business date" });
  return { client, router, user, means, date, writes: () => writesOf(fetched) };
}

it("a settlement is of the balance in the currency that is chosen, and not of its figure in another one", async () => {
  replyingOffice({});
  const balances = [{ currencyId: 2, currency: "USD", balance: "350.00" }, ...figures.balances];
  await stage(<RecordSettlementButton figures={settlementFigures({ balances })} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "Currency of his account" }), "1");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" }).value).toBe("92,000.00");
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Who pays" }).value).toBe("received");
});

it("a settlement left open over midnight is of the new day, without a question when nothing was typed", async () => {
  const { client, user, date } = await opened();
  await passMidnight(client);
  expect(date.value).toBe(theNextDay);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("a settlement whose date was chosen keeps it over midnight", async () => {
  const { client, user, date } = await opened();
  await user.click(date);
  await user.keyboard("-");
  await passMidnight(client);
  expect(date.value).toBe("2026-03-20");
});

it("a settlement that got no answer before midnight is sent again as it was, under its key", async () => {
  const answers: Said[] = ["no answer", refusal(503, "busy", "The server is busy at the moment")];
  const { client, user, means, date, writes } = await opened({
    "POST /api/partner-settlements": () => answers.shift() ?? { status: 201, body: { amount: "92000.00", currency: "AFN" } },
  });
  await means("Cash");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findAllByText(/The server cannot be reached/);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findAllByText(/^The server is busy at the moment/);
  await passMidnight(client);
  expect(date.value).toBe("2026-03-21");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Settlement recorded");
  const [lost, ...again] = writes();
  expect(again).toEqual([lost, lost]);
});

it("a settlement that got no answer is not said to have failed, and no balance after it is shown, which may hold it already", async () => {
  const answers: Said[] = ["no answer"];
  const { user, means } = await opened({
    "GET /api/accounts/120/balances": { body: [{ currencyId: 1, currency: "AFN", symbol: "؋", balance: "-92000.00" }] },
    "POST /api/partner-settlements": () =>
      answers.shift() ?? refusal(409, "conflict", "zahra settled with this partner meanwhile"),
  });
  const after = () => within(screen.getByRole("region", { name: "After the settlement" })).queryByText("After");
  await means("Cash");
  await waitFor(() => expect(after()).not.toBeNull());
  await user.keyboard("{Control>}{Enter}{/Control}");
  const form = within(screen.getByRole("form"));
  await form.findByRole("alert", { name: "It is not known whether this was saved" });
  form.getByText("Save again: it is recorded only once.");
  form.getByText("These balances may hold this entry already: save it again to know.");
  expect(after()).toBeNull();
  expect(screen.queryByText("The settlement could not be recorded")).toBeNull();
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("dialog", { name: "It is not known whether this was saved" });
  await user.click(within(question).getByRole("button", { name: "Stay and save again" }));
  await user.click(form.getByRole("button", { name: "Record Settlement" }));
  await form.findByRole("alert", { name: "The settlement could not be recorded" });
  expect(after()).not.toBeNull();
});

it("Enter goes to the next field and records nothing, Ctrl+Enter records", async () => {
  const { user, means, writes } = await opened();
  await means("Cash");
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Paid in" }));
  setText(screen.getByRole("textbox", { name: "Note" }), "April");
  await user.type(screen.getByRole("textbox", { name: "Note" }), "{Enter}");
  expect(document.activeElement).toBe(within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" }));
  expect(writes()).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Note" }), "{Control>}{Enter}{/Control}");
  await screen.findByText("Settlement recorded");
  expect(writes()).toMatchObject([{ body: { note: "April" } }]);
});

it("a text that is no account keeps it from being recorded with the account before; one that is being looked up is waited for", async () => {
  const held = Promise.withResolvers<void>();
  const { user, means, writes } = await opened({
    "GET /api/accounts": async (_body, { searchParams }) => {
      const q = searchParams.get("q") ?? "";
      const ids = searchParams.get("ids")?.split(",");
      if (q === "2002") await held.promise;
      return { body: officeAccounts.filter(({ id, accountCode }) => ids?.includes(String(id)) ?? accountCode.includes(q)) };
    },
  });
  await means("Bank");
  const account = screen.getByRole<HTMLInputElement>("combobox", { name: "Through account" });
  const record = () => user.click(within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" }));
  const retype = async (text: string): Promise<void> => {
    await user.clear(account);
    await user.paste(text);
  };
  await retype("3001");
  await user.tab();
  await waitFor(() => expect(account.value).toContain("Azizi Bank"));
  await retype("200");
  await record();
  await waitFor(() => expect(document.activeElement).toBe(account));
  expect(account.value).toBe("200");
  expect(writes()).toEqual([]);
  await retype("2002");
  await user.tab();
  await record();
  expect(writes()).toEqual([]);
  held.resolve();
  await screen.findByText("Settlement recorded");
  expect(writes()).toMatchObject([{ body: { counterAccountId: 102 } }]);
});

it("what is missing is said, and its field has the focus", async () => {
  const { user, means, writes } = await opened();
  const record = () => within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" });
  const account = screen.getByRole("combobox", { name: "Through account" });
  const amount = screen.getByRole("textbox", { name: "Amount" });
  await user.click(record());
  await waitFor(() => expect(document.activeElement).toBe(account));
  expect(account.getAttribute("aria-invalid")).toBe("true");
  setText(amount, "");
  await user.type(screen.getByRole("textbox", { name: "Note" }), "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(document.activeElement).toBe(amount));
  setText(amount, "500");
  await means("Cash");
  await user.selectOptions(screen.getByRole("combobox", { name: "Paid in" }), "USD - US Dollar");
  await user.click(record());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Exchange Rate" })));
  expect(writes()).toEqual([]);
});

it("the second half of a double click records nothing", async () => {
  const { means, writes } = await opened();
  await means("Cash");
  const record = within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" });
  // The press is refused there and then: it submits nothing.
  expect(fireEvent.click(record, { detail: 2 })).toBe(false);
  expect(fireEvent.click(record, { detail: 1 })).toBe(true);
  await screen.findByText("Settlement recorded");
  expect(writes()).toHaveLength(1);
});

it.each(["/elsewhere", `${paths.partnerSettlement}?partner=121`])(
  "what was typed is not lost by leaving for %s without a question",
  async (to) => {
    const { user, router } = await opened();
    setText(screen.getByRole("textbox", { name: "Note" }), "March");
    router.history.push(to);
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Note" }).value).toBe("March");
    router.history.push(to);
    await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(router.state.location.href).toBe(to));
  },
);
