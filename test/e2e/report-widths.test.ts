import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { addCurrency } from "./support/currencies.ts";
import { cashId, dollars, overflow } from "./support/entries.ts";
import { test as base } from "./support/fixtures.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { searchPath } from "./support/searching.ts";
import { visit } from "./support/visit.ts";

const afghani = 1;
const euros = 3;
const rupees = 4;
/** One of each way in which a table lays out its columns, near the narrowest. */
const widths = [993, 1024, 1200, 1280, 1366, 1440, 1920];

interface House {
  readonly customer: number;
  /** Somebody whose amounts have twelve digits. */
  readonly wealthy: number;
}

async function deposit(desk: Desk, inAccountId: number, given: { readonly currencyId: number; readonly dAmount: string }) {
  const said = { transDescription: "Deposit at the counter", cTransDescription: "Deposit for the house in Kabul" };
  await desk.send("POST", "/api/transactions", { transType: "Credit", outAccountId: cashId, inAccountId, ...given, ...said });
}

/** Changes money in the cash box: what is bought, for what, the amounts of both and the rate. */
async function buy(
  desk: Desk,
  [currencyId, cCurrencyId]: readonly number[],
  [dAmount, cAmount, exRate]: readonly string[],
): Promise<Transaction> {
  const sides = { outAccountId: cashId, inAccountId: cashId, currencyId, cCurrencyId };
  const deal = { transType: "Exchange", ...sides, dAmount, cAmount, exRate, transDescription: "Over the counter" };
  return (await desk.send("POST", "/api/transactions", deal)) as Transaction;
}

/** A house with seven currencies and millions of most of them, as a usual one has. */
const test = base.extend("house", { scope: "file" }, async ({ office }): Promise<House> => {
  const desk = await office.signIn(office.admin);
  const customer = await openAccount(office, { accountName: "Mohammad Karim", lastName: "Ahmadzai" });
  const wealthy = await openAccount(office, { accountName: "Ghulam Rabbani", lastName: "Wardak", currencyId: rupees });
  await deposit(desk, customer.id, { currencyId: dollars, dAmount: "1234567.25" });
  await deposit(desk, customer.id, { currencyId: dollars, dAmount: "123456.75" });
  await buy(desk, [rupees, dollars], ["9034500", "32498.20", "278"]);
  await buy(desk, [rupees, afghani], ["1151000", "284297", "0.247"]);
  await buy(desk, [dollars, rupees], ["2930", "810877.50", "276.75"]);
  for (const code of ["GBP", "SAR", "CNY"]) {
    const { id } = await addCurrency(desk, { code, symbol: code });
    await buy(desk, [id, dollars], ["3450000", "6900000", "2"]);
  }
  const sides = {
    outAccountId: cashId,
    inAccountId: wealthy.id,
    transType: "Credit",
    currencyId: rupees,
    dAmount: "12345678.75",
  };
  const twice = { ...sides, transDescription: "Deposit for the house in Kabul, by hand of his brother" };
  const deleted = (await desk.send("POST", "/api/transactions", twice)) as Transaction;
  await desk.send("DELETE", `/api/transactions/${String(deleted.id)}`, { reason: "Typed twice" });
  const rent = await openAccount(office, { accountName: "Rent", accountType: "company", currencyId: rupees });
  const paid = { transType: "Credit", outAccountId: rent.id, inAccountId: cashId, currencyId: rupees, dAmount: "1250000" };
  await desk.send("POST", "/api/transactions", { ...paid, transDescription: "Rent of the year" });
  await desk.send("PUT", "/api/business-settings", { expenseCodes: [rent.accountCode] });
  return { customer: customer.id, wealthy: wealthy.id };
});

/** What of a cell is looked at in the page. */
interface Drawn {
  readonly textContent: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  closest(selectors: string): { readonly parentElement: Pick<Drawn, "getBoundingClientRect"> } | null;
  getBoundingClientRect(): { readonly left: number; readonly right: number; readonly width: number };
}

/** The cells that reach beyond the place of their table, or whose text reaches beyond them; carried out in the page. */
function cutCells(cells: readonly Drawn[]): string[] {
  const isCut = (cell: Drawn): boolean => {
    const [place, drawn] = [cell.closest("[role=table]")?.parentElement.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (place === undefined || drawn.width === 0) return false;
    return drawn.left < place.left - 1 || drawn.right > place.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
  };
  return cells.filter(isCut).map(({ textContent }) => textContent);
}

/** The place of a table, as its shadow is looked at in the page. */
interface Place {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(place: Place): { readonly boxShadow: string } } };
}

/** The height of two lines of an amount on half a sheet, in pixels. */
const twoLinesOfAnAmount = 50;

const shadowOf = (place: Place): string => place.ownerDocument.defaultView.getComputedStyle(place).boxShadow;

/** On how many lines each of these stands; carried out in the page. */
const linesOf = (all: readonly { getClientRects(): Iterable<{ readonly top: number }> }[]): number[] =>
  all.map((one) => new Set([...one.getClientRects()].map(({ top }) => top)).size);

interface Text {
  readonly ownerDocument: {
    createRange(): { selectNodeContents(of: Text): void; getBoundingClientRect(): { readonly height: number } };
  };
}

/** How high the letters of something stand: more than one line of them where a word is broken. */
const textHeight = (place: Locator): Promise<number> =>
  place.evaluate((text: Text) => {
    const letters = text.ownerDocument.createRange();
    letters.selectNodeContents(text);
    return letters.getBoundingClientRect().height;
  });

const table = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });

/** A table of a report. */
interface Report {
  readonly path: string;
  readonly name: string;
}

/** No table follows upon one of the same name: what is awaited is never there already. */
const reportsOf = ({ customer, wealthy }: House): readonly Report[] => [
  { path: `/reports/account-statement?account=${String(cashId)}&currency=4`, name: "Entries" },
  { path: `/reports/currency-position?currency=${String(rupees)}`, name: "Deals in PKR" },
  { path: `/reports/daily-book?currency=${String(dollars)}`, name: "Entries" },
  { path: `${searchPath}?accountId=${String(customer)}`, name: "Search results" },
  { path: "/reports/owner", name: "Net worth by currency" },
  { path: `${searchPath}?accountId=${String(wealthy)}&searchWhat=Deleted`, name: "Search results" },
];

test("on every screen each figure of the reports and the lists is whole", async ({ walked: page, house }) => {
  for (const { path, name } of reportsOf(house)) {
    await visit(page, path);
    await table(page, name).getByRole("cell").first().waitFor();
    // What was spent has a column of its own.
    if (path === "/reports/owner") await page.getByRole("link", { name: "Spent in PKR: the company accounts" }).waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.locator("[role=table] tbody td").evaluateAll(cutCells), {
          message: `${path}: cut at ${String(width)} px`,
        })
        .toEqual([]);
      expect(await overflow(page), path).toBe(0);
    }
  }
});

test("to figures that no screen has room for one scrolls, and a shadow says on which side there is more", async ({
  walked: page,
  office,
  house: { wealthy },
}) => {
  const desk = await office.signIn(office.admin);
  for (const dAmount of ["123456789012.25", "987654321098.75"]) await deposit(desk, wealthy, { currencyId: rupees, dAmount });
  await page.setViewportSize({ width: 1366, height: 900 });
  await visit(page, `/reports/account-statement?account=${String(wealthy)}`);
  const entries = table(page, "Entries");
  const shadow = () => entries.locator("xpath=..").evaluate(shadowOf);
  const cut = () => page.locator("[role=table] tbody td").evaluateAll(cutCells);
  await entries.getByText("987,654,321,098.75").first().waitFor();
  await expect.poll(cut).not.toEqual([]);
  await expect.poll(shadow).toMatch(/-14px/);
  await axe(page);
  await screenshot(page, "statement-scrolled");
  await entries.hover();
  await page.mouse.wheel(2_000, 0);
  await expect.poll(shadow).not.toMatch(/-14px/);
  await page.setViewportSize({ width: 1200, height: 900 });
  expect(await entries.getByRole("link", { name: /^Open Credit/ }).evaluateAll(linesOf)).toEqual([1, 1]);
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect.poll(cut).toEqual([]);
  await expect.poll(shadow).toBe("none");
  expect(await overflow(page)).toBe(0);
});

test("a sheet that is wider than the window is scrolled to, by the keyboard too, and the page is not; on it every word is whole", async ({
  walked: page,
  house: { customer },
}) => {
  for (const [path, label] of [
    ["/print/account-balances", /^Account Balances/],
    [`/print/account-statement?account=${String(customer)}`, /^Account Statement/],
    ["/print/owner", "Owner's Page"],
  ] as const) {
    await visit(page, path);
    const sheet = page.getByRole("article", { name: label });
    await sheet.getByRole("cell").first().waitFor();
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page), { message: `${path} at ${String(width)} px` }).toBe(0);
    }
    if (path.endsWith("balances"))
      expect(await textHeight(sheet.getByText("Customer", { exact: true }).first())).toBeLessThan(20);
    // From the frame on in which its width is heard of.
    await sheet.and(page.locator("[tabindex='0']")).waitFor();
  }
  await axe(page);
});

/** Each table of a sheet ends as far from the edge as it begins. */
async function expectWithinMargins(sheet: Locator): Promise<void> {
  const paper = await sheet.boundingBox();
  for (const printed of await sheet.getByRole("table").all()) {
    const drawn = await printed.boundingBox();
    if (drawn === null || paper === null) throw new Error("The sheet is not on screen");
    expect(drawn.x + drawn.width).toBeLessThanOrEqual(paper.x + paper.width - (drawn.x - paper.x) + 1);
  }
}

test("the longest amounts stand whole on the sheets of the owner, of the positions and of a statement, and on a voucher", async ({
  walked: page,
  office,
  house: _house,
}) => {
  const desk = await office.signIn(office.admin);
  for (const currencyId of [afghani, dollars, euros, rupees]) {
    const { id } = await openAccount(office, { accountName: "Haji Nazar", currencyId });
    await deposit(desk, id, { currencyId, dAmount: "399999999999999.98" });
  }
  const { id } = await buy(desk, [rupees, dollars], ["399999999999999.98", "199999999999999.99", "2"]);
  const statements = [await statementOf(office, "123456789012.25"), await statementOf(office, "999999999999999.99")] as const;
  for (const [path, label, said] of [
    [statements[0], /^Account Statement/, "Closing balance"],
    ["/print/owner", "Owner's Page", "Net worth"],
    [statements[1], /^Account Statement/, "Closing balance"],
    ["/print/currency-position", "Currency Position", "Total"],
  ] as const) {
    await visit(page, path);
    const sheet = page.getByRole("article", { name: label });
    await sheet.getByText(said).last().waitFor();
    await expectWithinMargins(sheet);
    await screenshot(page, path.replaceAll(/[^a-z\d]+/g, "-"));
  }
  await visit(page, `/print/transaction/${String(id)}`);
  await page.getByText("A5", { exact: true }).click();
  await page.getByText("For the office").waitFor();
  for (const amount of ["₨399,999,999,999,999.98 PKR", "$199,999,999,999,999.99 USD"])
    expect((await page.getByText(amount).boundingBox())?.height).toBeLessThan(twoLinesOfAnAmount);
});

/** A new account, into which an amount has been paid and out of which it was withdrawn again: the address of its statement on paper. */
async function statementOf(office: Office, amount: string): Promise<string> {
  const desk = await office.signIn(office.admin);
  const { id } = await openAccount(office, { accountName: "Abdul Rahman", lastName: "Sultanmohammadzai", currencyId: rupees });
  for (const dAmount of [amount, "1"]) await deposit(desk, id, { currencyId: rupees, dAmount });
  const said = { transDescription: "Withdrawn for the house in Kabul", cTransDescription: "Withdrawal" };
  const sides = { outAccountId: id, inAccountId: cashId, currencyId: rupees };
  await desk.send("POST", "/api/transactions", { transType: "Debit", ...sides, dAmount: amount, ...said });
  return `/print/account-statement?account=${String(id)}`;
}
