import type { Page } from "playwright-core";

import type { AccountNumberSetting } from "#contract/settings.ts";
import type { Transaction } from "#contract/transactions.ts";
import type { User } from "#contract/users.ts";

import { cashId, dollars, people } from "./entries.ts";
import type { Office } from "./office.ts";

/** A call as a page sends it: method, path and body. */
export type Call = readonly [method: string, path: string, body?: object];

/** Calls with everything right about them but, for some, who asks. */
export interface RoleCalls {
  readonly everyone: readonly Call[];
  /** Refused to users. */
  readonly staff: readonly Call[];
  /** Refused to users and operators. They can be made in this order, once. */
  readonly admin: readonly Call[];
  /** Reads all that the refused calls would have changed. */
  state(): Promise<unknown>;
}

/** An office with something to correct, to recover and to administer, and the calls that do so. */
export async function roleCalls(office: Office): Promise<RoleCalls> {
  const { desk, farid, zahra, bank } = await people(office);
  const entry = (transType: string, outAccountId: number, inAccountId: number) => ({
    transType,
    outAccountId,
    inAccountId,
    currencyId: dollars,
    dAmount: "5",
    transDescription: "By telephone",
  });
  const bodies = {
    debit: entry("Debit", farid.id, cashId),
    credit: entry("Credit", cashId, farid.id),
    transfer: entry("Transfer", farid.id, zahra.id),
    fromCash: entry("Transfer", cashId, bank.id),
    toCash: entry("Transfer", farid.id, cashId),
  };
  const standing = async (kind: keyof typeof bodies): Promise<string> => {
    const { id } = (await desk.send("POST", "/api/transactions", bodies[kind])) as Transaction;
    return String(id);
  };
  const deleted = async (kind: keyof typeof bodies): Promise<string> => {
    const id = await standing(kind);
    await desk.send("DELETE", `/api/transactions/${id}`);
    return id;
  };
  const ids = { credit: await standing("credit"), transfer: await standing("transfer"), fromCash: await standing("fromCash") };
  const gone = { credit: await deleted("credit"), transfer: await deleted("transfer"), fromCash: await deleted("fromCash") };
  const setting = { currency: "EUR", startNumber: 3001 };
  const { id: settingId } = (await desk.send("POST", "/api/account-number-settings", setting)) as AccountNumberSetting;
  await office.addUser("user", "trainee");
  const users = (await desk.send("GET", "/api/users")) as User[];
  const trainee = users.find(({ username }) => username === "trainee")?.id ?? "";
  const newcomer = { username: "newcomer", password: "the word of newcomer", role: "admin", email: "new@office.example" };
  const cashDeal = { dAmount: "1", cCurrencyId: 1, cAmount: "70", exRate: "70" };
  const state = async (): Promise<unknown> => {
    const paths = ["transactions", "deleted-transactions", "accounts", "users", "account-number-settings", "business-settings"];
    return Promise.all([...paths, "verification"].map((path) => desk.send("GET", `/api/${path}`)));
  };
  return {
    state,
    everyone: [
      ...["accounts", "currencies", "currencies/1/rates", `accounts/${String(farid.id)}/balances`, "cash-shop-balance"],
      ...["transactions", "transactions/search", `transactions/${ids.transfer}/history`, "deleted-transactions"],
      ...["office", "verification"],
    ].map((path): Call => ["GET", `/api/${path}`]),
    ...{ staff: [], admin: [] },
  };
}
