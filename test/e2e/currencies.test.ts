import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { addCurrency, button, card, currencyOf, expectBalanced, problem, toast } from "./support/currencies.ts";
import { overflow, save } from "./support/entries.ts";
import { meetWrite, openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const patience = { timeout: 15_000 };
const code = (page: Page) => page.getByLabel("Code");
const rate = (page: Page) => page.getByLabel("Exchange Rate");

describe("Currency Management", () => {
  test("adds a currency by keyboard alone, changes its rate, shows what became of it, and deletes it", async ({
    page,
    office,
  }) => {
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, "/currencies");
    await card(page, "AFN").getByText("1 USD = 70.00 AFN").waitFor();
    await axe(page);
    await screenshot(page, "currencies");

    await button(page, "Add Currency").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("data-path"), patience).toBe("code");
    await page.keyboard.type("gbp");
    for (const path of ["name", "symbol", "rate"]) {
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(":focus").getAttribute("data-path"), patience).toBe(path);
    }
    await page.keyboard.type("۰٫۷۹");
    await page.getByText("1 USD = 0.79 GBP · 1 GBP = 1.26582278 USD").waitFor();
    await axe(page);
    await screenshot(page, "currency-add");
    await page.keyboard.press("Control+Enter");
    await toast(page, "Currency added successfully").waitFor();
    await card(page, "GBP").getByText("British Pound").waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("data-path"), patience).toBe("code");
    await button(page, "Close").click();
    expect(await currencyOf(desk, "GBP")).toMatchObject({ name: "British Pound", symbol: "£", exchangeRate: "0.79000000" });

    await button(page, "Edit GBP").click();
    await expect.poll(() => page.locator(":focus").getAttribute("data-path"), patience).toBe("rate");
    await rate(page).fill("7.9");
    await page.getByText("This rate differs by +900.00 % from the present one of 0.79. Is it meant so?").waitFor();
    await axe(page);
    await screenshot(page, "currency-edit");
    await rate(page).fill("0.8");
    await page.keyboard.press("ArrowUp");
    expect(await rate(page).inputValue()).toBe("0.801");
    await save(page).click();
    await toast(page, "Currency updated successfully").waitFor();
    await card(page, "GBP").getByText("1 USD = 0.801 GBP").waitFor();

    await button(page, "Rates and use of GBP").click();
    const history = page.getByRole("dialog", { name: "Rates and use of GBP" });
    await history.getByRole("img", { name: /lowest 0\.79, highest 0\.801, now 0\.801/ }).waitFor();
    expect(await history.getByRole("row").allInnerTexts()).toEqual([
      expect.stringContaining("Since"),
      expect.stringMatching(/0\.801 GBP\s+\+1\.39 %\s+admin/),
      expect.stringMatching(/0\.79 GBP\s+first rate\s+admin/),
    ]);
    await history.getByText("Nothing stands against deleting it.").waitFor();
    expect(new URL(page.url()).search).toBe("?history=GBP");
    await axe(page);
    await screenshot(page, "currency-history");
    await page.reload();
    await history.waitFor();
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });

    await button(page, "Delete GBP").click();
    const question = page.getByRole("dialog", { name: "Delete GBP?" });
    await question.getByText("British Pound and the history of its rates will be removed for good.").waitFor();
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Cancel");
    await axe(page);
    await screenshot(page, "currency-delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await toast(page, "Currency deleted successfully").waitFor();
    await card(page, "GBP").waitFor({ state: "detached" });
    expect(await currencyOf(desk, "GBP")).toBeUndefined();
    await expectBalanced(desk);
  });

  test("says what is missing or wrong beside its field, focuses the first and keeps what was typed", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Add Currency").click();
    await rate(page).fill("69,80");
    await save(page).click();
    for (const text of ["Code is required", "Name is required", "Symbol is required"]) await page.getByText(text).waitFor();
    await page.getByText("A rate has digits and one decimal point only").waitFor();
    expect(await page.locator(":focus").getAttribute("data-path")).toBe("code");
    await axe(page);
    await screenshot(page, "currency-faults");
    await rate(page).fill("");
    await save(page).click();
    await page.getByText("Rate is required").waitFor();
    await rate(page).fill("0");
    await page.getByLabel("Name").fill("Nothing");
    await page.getByLabel("Symbol").fill("z");
    await code(page).fill("zzz");
    await save(page).click();
    await page.getByText("Exchange rate must be greater than 0").waitFor();
    await rate(page).fill("2");
    await save(page).click();
    await page.getByText("ZZZ is not a currency code of ISO 4217").first().waitFor();
    await code(page).fill("eur");
    await save(page).click();
    await problem(page, "The currency EUR is already there").first().waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Nothing");
    expect(await page.locator(":focus").getAttribute("data-path")).toBe("code");
  });

  test("keeps what was typed when the server fails in the middle, and then adds it once", async ({ page, office, watched }) => {
    watched.expect(/Failed to load resource/);
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Add Currency").click();
    await code(page).fill("CHF");
    await rate(page).fill("0.88");
    await meetWrite(page, "**/api/currencies", (route) => route.abort());
    await save(page).click();
    await problem(page, "The server cannot be reached").first().waitFor();
    expect([await code(page).inputValue(), await rate(page).inputValue()]).toEqual(["CHF", "0.88"]);
    await save(page).dblclick();
    await toast(page, "Currency added successfully").waitFor();

    // The answer is lost, the change is not: the next attempt meets it and says who made it.
    await button(page, "Close").click();
    await button(page, "Edit CHF").click();
    await rate(page).fill("0.89");
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
    expect(await rate(page).inputValue()).toBe("0.89");
    await save(page).click();
    await problem(page, "This currency was changed meanwhile: admin at").first().waitFor();
    await page.getByText("Exchange Rate: 0.88 → 0.89").waitFor();
    await axe(page);
    await screenshot(page, "currency-conflict");
    await button(page, "Discard mine and load theirs").click();
    await save(page).click();
    await toast(page, "Nothing has been changed.").waitFor();
    const desk = await office.signIn(office.admin);
    expect(await currencyOf(desk, "CHF")).toMatchObject({ exchangeRate: "0.89000000", version: 2 });
  });

  test("two people editing one currency: the second sees who changed what and loses nothing", async ({ page, office }) => {
    const desk = await office.signIn(await office.addUser("user", "zahra"));
    const { id } = await addCurrency(desk, { code: "SEK", name: "Krona" });
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Edit SEK").click();
    await rate(page).fill("2.01");
    await desk.send("PATCH", `/api/currencies/${String(id)}`, { name: "Swedish Krona", rate: "2.5" });
    await save(page).click();
    await problem(page, "This currency was changed meanwhile: zahra at").first().waitFor();
    await page.getByText("Name: Krona → Swedish Krona").waitFor();
    expect(await rate(page).inputValue()).toBe("2.01");
    await button(page, "Keep my changes").click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Swedish Krona");
    await save(page).click();
    await toast(page, "Currency updated successfully").waitFor();
    expect(await currencyOf(desk, "SEK")).toMatchObject({ name: "Swedish Krona", exchangeRate: "2.01000000", version: 3 });
  });

  test("asks before something typed is left, in the form and in the dialog", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Add Currency").click();
    await code(page).fill("N");
    await page.getByRole("link", { name: "Currency Conversion" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByText("Keep editing").click();
    expect(await code(page).inputValue()).toBe("N");
    await button(page, "Close").click();
    await question.getByText("Discard and leave").click();
    await code(page).waitFor({ state: "detached" });
    await button(page, "Edit EUR").click();
    await rate(page).fill("0.93");
    await page.keyboard.press("Escape");
    await question.getByText("Keep editing").click();
    expect(await rate(page).inputValue()).toBe("0.93");
  });
});

describe.each(["operator", "user"] as const)("the role %s", (role) => {
  test("adds, edits and deletes currencies like an administrator", async ({ page, office }) => {
    const credentials = await office.addUser(role, `${role}-of-rates`);
    const own = role === "operator" ? "NOK" : "DKK";
    await signIn(page, office, credentials, "/currencies");
    await button(page, "Add Currency").click();
    await code(page).fill(own);
    await rate(page).fill("10");
    await save(page).click();
    await toast(page, "Currency added successfully").waitFor();
    await button(page, "Close").click();
    await button(page, `Edit ${own}`).click();
    await rate(page).fill("10.1");
    await save(page).click();
    await toast(page, "Currency updated successfully").waitFor();
    await button(page, `Delete ${own}`).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await toast(page, "Currency deleted successfully").waitFor();
    const link = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Currency", exact: true });
    expect(await link.count()).toBe(role === "operator" ? 0 : 1);
  });
});

test("every currency screen fits a narrow phone", async ({ browser, office }) => {
  const { page, watched } = await openSeat(browser, office.url, { viewport: { width: 390, height: 844 } });
  await signIn(page, office, office.admin, "/currencies");
  await button(page, "Add Currency").click();
  await code(page).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  for (const [name, dialog] of [
    ["Rates and use of AFN", "Rates and use of AFN"],
    ["Edit AFN", "Edit Currency"],
    ["Delete AFN", "Delete AFN?"],
  ] as const) {
    await button(page, name).click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
    expect({ name, overflow: await overflow(page) }).toEqual({ name, overflow: 0 });
    await axe(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.context().close();
  expect(watched.faults).toEqual([]);
});
