import { waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

import { blankExchange, type ExchangeForm } from "#web/features/transactions/exchange-rules.ts";
import { ExchangePage } from "#web/features/transactions/exchange/exchange-page.tsx";

import { leaveDraft } from "./drafts.ts";
import { labelled } from "./labelled.ts";
import { officeAccount, replyingOffice, writesOf } from "./office.ts";
import type { Replies } from "./replies.ts";
import { setText } from "./set-text.ts";
import { stage, type Staging } from "./stage.tsx";

/** What the server says of dollars and afghani in the tests of the Exchange page. */
export const exchangeContext = {
  boardRate: "70.00000000",
  lastRate: { rate: "69.86000000", transDate: "2026-03-19", transactionId: 77, direction: "same" },
  positions: [
    { currencyId: 2, currency: "USD", quantity: "750.00" },
    { currencyId: 1, currency: "AFN", quantity: "0.00" },
  ],
  rateDeviationPercent: "2",
};

export const recordedExchange = { status: 201, body: { id: 1, balances: [] } };

/** The Exchange page before the server of a small office, with a hand at its keyboard. */
export async function stageExchange(replies: Replies = {}, staging: Staging = {}) {
  const fetched = replyingOffice({
    "POST /api/transactions": recordedExchange,
    "GET /api/transactions/search": { body: [] },
    "GET /api/exchange-context": { body: exchangeContext },
    ...replies,
  });
  const staged = await stage(<ExchangePage />, staging);
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}`));
  await waitFor(() => expect(field("Purchase Currency").querySelectorAll("option").length).toBeGreaterThan(3));
  /** Puts a text into a field, in place of what is there. */
  const fill = (name: string, text: string): void => setText(field(name), text);
  return { ...staged, user, field, fill, sent: () => writesOf(fetched) };
}

/** What makes 500 dollars for 70 afghani each of {@link stageDeal}. */
export const fiveHundred = { purchaseAmount: "500", rate: "70", sellingAmount: "35000.00", computed: "selling" } as const;

/** The same with Farid's dollars for Karim's afghani in the form, and what else is given: a draft of the office's day. */
export async function stageDeal(given: Partial<ExchangeForm> = {}, replies: Replies = {}) {
  leaveDraft("exchange", {
    ...blankExchange("2026-03-21"),
    purchaseAccount: officeAccount("2002"),
    purchaseCurrencyId: 2,
    sellingAccount: officeAccount("1004"),
    sellingCurrencyId: 1,
    ...given,
  });
  const staged = await stageExchange(replies);
  const { field } = staged;
  for (const name of ["Purchase Account", "Selling Account"]) {
    await waitFor(() => expect(field(name).value).toContain(" - "));
  }
  return staged;
}

/** How the accounts of {@link stageDeal} stand in its form. */
export const bothSides = ["2002 - Farid", "1004 - Karim"];

/** Chooses an account as a teller does: its code and Enter. */
export async function chooseAccount(user: UserEvent, name: string, code: string): Promise<void> {
  const field = labelled(new RegExp(`^${name}`));
  await user.click(field);
  await user.paste(code);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field.value).toContain(" - "));
}

/** Farid's dollars for Karim's afghani. */
export async function chooseBothSides(user: UserEvent): Promise<void> {
  await chooseAccount(user, "Purchase Account", "2002");
  await chooseAccount(user, "Selling Account", "1004");
}
