import type { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

import { listCurrencies, type Currency } from "#contract/currencies.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { HawalaEntryPage } from "#web/features/hawalas/entry/entry-page.tsx";
import { queryKeys } from "#web/lib/query.ts";

import { hawalaRow, outgoingRow } from "./hawalas.ts";
import { labelled } from "./labelled.ts";
import { officeAccounts, replyingOffice, writesOf } from "./office.ts";
import type { Replies, Said } from "./replies.ts";
import { accountRow, startCurrencies } from "./rows.ts";
import { setText } from "./set-text.ts";
import { stage, type Staging } from "./stage.tsx";
import { transactionRow } from "./transactions.ts";

/** An outgoing hawala of 500 dollars from a walk-in, which no partner is assigned to, unless the test says otherwise. */
export function walkInRow(given: Partial<Hawala> = {}): Hawala {
  const nobody = { partnerAccountId: null, partnerCode: null, partnerName: null };
  const dollars = { amount: "500.00", amountCurrency: "USD", exchangeRate: "1.00000000" };
  return outgoingRow({ id: 7, hawalaNo: "HWL1001", ...people, ...dollars, ...nobody, ...given });
}

/** An incoming hawala that waits. */
export function waitingRow(given: Partial<Hawala> = {}): Hawala {
  return hawalaRow({ id: 7, hawalaNo: "310905", ...people, importBatchId: null, importDate: null, ...given });
}

const people = { senderName: "Farid", receiverName: "Zahra", receiverLocation: null };

const board = { AFN: "70.00000000", EUR: "0.92000000", PKR: "280.00000000" } as const;

/** The currencies as a board of a working day has them: 70 afghani for a dollar. */
export const boardCurrencies: readonly Currency[] = startCurrencies.map((currency) => ({
  ...currency,
  exchangeRate: board[currency.code as keyof typeof board] ?? currency.exchangeRate,
}));

/** Gives the afghani another rate, and waits until the page knows. */
export async function boardMoves(client: QueryClient, afghani: string): Promise<void> {
  const name = `Afghani at ${afghani}`;
  const moved = boardCurrencies.map((currency) =>
    currency.code === "AFN" ? { ...currency, name, exchangeRate: afghani } : currency,
  );
  client.setQueryData(queryKeys.of(listCurrencies), moved);
  await screen.findAllByText(new RegExp(name), { selector: "option" });
}

/** The partner who pays out in London, and a customer of whom the office knows the phone. */
export const london = accountRow({ id: 120, accountCode: "2001", accountName: "London Office", accountType: "hawala_partner" });
export const maryam = accountRow({
  id: 121,
  accountCode: "1005",
  accountName: "Maryam",
  lastName: "Noori",
  phone: "0700 55",
  currencyId: 1,
  currency: "AFN",
  balances: [{ currencyId: 1, currency: "AFN", symbol: "؋", balance: "90000.00" }],
});
const accounts = [...officeAccounts, london, maryam];

function listed(_body: unknown, { searchParams }: URL): Said {
  const ids = searchParams.get("ids")?.split(",");
  const [q, type] = [(searchParams.get("q") ?? "").toLowerCase(), searchParams.get("type")];
  const rows = accounts.filter(({ id, accountCode, accountName, accountType }) =>
    ids === undefined
      ? `${accountCode} ${accountName}`.toLowerCase().includes(q) && (type === null || accountType === type)
      : ids.includes(String(id)),
  );
  return { body: rows, headers: { "x-total-count": String(rows.length) } };
}

export const recordedHawala = { status: 201, body: { ...walkInRow(), hawalaId: 7, balances: [] } };

/** The page Hawala Money Transfer before the server of a small office with a partner, with a hand at its keyboard. */
export async function stageEntry(replies: Replies = {}, staging: Staging = {}) {
  const balances = [london, maryam].map(({ id, balances: held }) => [`GET /api/accounts/${String(id)}/balances`, { body: held }]);
  const fetched = replyingOffice({
    "GET /api/accounts": listed,
    "GET /api/currencies": { body: boardCurrencies },
    "GET /api/hawala-details": { body: [] },
    "POST /api/hawala": recordedHawala,
    ...(Object.fromEntries(balances) as Replies),
    ...replies,
  });
  const staged = await stage(<HawalaEntryPage />, { at: "/transactions/hawala", ...staging });
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  /** Puts a text into a field, in place of what is there. */
  const fill = (name: string, text: string): void => setText(field(name), text);
  const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
  const currenciesHere = () => waitFor(() => expect(field("Currency").querySelectorAll("option").length).toBeGreaterThan(3));
  return { ...staged, user, field, fill, press, currenciesHere, fetched, sent: () => writesOf(fetched) };
}

/** The page as it corrects this hawala. */
export async function stageEdit(stored: Hawala, replies: Replies = {}, staging: Staging = {}) {
  const path = `/api/hawala/${String(stored.id)}`;
  const staged = await stageEntry(
    {
      [`GET ${path}`]: { body: { ...stored, payout: null } },
      [`PUT ${path}`]: { body: { ...stored, version: stored.version + 1, hawalaId: stored.id, balances: [] } },
      [`GET /api/transactions/${String(stored.transactionId)}`]: { body: bookingOf(stored) },
      ...replies,
    },
    { at: `/transactions/hawala?edit=${String(stored.id)}`, ...staging },
  );
  const conditions = () =>
    staged.fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return { ...staged, conditions, opened: () => screen.findByRole("button", { name: "Save" }) };
}

/** The entry that books an outgoing hawala of a walk-in: into the cash box. */
function bookingOf({ transactionId, partnerAccountId, amount, rAmount }: Hawala) {
  const sides = { outAccountId: 11, inAccountId: partnerAccountId ?? 13, dAmount: amount, cAmount: rAmount };
  return { ...transactionRow({ id: transactionId ?? 0, ...sides }), deleted: false };
}

/** The same with a hand that fills in 500 dollars of a walk-in, 5 of which the office keeps. */
export async function stageOutgoing(replies: Replies = {}) {
  const staged = await stageEntry(replies);
  await staged.currenciesHere();
  const fillAll = (): void => {
    staged.fill("Sender Name", "Farid");
    staged.fill("Receiver Name", "Zahra");
    staged.fill("Amount", "500");
    staged.fill("Commission", "5");
  };
  return { ...staged, fillAll };
}

/** Chooses an account as a teller does: its code and Enter. */
export async function chooseAccount(user: UserEvent, name: string, code: string): Promise<void> {
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: new RegExp(`^${name}`) });
  await user.click(field);
  await user.paste(code);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field.value).toContain(" - "));
}
