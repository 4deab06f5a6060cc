import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import type { Role } from "#contract/permissions.ts";
import { SearchPage } from "#web/features/transactions/search/search-page.tsx";

import { addressesOf } from "./addresses.ts";
import { replyingOffice, writesOf } from "./office.ts";
import type { Replies } from "./replies.ts";
import { stage } from "./stage.tsx";
import { deletedRow, transactionRow, versionOf } from "./transactions.ts";

/** What the office has recorded. */
export const transfer = transactionRow({ id: 7, version: 2 });
const paidIn = transactionRow({ id: 8, transType: "Credit", outAccountId: 11, inAccountId: 102, dAmount: "1000.00" });
const ofCash = transactionRow({ id: 9, outAccountId: 11, inAccountId: 103 });
const deal = transactionRow({
  id: 10,
  transType: "Exchange",
  transDescription: "",
  cTransDescription: "Sold",
  cCurrencyId: 1,
  cAmount: "17450.00",
  exRate: "69.80000000",
});
const strange = transactionRow({ id: 11, transType: "Hawala", currencyId: 77, cCurrencyId: 77, transDescription: "Hawala" });
export const rows = [strange, deal, ofCash, paidIn, transfer];

/** A page of a list, as the server answers it. */
export const listed = (body: readonly unknown[], headers: Record<string, string> = {}) => ({
  body,
  headers: { "x-total-count": String(body.length), ...headers },
});

/** Opens Search Transactions at an address, in an office that has recorded {@link rows} and deleted one of them. */
export async function searchPage(at: string, replies: Replies = {}, role: Role = "admin") {
  const fetched = replyingOffice({
    "GET /api/transactions/search": listed(rows),
    "GET /api/deleted-transactions": listed([deletedRow(transfer)]),
    "GET /api/transactions/7": { body: { ...transfer, deleted: false } },
    "GET /api/transactions/7/history": { body: [versionOf(transfer, { action: "created", actor: "admin" })] },
    ...replies,
  });
  const staged = await stage(<SearchPage />, { at: `/transactions/search${at}`, user: { role } });
  const asked = (path: string) =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  const user = userEvent.setup({ delay: null });
  const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
  return { ...staged, user, press, asked, sent: () => writesOf(fetched) };
}
