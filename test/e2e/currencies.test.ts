import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { addCurrency, button, card, currencyOf, expectBalanced, problem, toast } from "./support/currencies.ts";
import { focusedField, overflow, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { drawnChart } from "./support/shown.ts";
import { visit } from "./support/visit.ts";

const patience = { timeout: 15_000 };
const narrow = { width: 390, height: 844 };
const rate = (page: Page) => page.getByLabel("Exchange Rate");

const positions = (page: Page) => page.getByRole("table", { name: "Positions" });
const row = (page: Page, currency: string) =>
  positions(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: `Show the deals in ${currency}` }) });

test("the example of the house, from the positions to the deals, a correction and paper", async ({ walked: page, office }) => {
  const desk = await office.signIn(office.admin);
  await desk.send("PUT", "/api/business-settings", { baseCurrency: "AFN" });
  const deal = async (currencyId: number, cCurrencyId: number, [dAmount, cAmount, exRate, transDate]: readonly string[]) =>
    (await desk.send("POST", "/api/transactions", {
      transType: "Exchange",
      outAccountId: 11,
      inAccountId: 11,
      transDescription: "Over the counter",
      currencyId,
      cCurrencyId,
      dAmount,
      cAmount,
      exRate,
      transDate,
    })) as Transaction;
  await deal(2, 1, ["10000", "695000", "69.5", "2026-03-01"]);
  const corrected = String((await deal(2, 1, ["500", "34900", "69.8", "2026-03-02"])).id);
  const opened = String((await deal(1, 2, ["14040", "200", "70.2", "2026-03-03"])).id);
  await deal(3, 1, ["1000", "75000", "75", "2026-03-03"]);
  await deal(2, 3, ["108", "100", "1.08", "2026-03-04"]);
  await deal(1, 4, ["7000", "28000", "0.25", "2026-03-05"]);
  await visit(page, "/reports/currency-position");
  await page.getByRole("button", { name: "All", exact: true }).click();
  for (const text of ["10,408.00", "long", "bought at, AFN for 1 USD", "137.14"])
    await row(page, "USD").getByText(text).first().waitFor();
  await row(page, "PKR").getByText("short").waitFor();
  await drawnChart(page, /^Realised profit by day/).waitFor();
  await screenshot(page, "currency-position");

  await page.getByRole("link", { name: "Show the deals in USD" }).click();
  const deals = page.getByRole("table", { name: "Deals in USD" });
  await deals.getByText("69.5143").first().waitFor();
  await deals.getByText("by the board of that day").waitFor();
  await axe(page);
  await screenshot(page, "currency-position-deals");
  // A deal of the past is corrected at another desk: position and profit follow.
  await desk.send("DELETE", `/api/transactions/${corrected}`);
  await row(page, "USD").getByText("9,908.00").first().waitFor();
  await row(page, "USD").getByText("140.00").first().waitFor();
  await desk.send("POST", `/api/deleted-transactions/${corrected}/recover`);
  await row(page, "USD").getByText("137.14").first().waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await deals.getByRole("link", { name: `Open Exchange ${opened}` }).click();
  await page.waitForURL(`**selected=${opened}`);
  await page.goBack();
  await positions(page).waitFor();

  await page.getByRole("link", { name: "Print", exact: true }).click();
  const sheet = page.getByRole("article", { name: "Currency Position" });
  for (const text of ["69.524", "137.14", "Total in AFN"]) await sheet.getByText(text).first().waitFor();
  await axe(page);
  await screenshot(page, "currency-position-paper");
  await page.getByRole("button", { name: "Back" }).click();
  await positions(page).waitFor();
  await desk.send("PUT", "/api/business-settings", { baseCurrency: "USD" });
  await expectBalanced(desk);
});

test("a currency is added by keyboard alone, its rate changed, what became of it shown, and it is deleted; one in use is not, for a reason that is said, and can be made inactive instead", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const dirham = await addCurrency(desk, { code: "AED" });
  await openAccount(office, { accountName: "Dubai", currencyId: dirham.id });
  await visit(page, "/currencies");
  await card(page, "AFN").getByText("1 USD = 70.00 AFN").waitFor();
  await axe(page);
  await screenshot(page, "currencies");
  // Everything that opens from here is looked at where it has the least room.
  await page.setViewportSize(narrow);

  await button(page, "Add Currency").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page), patience).toBe("code");
  await page.keyboard.press("Control+Enter");
  for (const text of ["Code is required", "Name is required", "Symbol is required"]) await page.getByText(text).waitFor();
  expect(await focusedField(page)).toBe("code");
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "currency-faults");
  await axe(page);
  await page.keyboard.type("gbp");
  for (const path of ["name", "symbol", "rate"]) {
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page), patience).toBe(path);
  }
  await page.keyboard.type("۰٫۷۹");
  await page.getByText("1 USD = 0.79 GBP · 1 GBP = 1.26582278 USD").waitFor();
  await screenshot(page, "currency-add");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Currency added successfully").waitFor();
  await card(page, "GBP").getByText("British Pound").waitFor();
  await expect.poll(() => focusedField(page), patience).toBe("code");
  await button(page, "Close").click();
  expect(await currencyOf(desk, "GBP")).toMatchObject({ name: "British Pound", symbol: "£", exchangeRate: "0.79000000" });

  await button(page, "Edit GBP").click();
  await expect.poll(() => focusedField(page), patience).toBe("rate");
  await rate(page).fill("7.9");
  await page.getByText("This rate differs by +900.00 % from the present one of 0.79. Is it meant so?").waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "currency-edit");
  await rate(page).fill("0.801");
  await save(page).click();
  await toast(page, "Currency updated successfully").waitFor();
  await card(page, "GBP").getByText("1 USD = 0.801 GBP").waitFor();

  await button(page, "Rates and use of GBP").click();
  const history = page.getByRole("dialog", { name: "Rates and use of GBP" });
  await drawnChart(page, /lowest 0\.79, highest 0\.801, now 0\.801/).waitFor();
  expect(await history.getByRole("row").allInnerTexts()).toEqual([
    expect.stringContaining("Since"),
    expect.stringMatching(/0\.801 GBP\s+\+1\.39 %\s+admin/),
    expect.stringMatching(/0\.79 GBP\s+first rate\s+admin/),
  ]);
  await history.getByText("Nothing stands against deleting it.").waitFor();
  expect(new URL(page.url()).search).toBe("?history=GBP");
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "currency-history");
  await page.keyboard.press("Escape");
  await history.waitFor({ state: "detached" });

  await button(page, "Delete GBP").click();
  const question = page.getByRole("dialog", { name: "Delete GBP?" });
  await question.getByText("British Pound and the history of its rates will be removed for good.").waitFor();
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Cancel");
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "currency-delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Currency deleted successfully").waitFor();
  await card(page, "GBP").waitFor({ state: "detached" });
  expect(await currencyOf(desk, "GBP")).toBeUndefined();

  await button(page, "Delete AED").click();
  await problem(page, "AED is in use and cannot be deleted: 1 account").waitFor();
  await screenshot(page, "currency-in-use");
  await button(page, "Make inactive").click();
  await toast(page, "Currency updated successfully").waitFor();
  await card(page, "AED").getByText("Inactive").waitFor();
  expect(await currencyOf(desk, "AED")).toMatchObject({ isActive: false });
  await expectBalanced(desk);
});

test("Currency Conversion asks for what is missing, and converts by keyboard alone with the rates of this moment", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const result = page.getByRole("region", { name: "Converted amount" }).getByRole("status");
  const directions = () => page.getByRole("region", { name: "Rates" }).getByRole("definition").allInnerTexts();
  await visit(page, "/currencies");
  await card(page, "PKR").waitFor();
  const rupee = await currencyOf(desk, "PKR");
  await desk.send("PATCH", `/api/currencies/${String(rupee?.id)}`, { rate: "280" });
  await page.getByRole("link", { name: "Currency Conversion" }).first().click();
  await button(page, "Convert").waitFor();
  expect(await directions()).toEqual(["N/A", "N/A"]);
  await screenshot(page, "conversion-empty");
  await button(page, "Convert").click();
  await page.getByText("Please enter an amount").waitFor();
  expect(await focusedField(page)).toBe("from");
  await screenshot(page, "conversion-faults");
  await page.keyboard.type("AFN");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("PKR");
  await page.keyboard.press("Tab");
  await page.keyboard.type("=50*2");
  await page.keyboard.press("Enter");
  await expect.poll(() => result.innerText(), patience).toMatch(/100\.00 AFN is\s+₨400\.00 PKR/);
  expect(await directions()).toEqual(["1 AFN = 4.0000 PKR", "1 PKR = 0.2500 AFN"]);
  expect(new URL(page.url()).search).toBe("?from=AFN&to=PKR&amount=100");
  await page.getByText(/^AFN: 1 USD = 70\.00 AFN, as of /).waitFor();
  await screenshot(page, "conversion");
  await page.getByRole("button", { name: "Swap" }).click();
  // The largest amount that there is, on the smallest screen.
  await page.setViewportSize(narrow);
  await page.getByRole("combobox", { name: "From", exact: true }).selectOption({ label: "USD - US Dollar" });
  await page.getByRole("textbox", { name: "Amount" }).fill("999999999999999.99");
  await page.keyboard.press("Enter");
  await result.getByText("69,999,999,999,999,999.30").waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
});

test("a change of a currency whose answer was lost is told as saved already by the next attempt, which loses nothing typed", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/Failed to load resource/);
  const desk = await office.signIn(office.admin);
  await addCurrency(desk, { code: "CHF" });
  // An operator does with currencies what an administrator does.
  await signIn(page, office, await office.addUser("operator", "nasim"), "/currencies");
  await button(page, "Edit CHF").click();
  await rate(page).fill("2.01");
  await page.route(
    "**/api/currencies/*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page).click();
  await problem(page, "The server cannot be reached").first().waitFor();
  expect(await rate(page).inputValue()).toBe("2.01");
  await save(page).click();
  await problem(page, "This is saved already").waitFor();
  await axe(page);
  await button(page, "Go on from what is saved").click();
  await save(page).click();
  await toast(page, "Nothing has been changed.").waitFor();
  expect(await currencyOf(desk, "CHF")).toMatchObject({ exchangeRate: "2.01000000", version: 2 });
});
