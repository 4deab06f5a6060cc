import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { exchangeContext } from "#web/testing/exchange.tsx";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { settlementFigures } from "#web/testing/partner-settlements.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { RecordSettlementButton } from "./settlement-dialog.tsx";

const figures = settlementFigures();

const board = "The board has 1 USD = 70.00 AFN.";
const recorded: Said = { status: 201, body: { amount: "4486.75", currency: "USD" } };

/** The form with his dollars paid in afghanis in cash, and no rate yet. */
async function opened(replies: Replies = {}) {
  const asked: string[] = [];
  const fetched = replyingOffice({
    "GET /api/exchange-context": (_body, { search }) => {
      asked.push(search);
      return { body: exchangeContext };
    },
    "POST /api/partner-settlements": recorded,
    ...replies,
  });
  await stage(<RecordSettlementButton figures={figures} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  const form = within(await screen.findByRole("form"));
  await user.selectOptions(form.getByRole("combobox", { name: "Means" }), "Cash");
  await form.findAllByRole("option", { name: "AFN - Afghan Afghani" });
  await user.selectOptions(form.getByRole("combobox", { name: "Paid in" }), "AFN - Afghan Afghani");
  const rate = form.getByRole("textbox", { name: "Exchange Rate" });
  const record = () => user.click(form.getByRole("button", { name: "Record Settlement" }));
  return { asked, user, form, rate, record, writes: () => writesOf(fetched) };
}

it("a rate off the board is said before it is recorded, asked about once, and then recorded", async () => {
  const { asked, user, form, rate, record, writes } = await opened();
  setText(rate, "0.5");
  expect(await form.findByText("This rate is 99.29 % below the board")).toBeDefined();
  expect(form.getByText(board)).toBeDefined();
  await record();
  const question = await form.findByRole("alert", { name: "This rate is 99.29 % below the board" });
  expect(writes()).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Save anyway" }));
  await screen.findByText("Settlement recorded");
  expect(writes()).toMatchObject([{ body: { exRate: "0.5", counterCurrencyId: 1 } }]);
  // He pays afghanis for dollars of his account: that is what is bought.
  expect(new Set(asked)).toEqual(new Set(["?purchaseCurrencyId=1&sellingCurrencyId=2"]));
});

it("a second press records as well, once the first half of a double press is past", async () => {
  const { user, form, rate, writes } = await opened();
  setText(rate, "0.0143");
  // How long it is between two presses, the test says.
  vi.useFakeTimers({ toFake: ["performance"] });
  await user.type(rate, "{Control>}{Enter}{/Control}");
  await form.findByRole("alert", { name: "This rate looks turned round" });
  await user.type(rate, "{Control>}{Enter}{/Control}");
  expect(writes()).toEqual([]);
  vi.advanceTimersByTime(600);
  await user.type(rate, "{Control>}{Enter}{/Control}");
  await screen.findByText("Settlement recorded");
});

it("another doubtful rate is asked about anew, one as the board has it is not", async () => {
  const { form, rate, record, writes } = await opened();
  setText(rate, "60");
  await record();
  await form.findByRole("alert", { name: "This rate is 14.29 % below the board" });
  setText(rate, "80");
  expect(form.queryByRole("alert", { name: /this rate/i })).toBeNull();
  await record();
  await form.findByRole("alert", { name: "This rate is 14.29 % above the board" });
  expect(writes()).toEqual([]);
  setText(rate, "70.2");
  expect(form.queryByText(board)).toBeNull();
  await record();
  await screen.findByText("Settlement recorded");
});

it("a board that is still being read is waited for; what was typed on meanwhile is not recorded without another press", async () => {
  const held = Promise.withResolvers<void>();
  const { user, form, rate, record, writes } = await opened({
    "GET /api/exchange-context": async () => {
      await held.promise;
      return { body: exchangeContext };
    },
  });
  setText(rate, "70");
  await record();
  const waiting = form.getByRole("button", { name: "Recording..." });
  expect(waiting.getAttribute("aria-disabled")).toBe("true");
  await user.type(rate, "0");
  held.resolve();
  await form.findByText("This rate is 900.00 % above the board");
  const notice = await form.findByRole("alert", { name: "Not saved yet" });
  expect(notice.textContent).toContain("You typed on while the board was being read.");
  expect(writes()).toEqual([]);
  await user.click(within(notice).getByRole("button", { name: "Save anyway" }));
  await form.findByRole("alert", { name: "This rate is 900.00 % above the board" });
  expect(writes()).toEqual([]);
});

it("without a board nobody is asked", async () => {
  const away = await opened({ "GET /api/exchange-context": refusal(503, "busy", "The server is busy") });
  setText(away.rate, "0.5");
  await away.record();
  await screen.findByText("Settlement recorded");
});

it("what may have been recorded already is sent again without a question, whatever the board says by then", async () => {
  const answers: Said[] = ["no answer"];
  let boardRate = "70.00000000";
  const { form, rate, record, writes } = await opened({
    "GET /api/exchange-context": () => ({ body: { ...exchangeContext, boardRate } }),
    "POST /api/partner-settlements": () => answers.shift() ?? recorded,
  });
  setText(rate, "70");
  boardRate = "60.00000000";
  await record();
  await form.findByText("This rate is 16.67 % above the board");
  await record();
  await screen.findByText("Settlement recorded");
  expect(writes()[1]).toEqual(writes()[0]);
});

it("another settlement than the one that may have been recorded is asked about", async () => {
  const answers: Said[] = ["no answer"];
  const { form, rate, record, writes } = await opened({
    "POST /api/partner-settlements": () => answers.shift() ?? recorded,
  });
  setText(rate, "70");
  await record();
  await form.findAllByRole("alert");
  setText(rate, "0.7");
  await record();
  await form.findByRole("alert", { name: "This rate is 99.00 % below the board" });
  expect(writes()).toHaveLength(1);
});
