import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { Transaction } from "#contract/transactions.ts";

import type { Desk, Office } from "./office.ts";

export const dollars = 2;
export const cashId = 11;

/** A red square, so that an account has a face. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mN4oKCAFTEMLQkAUmxIAUwYLx4AAAAASUVORK5CYII=";

/** Who comes to the counter in the tests of the entry screens. */
export interface People {
  readonly desk: Desk;
  readonly farid: Account;
  readonly zahra: Account;
  readonly bank: Account;
  readonly afghani: Account;
}

/** Two customers and a bank in dollars and a customer in afghani, new at every call; Farid has 1,000 USD, a face and a signature. */
export async function people(office: Office): Promise<People> {
  const desk = await office.arranging();
  const open = async (body: object) => (await desk.send("POST", "/api/accounts", { currencyId: dollars, ...body })) as Account;
  const farid = await open({ accountName: "Farid", lastName: "Noori", fatherName: "Karim", picture, signature: picture });
  const zahra = await open({ accountName: "Zahra" });
  const bank = await open({ accountName: "Azizi Bank", accountType: "company" });
  const afghani = await open({ accountName: "Karim", currencyId: 1 });
  const sides = { outAccountId: cashId, inAccountId: farid.id, currencyId: dollars };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides, dAmount: "1000", transDescription: "Deposit" });
  return { desk, farid, zahra, bank, afghani };
}

/** Lets a person read what has just come: a key pressed within half a second of it is taken for the second half of the press before. */
export async function readOn(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 500, since);
}

/** What an account shows in dollars. */
export async function balanceOf(desk: Desk, { id }: { readonly id: number }): Promise<string> {
  const balances = (await desk.send("GET", `/api/accounts/${String(id)}/balances`)) as CurrencyBalance[];
  return balances.find(({ currencyId }) => currencyId === dollars)?.balance ?? "0.00";
}

/** The transactions recorded with a narrative. */
export async function recordedWith(desk: Desk, narrative: string): Promise<Transaction[]> {
  return (await desk.send("GET", `/api/transactions/search?narrative=${encodeURIComponent(narrative)}`)) as Transaction[];
}

let narratives = 0;

/** A narrative that no other test uses, so that a test counts its own transactions alone. */
export function newNarrative(): string {
  narratives += 1;
  return `Rent of shop ${String(narratives)}.`;
}

export const picker = (page: Page, name: string) => page.getByRole("combobox", { name });
export const dateField = (page: Page) => page.getByRole("textbox", { name: "Date" });
export const save = (page: Page) => page.getByRole("button", { name: "Save" });

/** The field that has the focus, by its name in the form. */
export const focusedField = (page: Page) => page.locator(":focus").getAttribute("data-path");

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** How many pixels of a dialog are left below one of its buttons. */
export async function spaceBelow(dialog: Locator, button: string): Promise<number> {
  const [pressed, frame] = [await dialog.getByRole("button", { name: button }).boundingBox(), await dialog.boundingBox()];
  const unseen = await dialog.evaluate((content) => content.scrollHeight - content.clientHeight - content.scrollTop);
  if (pressed === null || frame === null) return Number.NaN;
  return frame.y + frame.height + unseen - pressed.y - pressed.height;
}

/** Chooses an account by its code and Enter. The code comes in one go: what it is to type one, `typeAccount` and tests of their own show. */
export async function choose(page: Page, name: string, { accountCode }: Pick<Account, "accountCode">): Promise<void> {
  await picker(page, name).click();
  await page.keyboard.insertText(accountCode);
  await page.keyboard.press("Enter");
  await expect.poll(() => picker(page, name).inputValue()).toContain(`${accountCode} - `);
}
