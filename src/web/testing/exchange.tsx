import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

import { ExchangePage } from "#web/features/transactions/exchange/exchange-page.tsx";

import { replyingOffice, writesOf } from "./office.ts";
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
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  await waitFor(() => expect(field("Purchase Currency").querySelectorAll("option").length).toBeGreaterThan(3));
  /** Puts a text into a field, in place of what is there. */
  const fill = (name: string, text: string): void => setText(field(name), text);
  return { ...staged, user, field, fill, sent: () => writesOf(fetched) };
}

/** Chooses an account as a teller does: its code and Enter. */
export async function chooseAccount(user: UserEvent, name: string, code: string): Promise<void> {
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: new RegExp(`^${name}`) });
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
