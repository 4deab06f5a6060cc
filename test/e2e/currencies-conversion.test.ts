import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { Currency } from "#contract/currencies.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const patience = { timeout: 15_000 };
const convert = (page: Page) => page.getByRole("button", { name: "Convert" });
const amount = (page: Page) => page.getByRole("textbox", { name: "Amount" });
const select = (page: Page, name: "From" | "To") => page.getByRole("combobox", { name, exact: true });
const result = (page: Page) => page.getByRole("region", { name: "Converted amount" }).getByRole("status");
const directions = (page: Page) => page.getByRole("region", { name: "Rates" }).getByRole("definition").allInnerTexts();

describe("Currency Conversion", () => {
  test("converts by keyboard alone, shows both directional rates and keeps its state in the address", async ({
    page,
    office,
  }) => {
    await signIn(page, office, office.admin, "/currency-conversion");
    await convert(page).waitFor();
    expect(await directions(page)).toEqual(["N/A", "N/A"]);
    await axe(page);
    await screenshot(page, "conversion-empty");
    await select(page, "From").focus();
    await page.keyboard.type("AFN");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("PKR");
    await page.keyboard.press("Tab");
    await page.keyboard.type("=50*2");
    await page.keyboard.press("Enter");
    await expect.poll(() => result(page).innerText(), patience).toMatch(/100\.00 AFN is\s+₨397\.14 PKR/);
    expect(await directions(page)).toEqual(["1 AFN = 3.9714 PKR", "1 PKR = 0.2518 AFN"]);
    expect(new URL(page.url()).search).toBe("?from=AFN&to=PKR&amount=100");
    await page.getByText(/^AFN: 1 USD = 70\.00 AFN, as of /).waitFor();
    await axe(page);
    await screenshot(page, "conversion");
    await page.reload();
    await result(page).getByText("₨397.14").waitFor();
    await page.getByRole("button", { name: "Swap" }).click();
    await expect.poll(() => result(page).innerText(), patience).toMatch(/100\.00 PKR is\s+؋\u200E?25\.18 AFN/);
  });

  test("asks for what is missing, the first in focus, and keeps what was typed", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/currency-conversion");
    await convert(page).click();
    await page.getByText("Please enter an amount").waitFor();
    expect(await page.getByText("Please select a currency").count()).toBe(2);
    expect(await page.locator(":focus").getAttribute("data-path")).toBe("from");
    await axe(page);
    await screenshot(page, "conversion-faults");
    await select(page, "From").selectOption({ label: "USD - US Dollar" });
    await select(page, "To").selectOption({ label: "AFN - Afghan Afghani" });
    await amount(page).fill("0");
    await convert(page).click();
    await page.getByText("Amount must be greater than 0").waitFor();
    await amount(page).fill("1.234");
    await convert(page).click();
    await page.getByText("An amount has at most two decimals").waitFor();
    expect(await amount(page).inputValue()).toBe("1.234");
    await amount(page).fill("500");
    await amount(page).press("Enter");
    await expect.poll(() => result(page).innerText(), patience).toContain("35,000.00");
  });

  test("counts with the rate of this moment", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, "/currencies");
    await page.getByRole("listitem", { name: "EUR" }).waitFor();
    const euro = ((await desk.send("GET", "/api/currencies")) as Currency[]).find(({ code }) => code === "EUR");
    await desk.send("PATCH", `/api/currencies/${String(euro?.id)}`, { rate: "0.9" });
    await page.getByRole("link", { name: "Currency Conversion" }).first().click();
    await select(page, "From").selectOption({ label: "EUR - Euro" });
    await select(page, "To").selectOption({ label: "USD - US Dollar" });
    await amount(page).fill("90");
    await convert(page).click();
    await expect.poll(() => result(page).innerText(), patience).toMatch(/\$100\.00 USD/);
  });

  test("can be tried again when the rates could not be loaded", async ({ page, office, watched }) => {
    watched.expect(/500/);
    await signIn(page, office, office.admin, "/dashboard");
    const fault = { message: "Something went wrong", code: "internal", requestId: "request-7" };
    await page.route("**/api/currencies", (route) => route.fulfill({ status: 500, json: fault }));
    await page.goto("/currency-conversion");
    const failure = page.getByRole("alert").filter({ hasText: "The currencies could not be loaded." });
    await failure.getByText("request-7").waitFor();
    await page.unroute("**/api/currencies");
    await failure.getByRole("button", { name: "Retry" }).click();
    await convert(page).waitFor();
  });

  test.for(["operator", "user"] as const)("is open to the role %s", async (role, { page, office }) => {
    const credentials = await office.addUser(role);
    await signIn(page, office, credentials, "/currency-conversion?from=USD&to=AFN&amount=2");
    await expect.poll(() => result(page).innerText(), patience).toContain("140.00");
  });
});

test("fits a narrow phone", async ({ browser, office }) => {
  const { page, watched } = await openSeat(browser, office.url, { viewport: { width: 390, height: 844 } });
  await signIn(page, office, office.admin, "/currency-conversion?from=USD&to=AFN&amount=999999999999999.99");
  await result(page).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await page.context().close();
  expect(watched.faults).toEqual([]);
});
