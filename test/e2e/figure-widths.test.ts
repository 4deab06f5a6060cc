import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";

import { openAccount } from "./support/accounts.ts";
import { cashId, choose, dollars, overflow } from "./support/entries.ts";
import { amountField } from "./support/entry-pages.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, test as base } from "./support/hawalas.ts";
import { rowOf } from "./support/shown.ts";
import { visit } from "./support/visit.ts";

const most = "999999999999999.99";
const afghani = 1;
/** The narrowest of each way in which a page lays out its parts, and two between which it changes. */
const widths = [320, 560, 600, 768, 1024, 1280];

/** A house whose cash, hawalas and customer have fifteen digits; so has what it spent. */
const test = base.extend("customer", { scope: "file", auto: true }, async ({ partners: { desk } }): Promise<Account> => {
  const open = async (accountName: string, accountType: string) =>
    (await desk.send("POST", "/api/accounts", { accountName, accountType, currencyId: afghani })) as Account;
  const [customer, other, rent] = [
    await open("Nadia", "customer"),
    await open("Omar", "customer"),
    await open("Rent", "company"),
  ];
  const post = (transType: string, [outAccountId, inAccountId]: readonly number[], transDate?: string) =>
    desk.send("POST", "/api/transactions", {
      transType,
      outAccountId,
      inAccountId,
      currencyId: afghani,
      dAmount: most,
      transDate,
      transDescription: "Over the counter",
    });
  const before = "2026-01-02";
  for (const { id } of [customer, other]) await post("Credit", [cashId, id], before);
  await post("Credit", [rent.id, cashId], before);
  await post("Debit", [customer.id, cashId]);
  for (const { id } of [customer, other]) await post("Credit", [cashId, id]);
  await desk.send("PUT", "/api/business-settings", { expenseCodes: [rent.accountCode] });
  const large = { amount: most, exchangeRate: "1", rAmount: most, rate: "1", intoUSD: most };
  const paid = await arrived(desk, large);
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`);
  for (const given of [large, { ...large, currency: "USD" }, {}]) await arrived(desk, given);
  return customer;
});

/** What of an amount and of what stands around it is looked at in the page. */
interface Drawn {
  readonly textContent: string;
  readonly parentElement: Drawn | null;
  getBoundingClientRect(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** The amounts that reach beyond something around them, or stand on one another; carried out in the page. */
function cutFigures(figures: readonly Drawn[]): string[] {
  const drawn = figures.filter((figure) => figure.getBoundingClientRect().right > figure.getBoundingClientRect().left);
  const isBeyond = (figure: Drawn): boolean => {
    const { left, right } = figure.getBoundingClientRect();
    for (let around = figure.parentElement; around !== null; around = around.parentElement) {
      const place = around.getBoundingClientRect();
      if (left < place.left - 1 || right > place.right + 1) return true;
    }
    return false;
  };
  const isOn = (figure: Drawn, other: Drawn): boolean => {
    const [one, two] = [figure.getBoundingClientRect(), other.getBoundingClientRect()];
    return one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  };
  const isCut = (figure: Drawn): boolean => isBeyond(figure) || drawn.some((other) => other !== figure && isOn(figure, other));
  return drawn.filter(isCut).map(({ textContent }) => textContent);
}

/** Waits, at each width of the window, until every amount of the places is whole. */
async function expectWhole(page: Page, ...places: readonly Locator[]): Promise<void> {
  for (const place of places)
    await place
      .getByText(/\d(,\d{3}){4,}\.\d\d/)
      .first()
      .waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const place of places) {
      const figures = place.locator("[dir=ltr] > [aria-hidden]").filter({ hasText: /\d\.\d\d/ });
      const message = `cut at ${String(width)} px in ${String(place)}`;
      await expect.poll(() => figures.evaluateAll(cutFigures), { message }).toEqual([]);
    }
    expect(await overflow(page), `cut at ${String(width)} px`).toBe(0);
  }
}

/** A part of a page and how much of it there is, as it is looked at in there. */
interface Words {
  readonly textContent: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** The buttons whose words are cut; carried out in the page. */
const cutWords = (labels: readonly Words[]): string[] =>
  labels
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight,
    )
    .map(({ textContent }) => textContent);

test("on every screen the largest amounts are whole: of the dashboard, whose buttons are so on a small phone, the hawalas, an account, the owner, an entry, a bulk payout and the positions", async ({
  walked: page,
  office,
  customer,
  partners: { desk },
}) => {
  const empty = await openAccount(office, { accountName: "Zia", currencyId: afghani });
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  const go = (name: string) => menu.getByRole("link", { name, exact: true }).click();
  await visit(page, "/");
  await expectWhole(page, ...["Total Hawala Amounts by Currency", "Cash at shop", "Books"].map(region));
  await page.setViewportSize({ width: 320, height: 900 });
  await page.getByRole("button", { name: "Download backup file" }).waitFor();
  await expect.poll(() => page.locator("main .mantine-Button-label").evaluateAll(cutWords)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await go("Hawala Details");
  await expectWhole(page, page.getByRole("table", { name: "Totals" }));
  await go("Old Account Edit");
  await rowOf(page, customer.accountCode).getByRole("link", { name: "View" }).click();
  await expectWhole(page, page.getByRole("list", { name: "Balances" }));
  await menu.getByRole("button", { name: "Reports" }).click();
  await go("Owner's Page");
  await expectWhole(page, region("Net worth"));

  // Before and after, also where one falls below zero.
  await go("Transfer");
  await choose(page, "Debit Account", empty);
  await choose(page, "Credit Account", customer);
  await amountField(page).fill(most);
  await page.getByText("goes below zero").waitFor();
  await expectWhole(page, region("After saving"));
  await page.getByRole("button", { name: "New", exact: true }).click();

  // What is passed together, and what it leaves.
  await go("Pass Hawala");
  await page.getByLabel("Choose all that are pending").check();
  await page.getByRole("button", { name: "Pass 3 hawalas" }).click();
  await expectWhole(page, page.getByRole("dialog").getByRole("table", { name: "Totals" }));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const deal = { transType: "Exchange", outAccountId: cashId, inAccountId: cashId, transDescription: "Over the counter" };
  const bought = { currencyId: afghani, dAmount: most, cCurrencyId: dollars, cAmount: most, exRate: "1" };
  const sold = {
    currencyId: dollars,
    dAmount: "7142857142857.14",
    cCurrencyId: afghani,
    cAmount: "499999999999999.80",
    exRate: "70",
  };
  for (const given of [bought, sold]) await desk.send("POST", "/api/transactions", { ...deal, ...given });
  await go("Currency Position");
  await expectWhole(page, region("Profit"));
});

test("on every screen the largest balance of the default sender is whole to who is no admin", async ({ page, office }) => {
  await signIn(page, office, await office.addUser("operator"));
  await expectWhole(page, page.getByRole("region", { name: "2001" }));
});
