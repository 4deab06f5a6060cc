import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { RecordSettlementButton } from "#web/features/reports/partner-settlement/settlement-dialog.tsx";
import { CreditPage } from "#web/features/transactions/entry/credit-page.tsx";
import { moneyMoved } from "#web/lib/query.ts";
import { chooseAccount, chooseBothSides, exchangeContext, stageExchange } from "#web/testing/exchange.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { settlementFigures } from "#web/testing/partner-settlements.ts";
import { passPage, stored, waiting } from "#web/testing/pass-page.tsx";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { searchPage } from "#web/testing/search-page.tsx";
import { stage } from "#web/testing/stage.tsx";

/** A server that is asked to write, has moved the money by then, and has not answered yet. */
function slowServer(write: string) {
  const answer = Promise.withResolvers<Said>();
  const state = { isMoved: false, isAsked: false };
  const money = (before: string, after: string) => (): Said => {
    const balance = state.isMoved ? after : before;
    return {
      body: [1, 2].map((currencyId) => ({ currencyId, currency: currencyId === 1 ? "AFN" : "USD", symbol: "", balance })),
    };
  };
  const replies: Replies = {
    "GET /api/accounts/11/balances": money("5000.00", "5200.00"),
    "GET /api/accounts/102/balances": money("1000.00", "1200.00"),
    "GET /api/accounts/120/balances": money("3000.00", "3200.00"),
    "GET /api/exchange-context": () => ({
      body: {
        ...exchangeContext,
        positions: exchangeContext.positions.map((row) => ({ ...row, quantity: state.isMoved ? "900.00" : row.quantity })),
      },
    }),
    [write]: () => {
      state.isAsked = true;
      return answer.promise;
    },
  };
  return { state, replies, answer };
}

/** The live line tells that something was posted. */
async function readAgain(client: QueryClient): Promise<void> {
  await act(async () => {
    await moneyMoved(client);
    // What was read is drawn in a task of its own.
    await new Promise((drawn) => {
      setTimeout(drawn, 50);
    });
  });
}

/** What is to be seen of a region; what is said of it comes once it stands still. */
function seen(name: string): string {
  const region = screen.getByRole("region", { name }).cloneNode(true) as HTMLElement;
  for (const said of region.querySelectorAll("[role=status]")) said.remove();
  return region.textContent;
}

/** Each preview of what will come of something: how it comes to be shown and sent, and by which call. */
const previews = [
  {
    name: "an entry",
    shown: ["After saving"],
    write: "POST /api/transactions",
    open: async (replies: Replies) => {
      replyingOffice(replies);
      const staged = await stage(<CreditPage />);
      await screen.findByRole("option", { name: "USD - US Dollar" });
      const user = userEvent.setup({ delay: null });
      await chooseAccount(user, "Account", "2002");
      await user.type(screen.getByLabelText(/^Amount \*$/), "200");
      await user.type(screen.getByLabelText(/^Narrative/), "Cash");
      return { ...staged, send: () => user.click(screen.getByRole("button", { name: "Save" })) };
    },
  },
  {
    name: "an exchange",
    shown: ["After saving", "House position"],
    write: "POST /api/transactions",
    open: async (replies: Replies) => {
      const staged = await stageExchange(replies);
      await chooseBothSides(staged.user);
      staged.fill("Purchase Amount", "500");
      staged.fill("Exchange Rate", "70");
      await screen.findByText(/^You will be long/);
      return { ...staged, send: () => staged.user.click(screen.getByRole("button", { name: "Save" })) };
    },
  },
  {
    name: "a payout",
    shown: ["After passing"],
    write: "POST /api/hawala/pass/1",
    open: async (replies: Replies) => {
      const staged = await passPage("?selected=1", replies);
      await staged.opened("LDN-1");
      await screen.findByText("Not enough AFN in Cash at Shop");
      return { ...staged, send: () => staged.inPanel("Confirm Pass Hawala") };
    },
  },
  {
    name: "a settlement",
    shown: ["After the settlement"],
    write: "POST /api/partner-settlements",
    open: async (replies: Replies) => {
      replyingOffice(replies);
      const staged = await stage(<RecordSettlementButton figures={settlementFigures()} />);
      const user = userEvent.setup({ delay: null });
      await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
      const form = within(await screen.findByRole("form"));
      await user.selectOptions(form.getByRole("combobox", { name: "Means" }), "Cash");
      return { ...staged, send: () => user.click(form.getByRole("button", { name: "Record Settlement" })) };
    },
  },
  {
    name: "a deletion",
    shown: ["After deleting"],
    write: "DELETE /api/transactions/7",
    open: async (replies: Replies) => {
      const staged = await searchPage("?searchWhat=All", replies);
      await staged.user.click(await screen.findByRole("button", { name: "Delete transaction 7" }));
      const question = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
      const send = async () => staged.user.click(await question.findByRole("button", { name: "Delete" }));
      return { ...staged, send };
    },
  },
];

it.each(previews)(
  "the preview of $name stands still while it is sent, since the balances may hold it before the answer",
  async (one) => {
    const { state, replies, answer } = slowServer(one.write);
    const { client, send } = await one.open(replies);
    // With what is warned of, such as a cash box that holds too little.
    const warnings = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
    const shown = () => [...one.shown.map(seen), ...warnings()].join("\n");
    await waitFor(() => expect(shown()).toMatch(/[15],000\.00/));
    const before = shown();
    await send();
    await waitFor(() => expect(state.isAsked).toBe(true));
    state.isMoved = true;
    await readAgain(client);
    expect(shown()).toBe(before);
    answer.resolve(refusal(409, "conflict", "This cannot be done now"));
    await waitFor(() => expect(shown()).toMatch(/[15],200\.00/));
  },
);

it("a payout is not told as one of another desk while it is sent, and the focus stays on its button", async () => {
  const answer = Promise.withResolvers<Said>();
  const { become, ...reads } = stored(waiting);
  let paid: Said | undefined;
  const { client, panel, opened, inPanel, toast } = await passPage("?selected=1", {
    ...reads,
    "POST /api/hawala/pass/1": () => {
      paid = become({ hawalaStatus: "Passed", passedDate: "2026-03-21" });
      return answer.promise;
    },
  });
  await opened("LDN-1");
  await inPanel("Confirm Pass Hawala");
  const button = await panel().findByRole("button", { name: "Processing..." });
  await readAgain(client);
  expect(panel().queryAllByText("Already Passed")).toEqual([]);
  expect(document.activeElement).toBe(button);
  answer.resolve(paid ?? "no answer");
  await toast("Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await panel().findAllByText("Already Passed");
});
