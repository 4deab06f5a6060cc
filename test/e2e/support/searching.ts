import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { RecordedTransaction, Transaction, TransactionVersion } from "#contract/transactions.ts";

import { cashId, dollars, newNarrative, people, type People } from "./entries.ts";
import type { Desk, Office } from "./office.ts";

/** One transaction of each type that a person records, between people who are new, under one narrative. */
export interface Recorded extends People {
  readonly narrative: string;
  readonly debit: Transaction;
  readonly credit: Transaction;
  readonly transfer: Transaction;
  readonly exchange: Transaction;
}

/** Records a transaction over the API, in dollars at 1 unless told otherwise. */
export async function record(desk: Desk, body: Partial<Transaction>): Promise<Transaction> {
  const usual = { currencyId: dollars, dAmount: "100", transDescription: "Recorded" };
  const { balances: _balances, ...transaction } = (await desk.send("POST", "/api/transactions", {
    ...usual,
    ...body,
  })) as RecordedTransaction;
  return transaction;
}

/** Fills an office with what the tests of the search look for. */
export async function recordEach(office: Office): Promise<Recorded> {
  const cast = await people(office);
  const { desk, farid, zahra, afghani } = cast;
  const narrative = newNarrative();
  const each = (body: Partial<Transaction>) => record(desk, { transDescription: narrative, ...body });
  const entry = { outAccountId: farid.id, inAccountId: cashId };
  const deal = {
    outAccountId: farid.id,
    dAmount: "100",
    inAccountId: afghani.id,
    cAmount: "6980",
    cCurrencyId: 1,
    exRate: "69.80",
  };
  return {
    ...cast,
    narrative,
    debit: await each({ transType: "Debit", ...entry, dAmount: "200" }),
    credit: await each({ transType: "Credit", outAccountId: cashId, inAccountId: zahra.id, dAmount: "300" }),
    transfer: await each({ transType: "Transfer", outAccountId: farid.id, inAccountId: zahra.id, dAmount: "250.75" }),
    exchange: await each({ transType: "Exchange", ...deal, cTransDescription: narrative }),
  };
}

/** Every balance of these accounts and of the cash, by account and currency. */
export async function standing(desk: Desk, accounts: readonly Pick<Account, "id">[]): Promise<Record<string, string>> {
  const ids = [...accounts.map(({ id }) => id), cashId];
  const held = await Promise.all(
    ids.map(async (id) => {
      const balances = (await desk.send("GET", `/api/accounts/${String(id)}/balances`)) as CurrencyBalance[];
      return balances.map(({ currency, balance }) => [`${String(id)} ${currency}`, balance] as const);
    }),
  );
  return Object.fromEntries(held.flat());
}

/** The transaction as it is stored now. */
export async function storedTransaction(desk: Desk, { id }: Pick<Transaction, "id">): Promise<Transaction> {
  return (await desk.send("GET", `/api/transactions/${String(id)}`)) as Transaction;
}

/** What was done to it, oldest first. */
export async function actsOn(desk: Desk, { id }: Pick<Transaction, "id">): Promise<string[]> {
  const versions = (await desk.send("GET", `/api/transactions/${String(id)}/history`)) as TransactionVersion[];
  return versions.map(({ action }) => action);
}

/** The light of the books, asked for now. */
export async function expectBooksBalance(desk: Desk): Promise<void> {
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
}

export const searchPath = "/transactions/search";
export const results = (page: Page): Locator => page.getByRole("table", { name: "Search results" });
export const rowOf = (page: Page, { id }: Pick<Transaction, "id">): Locator =>
  results(page)
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: `Open transaction ${String(id)}`, exact: true }) });
export const pressSearch = (page: Page): Promise<void> =>
  page.getByRole("search").getByRole("button", { name: "Search", exact: true }).click();
export const found = (page: Page, count: string): Promise<void> =>
  page.getByRole("heading", { name: `Search Results (${count} transaction${count === "1" ? "" : "s"} found)` }).waitFor();
export const dialogOf = (page: Page, name: string): Locator => page.getByRole("dialog", { name });

/** Opens the edit dialog of a transaction that the page shows. */
export async function openEdit(page: Page, transaction: Transaction): Promise<Locator> {
  await page.getByRole("button", { name: `Edit transaction ${String(transaction.id)}`, exact: true }).click();
  const dialog = dialogOf(page, `Edit ${transaction.transType} Transaction`);
  await dialog.getByRole("button", { name: "Save" }).waitFor();
  return dialog;
}

/** Chooses an account in a dialog by its code and Enter. */
export async function chooseIn(dialog: Locator, name: string, { accountCode }: Pick<Account, "accountCode">): Promise<void> {
  const picker = dialog.getByRole("combobox", { name });
  await picker.click();
  await picker.fill(accountCode);
  await picker.press("Enter");
  await expect.poll(() => picker.inputValue()).toContain(`${accountCode} - `);
}
