import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountNumberSetting, BusinessSettings } from "#contract/settings.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { overflow, picker } from "./support/entries.ts";
import { meetWrite, openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const patience = { timeout: 15_000 };
const narrow = { width: 390, height: 844 };
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const focused = (page: Page) => page.locator(":focus").getAttribute("data-path");

describe("Account Number Settings", () => {
  const form = (page: Page) => page.getByRole("form", { name: "Add Setting" });
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit Account Number Setting" });
  const currency = (page: Page) => form(page).getByRole("combobox", { name: "Currency" });
  const start = (page: Page) => form(page).getByLabel("Start Number");
  const saveNew = (page: Page) => form(page).getByRole("button", { name: "Save" });
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

  test("adds, edits and deletes a setting, and accounts are numbered by it", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/account-settings");
    await page.getByText("No account number settings found").waitFor();
    await axe(page);
    await screenshot(page, "numbers-none");
    await saveNew(page).click();
    await page.getByText("Please select a currency").waitFor();
    expect(await focused(page)).toBe("currency");
    await currency(page).selectOption({ label: "EUR - Euro" });
    await start(page).fill("3001");
    await page.keyboard.press("Control+Enter");
    await toast(page, "Account number setting saved successfully").waitFor();
    await row(page, "EUR - Euro").getByText("3001").waitFor();
    expect((await openAccount(office, { accountName: "Anna", currencyId: 3 })).accountCode).toBe("3001");

    await button(page, "Edit the setting of EUR").click();
    await dialog(page).getByLabel("Start Number").fill("0");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await page.getByText("The start number is a whole number of at least 1").waitFor();
    await axe(page);
    await screenshot(page, "numbers-edit");
    await dialog(page).getByLabel("Start Number").fill("5001");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await toast(page, "Setting updated successfully").waitFor();
    await row(page, "EUR - Euro").getByText("5001").waitFor();
    expect((await openAccount(office, { accountName: "Boris", currencyId: 3 })).accountCode).toBe("5001");
    await axe(page);
    await screenshot(page, "numbers");

    await button(page, "Delete the setting of EUR").click();
    const question = page.getByRole("dialog", { name: "Delete the setting of EUR?" });
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Cancel");
    await axe(page);
    await screenshot(page, "numbers-delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await toast(page, "Account number setting deleted successfully").waitFor();
    await page.getByText("No account number settings found").waitFor();
    expect((await openAccount(office, { accountName: "Clara", currencyId: 3 })).accountCode).toMatch(/^AC\d+$/);
  });

  test("falls back to 1000, and refuses a second setting of a currency at its field", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/account-settings");
    await currency(page).selectOption({ label: "PKR - Pakistani Rupee" });
    await start(page).fill("none");
    await page.getByText("This is no whole number of at least 1: 1000 will be used.").waitFor();
    await page.keyboard.press("Tab");
    expect(await start(page).inputValue()).toBe("1000");
    await saveNew(page).dblclick();
    await row(page, "PKR - Pakistani Rupee").getByText("1000").waitFor();
    await currency(page).selectOption({ label: "PKR - Pakistani Rupee" });
    await start(page).fill("4001");
    await saveNew(page).click();
    await problem(page, "PKR has a number setting already; edit that one").first().waitFor();
    expect(await focused(page)).toBe("currency");
    expect(await start(page).inputValue()).toBe("4001");
    await axe(page);
    await screenshot(page, "numbers-second");
  });

  test("keeps what was typed when the server fails in the middle, and shows a conflict", async ({ page, office, watched }) => {
    watched.expect(/Failed to load resource/);
    await signIn(page, office, office.admin, "/account-settings");
    await currency(page).selectOption({ label: "USD - US Dollar" });
    await start(page).fill("2001");
    await meetWrite(page, "**/api/account-number-settings", (route) => route.abort());
    await saveNew(page).click();
    await problem(page, "The server cannot be reached").first().waitFor();
    expect(await start(page).inputValue()).toBe("2001");
    await saveNew(page).click();
    await toast(page, "Account number setting saved successfully").waitFor();

    const desk = await office.signIn(office.admin);
    const settings = (await desk.send("GET", "/api/account-number-settings")) as AccountNumberSetting[];
    const id = settings.find((setting) => setting.currency === "USD")?.id;
    await button(page, "Edit the setting of USD").click();
    await dialog(page).getByLabel("Start Number").fill("2500");
    await desk.send("PUT", `/api/account-number-settings/${String(id)}`, { startNumber: 2900 });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await problem(page, "This number setting was changed meanwhile: admin at").first().waitFor();
    await page.getByText("Start Number: 2001 → 2900").waitFor();
    expect(await dialog(page).getByLabel("Start Number").inputValue()).toBe("2500");
    await button(page, "Keep my changes").click();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await toast(page, "Setting updated successfully").waitFor();
    await row(page, "USD - US Dollar").getByText("2500").waitFor();
  });

  test("reads the table again by Refresh", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/account-settings");
    const desk = await office.signIn(office.admin);
    await form(page).waitFor();
    await desk.send("POST", "/api/account-number-settings", { currency: "AFN", startNumber: 1001 });
    await button(page, "Refresh").click();
    await row(page, "AFN - Afghan Afghani").getByText("1001").waitFor();
  });
});

describe("Business Settings", () => {
  const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save" });
  const officeName = (page: Page) => page.getByLabel("Office name");

  test("changes what the office works by, and every screen follows", async ({ page, office }) => {
    const box = await openAccount(office, { accountName: "Second Box", accountType: "company" });
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, "/business-settings");
    await expect.poll(() => officeName(page).inputValue(), patience).toBe("Sarraf");
    expect(await focused(page)).toBe("officeName");
    await page.getByText("No account has the code 2001 yet").waitFor();
    await officeName(page).fill("The Seven Valleys");
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.keyboard.type("tehr");
    await page.getByRole("option", { name: "Asia/Tehran" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Base currency" }).selectOption({ label: "EUR - Euro" });
    await picker(page, "Cash account").click();
    await page.keyboard.type("Second Box");
    await page.getByRole("option", { name: /Second Box/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByLabel("Rate warning beyond (%)").fill("۳٫۵");
    await page.getByLabel("Default sender code").fill("9001");
    await page.getByLabel("Branch account codes").first().fill("3007");
    await page.keyboard.press("Enter");
    await page.getByLabel("Count the USD total from").fill("2026-01-01");
    await page.getByLabel("Sign out after minutes without use").fill("30");
    await page.getByLabel("Longest session in hours").fill("8");
    await page.keyboard.press("Control+Enter");
    await toast(page, "Business settings updated successfully").waitFor();
    expect(await desk.send("GET", "/api/business-settings")).toMatchObject({
      officeName: "The Seven Valleys",
      timeZone: "Asia/Tehran",
      baseCurrency: "EUR",
      cashAccountId: box.id,
      rateDeviationPercent: "3.50",
      senderCode: "9001",
      branchCodes: ["1007", "2007", "3007"],
      usdTotalFrom: "2026-01-01",
      sessionIdleMinutes: 30,
      sessionHours: 8,
      version: 2,
    });
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.getByText(/Real-time overview of The Seven Valleys/).waitFor();
    await desk.send("PUT", "/api/business-settings", {
      officeName: "Sarraf",
      timeZone: "Asia/Kabul",
      cashAccountId: 11,
      baseCurrency: "USD",
    });
    expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
  });

  test("says what is wrong beside its field, focuses the first and keeps everything", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/business-settings");
    await officeName(page).fill("");
    await page.getByRole("combobox", { name: "Time zone" }).fill("Kabul");
    await page.keyboard.press("Escape");
    await page.getByLabel("Rate warning beyond (%)").fill("two");
    await page.getByLabel("Default sender code").fill("");
    await page.getByLabel("Count the USD total from").fill("2026-02-30");
    await page.getByLabel("Sign out after minutes without use").fill("4");
    await page.getByLabel("Longest session in hours").fill("200");
    await save(page).click();
    for (const text of [
      "Office name is required",
      "Give a time zone of the IANA list, such as Asia/Kabul",
      "Give a percentage from 0 to 999.99 with at most two decimals",
      "Sender code is required",
      "Give the date as YYYY-MM-DD, a day that exists",
      "The idle time in minutes is a whole number from 5 to 1440",
      "The length of a session in hours is a whole number from 1 to 168",
    ])
      await page.getByText(text).first().waitFor();
    expect(await focused(page)).toBe("officeName");
    expect(await page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Kabul");
    await axe(page);
    await screenshot(page, "business-faults");
    await button(page, "Refresh").click();
    await page.getByLabel("Sign out after minutes without use").fill("1440");
    await page.getByLabel("Longest session in hours").fill("2");
    await save(page).click();
    await page.getByText("The idle time must not be longer than a session").first().waitFor();
    expect(await page.getByLabel("Longest session in hours").inputValue()).toBe("2");
    await picker(page, "Cash account").click();
    await button(page, "Clear").click();
    await save(page).click();
    await page.getByText("Cash account is required").waitFor();
  });

  test("keeps what was typed when the server fails in the middle, and shows who changed what", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/Failed to load resource/);
    const desk = await office.signIn(await office.addUser("admin", "zahra"));
    await signIn(page, office, office.admin, "/business-settings");
    await page.getByLabel("Default sender code").fill("9002");
    await meetWrite(page, "**/api/business-settings", (route) => route.abort());
    await save(page).click();
    await problem(page, "The server cannot be reached").first().waitFor();
    expect(await page.getByLabel("Default sender code").inputValue()).toBe("9002");
    await desk.send("PUT", "/api/business-settings", { officeName: "Herat Sarafi", branchCodes: [] });
    await save(page).click();
    await problem(page, "The business settings were changed meanwhile: zahra at").first().waitFor();
    await page.getByText("Office name: Sarraf → Herat Sarafi").waitFor();
    await axe(page);
    await screenshot(page, "business-conflict");
    await button(page, "Keep my changes").click();
    expect(await officeName(page).inputValue()).toBe("Herat Sarafi");
    await save(page).click();
    await toast(page, "Business settings updated successfully").waitFor();
    expect((await desk.send("GET", "/api/business-settings")) as BusinessSettings).toMatchObject({
      officeName: "Herat Sarafi",
      senderCode: "9002",
      branchCodes: [],
    });
  });

  test("breaks no rule of accessibility, its open list of time zones included", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/business-settings");
    await page
      .getByText(/^No account has the code/)
      .first()
      .waitFor();
    await axe(page);
    await screenshot(page, "business");
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.keyboard.type("tehr");
    await page.getByRole("option", { name: "Asia/Tehran" }).waitFor();
    await axe(page);
    await screenshot(page, "business-zones");
  });

  test("asks before something typed is left", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/business-settings");
    await officeName(page).fill("Unfinished");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByText("Keep editing").click();
    expect(await officeName(page).inputValue()).toBe("Unfinished");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await question.getByText("Discard and leave").click();
    await heading(page, "Admin Dashboard").waitFor();
  });
});

test.for(["operator", "user"] as const)("the settings are not for the role %s", async (role, { page, office }) => {
  const credentials = await office.addUser(role);
  await signIn(page, office, credentials, "/account-settings");
  await heading(page, "No Access").waitFor();
  await page.goto("/business-settings");
  await heading(page, "No Access").waitFor();
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Account Number Settings", "Business Settings"]) {
    expect(await navigation.getByRole("link", { name }).count()).toBe(0);
  }
});

test("the settings fit a narrow phone", async ({ browser, office }) => {
  const { page, watched } = await openSeat(browser, office.url, { viewport: narrow });
  for (const [path, field] of [
    ["/account-settings", "Start Number"],
    ["/business-settings", "Office name"],
  ] as const) {
    await signIn(page, office, office.admin, path);
    await page.getByLabel(field).first().waitFor();
    expect({ path, overflow: await overflow(page) }).toEqual({ path, overflow: 0 });
    await axe(page);
  }
  await page.context().close();
  expect(watched.faults).toEqual([]);
});
