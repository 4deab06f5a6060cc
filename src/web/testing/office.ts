import type { AccountRow } from "#contract/accounts.ts";

import { addressOf, replying, type Replies, type Said } from "./replies.ts";
import { accountRow, startCurrencies } from "./rows.ts";

/** A small office for component tests: its cash, a bank and three customers. */
export const officeAccounts: readonly AccountRow[] = [
  accountRow({ id: 11, accountCode: "CASH", accountName: "Cash at Shop", accountType: "company", balances: held("5000.00") }),
  accountRow({ id: 101, accountCode: "3001", accountName: "Azizi Bank", accountType: "company" }),
  accountRow({ id: 102, accountCode: "2002", accountName: "Farid", balances: held("1000.00") }),
  accountRow({ id: 103, accountCode: "2003", accountName: "Zahra", hasPicture: true }),
  accountRow({ id: 104, accountCode: "1004", accountName: "Karim", currencyId: 1, currency: "AFN" }),
];

/** The one of them that has this code. */
export function officeAccount(code: string): AccountRow {
  const account = officeAccounts.find(({ accountCode }) => accountCode === code);
  if (account === undefined) throw new Error(`the office has no account ${code}`);
  return account;
}

function held(balance: string) {
  return [{ currencyId: 2, currency: "USD", symbol: "$", balance }];
}

function list(_body: unknown, { searchParams }: URL): Said {
  const ids = searchParams.get("ids")?.split(",");
  const q = (searchParams.get("q") ?? "").toLowerCase();
  const rows = officeAccounts.filter(({ id, accountCode, accountName }) =>
    ids === undefined ? `${accountCode} ${accountName}`.toLowerCase().includes(q) : ids.includes(String(id)),
  );
  return { body: rows, headers: { "x-total-count": String(rows.length) } };
}

/** Stands in for the server of that office; what a test adds goes before it. */
export function replyingOffice(replies: Replies = {}) {
  const balances = officeAccounts.map((row) => [`GET /api/accounts/${String(row.id)}/balances`, { body: row.balances }] as const);
  return replying({
    "GET /api/accounts": list,
    "GET /api/currencies": { body: startCurrencies },
    "GET /api/transactions/search": { body: [] },
    "GET /api/hawala-details": { body: [] },
    ...Object.fromEntries(balances),
    ...replies,
  });
}

/** The writes a stand-in was asked for, with what each carried. */
export function writesOf(fetched: ReturnType<typeof replying>) {
  return fetched.mock.calls
    .filter(([, request]) => request?.method !== undefined && request.method !== "GET")
    .map(([address, request]) => ({
      address: addressOf(address).pathname,
      body: JSON.parse(typeof request?.body === "string" ? request.body : "null") as unknown,
      idempotencyKey: new Headers(request?.headers).get("idempotency-key"),
      ifMatch: new Headers(request?.headers).get("if-match"),
    }));
}
