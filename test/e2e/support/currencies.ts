import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Currency } from "#contract/currencies.ts";

import type { Desk } from "./office.ts";

/** The card of a currency in Currency Management. */
export function card(page: Page, code: string): Locator {
  return page.getByRole("list", { name: "Currencies" }).getByRole("listitem", { name: code });
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
export const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

/** Adds a currency over the API. */
export async function addCurrency(desk: Desk, given: Partial<Currency> & { readonly code: string }): Promise<Currency> {
  const body = { name: `Money of ${given.code}`, symbol: given.code, rate: "2", ...given };
  return (await desk.send("POST", "/api/currencies", body)) as Currency;
}

/** A currency by its code, as it is stored now. */
export async function currencyOf(desk: Desk, wanted: string): Promise<Currency | undefined> {
  const currencies = (await desk.send("GET", "/api/currencies")) as Currency[];
  return currencies.find((currency) => currency.code === wanted);
}

/** The books balance, as the office itself verifies them. */
export async function expectBalanced(desk: Desk): Promise<void> {
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
}
