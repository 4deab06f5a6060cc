import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { ExchangeContext } from "#contract/exchange.ts";

import { dollars, focusedField } from "./entries.ts";
import type { Desk } from "./office.ts";

export const exchangePath = "/transactions/exchange";
export const afghani = 1;
/** The cash box, which every office has from the start. */
export const cash = { accountCode: "11" };

/** The fields of the form, and what says that it was saved. */
export const rate = (page: Page) => page.getByLabel("Exchange Rate");
export const amount = (page: Page, side: "Purchase" | "Selling") => page.getByRole("textbox", { name: `${side} Amount` });
export const succeeded = (page: Page) => page.getByText("Exchange transaction created successfully").waitFor();

/** The shown balances of an account by currency. */
export async function balancesOf(desk: Desk, id: number): Promise<Record<string, string>> {
  const rows = (await desk.send("GET", `/api/accounts/${String(id)}/balances`)) as CurrencyBalance[];
  return Object.fromEntries(rows.map((row) => [row.currency, row.balance]));
}

/** How long or short the house is in dollars and in afghani. */
export async function positionsOf(desk: Desk): Promise<Record<string, string>> {
  const query = `purchaseCurrencyId=${String(dollars)}&sellingCurrencyId=${String(afghani)}`;
  const { positions } = (await desk.send("GET", `/api/exchange-context?${query}`)) as ExchangeContext;
  return Object.fromEntries(positions.map((position) => [position.currency, position.quantity]));
}

/** Types a code into the account picker that has the focus, and goes on as soon as it has been found. */
export async function typeAccount(page: Page, { accountCode }: Pick<Account, "accountCode">): Promise<void> {
  const here = await focusedField(page);
  await page.keyboard.type(accountCode);
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).not.toBe(here);
}

/** What a teller types from the first field to the last one, with Enter after each. `undefined` walks over a field. */
export interface Typed {
  readonly purchase: Pick<Account, "accountCode">;
  /** The first letter of a currency, where the account may choose it. */
  readonly purchaseCurrency?: string;
  readonly purchaseAmount?: string;
  readonly narrative: string;
  readonly selling: Pick<Account, "accountCode">;
  readonly sellingCurrency?: string;
  readonly sellingAmount?: string;
  readonly rate: string;
}

/** Types a whole exchange, by keyboard alone, the narrative in one go; the date is left to the test. */
export async function typeExchange(page: Page, typed: Typed): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe("purchaseAccount");
  await typeAccount(page, typed.purchase);
  if (typed.purchaseCurrency !== undefined) await typeInto(page, "purchaseCurrencyId", typed.purchaseCurrency);
  await typeInto(page, "purchaseAmount", typed.purchaseAmount);
  await insertInto(page, "purchaseNarrative", typed.narrative);
  await typeAccount(page, typed.selling);
  if (typed.sellingCurrency !== undefined) await typeInto(page, "sellingCurrencyId", typed.sellingCurrency);
  await typeInto(page, "sellingAmount", typed.sellingAmount);
  await typeInto(page, "sellingNarrative", undefined);
  await typeInto(page, "rate", typed.rate);
  expect(await focusedField(page)).toBe("date");
}

/** Puts words into the field that has the focus, which must be this one, in one go, and goes on to the next. */
export async function insertInto(page: Page, field: string, words: string): Promise<void> {
  expect(await focusedField(page)).toBe(field);
  await page.keyboard.insertText(words);
  await page.keyboard.press("Enter");
}

/** Types into the field that has the focus, which must be this one, and goes on to the next. */
export async function typeInto(page: Page, field: string, text: string | undefined): Promise<void> {
  expect(await focusedField(page)).toBe(field);
  if (text !== undefined) await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}
