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

/** What of an element of the page is read in there. */
interface Shown {
  readonly innerText: string;
  querySelectorAll(selectors: string): Iterable<Shown>;
}

/** Carried out in the page, and for all rows at once: asked for one by one their figures cost a teller's hour half a minute. */
function readOutlooks(rows: readonly Shown[]): (Outlook & { readonly account: string })[] {
  return rows.map((row) => {
    const [account] = row.querySelectorAll("th");
    const [now = "", after = ""] = [...row.querySelectorAll("td")].map((cell) =>
      [...cell.querySelectorAll("span[aria-hidden]")].map(({ innerText }) => innerText.trim()).find((text) => /\d/.test(text)),
    );
    return { account: account?.innerText ?? "", now, after };
  });
}

/** Reads the whole preview of an entry form, row by row. */
export async function outlooksOn(page: Page): Promise<(Outlook & { readonly account: string })[]> {
  return page.getByRole("table", { name: "After saving" }).locator("tbody tr").evaluateAll(readOutlooks);
}

/** What View Account shows of a currency; the page is already open. */
export async function balanceOnView(page: Page, currency: string): Promise<string> {
  const balances = page.getByRole("list", { name: "Balances" });
  return moneyIn(balances.getByRole("listitem").filter({ hasText: currency }));
}

/** Rests the pointer on a toast, which stays for as long: a look at the page can take longer than it would stand by itself. */
export const holdToast = (page: Page, text: string): Promise<void> => page.getByText(text).hover();

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

/** The drawing of a chart, by what is said of it. One without a size has none. */
export const drawnChart = (page: Page, name: RegExp) => page.getByRole("img", { name }).locator(".recharts-wrapper");

/** What of an image is read in there. */
interface ShownImage {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(image: ShownImage): { readonly backgroundColor: string } } };
}

const groundOf = (image: ShownImage): string => image.ownerDocument.defaultView.getComputedStyle(image).backgroundColor;

/** Whether an image lies on white, light or dark as the page is: in the dark nobody could read a signature in black ink on none. */
export const isOnWhite = async (image: Locator): Promise<boolean> => (await image.evaluate(groundOf)) === "rgb(255, 255, 255)";
