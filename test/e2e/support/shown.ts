import type { Locator, Page } from "playwright-core";

/** An amount as it stands on the screen, symbol, sign and code included; the words for screen readers are left out. */
async function moneyIn(place: Locator): Promise<string> {
  return (await place.locator("span[aria-hidden]").filter({ hasText: /\d/ }).first().innerText()).trim();
}

/** What an entry form says that saving does to an account, in figures. */
export interface Outlook {
  readonly now: string;
  readonly after: string;
}

/** Reads the preview of an entry form for the account of a code. */
export async function outlookOn(page: Page, code: string): Promise<Outlook> {
  const row = page.getByRole("table", { name: "After saving" }).getByRole("row", { name: `${code} - ` });
  const [now, after] = [row.getByRole("cell").nth(0), row.getByRole("cell").nth(1)];
  return { now: await moneyIn(now), after: await moneyIn(after) };
}

/** Reads the whole preview of an entry form, row by row. */
export async function outlooksOn(page: Page): Promise<(Outlook & { readonly account: string })[]> {
  const rows = await page.getByRole("table", { name: "After saving" }).getByRole("rowgroup").last().getByRole("row").all();
  return Promise.all(
    rows.map(async (row) => ({
      account: await row.getByRole("rowheader").innerText(),
      now: await moneyIn(row.getByRole("cell").nth(0)),
      after: await moneyIn(row.getByRole("cell").nth(1)),
    })),
  );
}

/** What View Account shows of a currency; the page is already open. */
export async function balanceOnView(page: Page, currency: string): Promise<string> {
  const balances = page.getByRole("list", { name: "Balances" });
  return moneyIn(balances.getByRole("listitem").filter({ hasText: currency }));
}

/** The account of a code in the accounts list; the page is already open. */
export function rowOf(page: Page, code: string): Locator {
  const accounts = page.getByRole("list", { name: "Accounts" });
  return accounts.getByRole("listitem").filter({ has: page.getByText(code, { exact: true }) });
}

/** Every amount that the accounts list shows for an account. */
export async function balancesInList(page: Page, code: string): Promise<string[]> {
  const amounts = rowOf(page, code).locator("span[aria-hidden]").filter({ hasText: /\d/ });
  await amounts.first().waitFor();
  return (await amounts.allInnerTexts()).map((text) => text.trim());
}
