import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { BackupList } from "#contract/backups.ts";
import type { HawalaSettings } from "#contract/hawala-settings.ts";
import type { AccountNumberSetting } from "#contract/settings.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { focusedField, overflow, picker } from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import { enter, newReceiver } from "./support/hawala-entry.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { visit, visitPage } from "./support/visit.ts";

const patience = { timeout: 15_000 };
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test("an account number setting is added, edited beside somebody else and deleted, and accounts are numbered by it", async ({
  walked: page,
  office,
}) => {
  const form = page.getByRole("form", { name: "Add Setting" });
  const dialog = page.getByRole("dialog", { name: "Edit Account Number Setting" });
  const currency = form.getByRole("combobox", { name: "Currency" });
  const saveNew = form.getByRole("button", { name: "Save" });
  const row = page.getByRole("row").filter({ hasText: "EUR - Euro" });
  const opened = async (accountName: string): Promise<string> =>
    (await openAccount(office, { accountName, currencyId: 3 })).accountCode;

  await visit(page, "/account-settings");
  await page.getByText("No account number settings found.").waitFor();
  await screenshot(page, "numbers-none");
  await saveNew.click();
  await page.getByText("Please select a currency").waitFor();
  expect(await focusedField(page)).toBe("currency");
  await currency.selectOption({ label: "EUR - Euro" });
  await form.getByLabel("Start Number").fill("3001");
  await saveNew.dblclick();
  await toast(page, "Account number setting saved successfully").waitFor();
  await row.getByText("3001").waitFor();
  expect(await opened("Anna")).toBe("3001");
  await axe(page);

  const desk = await office.signIn(office.admin);
  const [setting] = (await desk.send("GET", "/api/account-number-settings")) as AccountNumberSetting[];
  await button(page, "Edit the setting of EUR").click();
  await dialog.getByLabel("Start Number").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The start number is a whole number of at least 1").waitFor();
  await axe(page);
  await screenshot(page, "numbers-edit");
  await dialog.getByLabel("Start Number").fill("5001");
  await desk.send("PUT", `/api/account-number-settings/${String(setting?.id)}`, { startNumber: 2900 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await problem(page, "This number setting was changed meanwhile: admin at").first().waitFor();
  await page.getByText("Start Number: 3001 → 2900").waitFor();
  expect(await dialog.getByLabel("Start Number").inputValue()).toBe("5001");
  await button(page, "Keep my changes").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Setting updated successfully").waitFor();
  await row.getByText("5001").waitFor();
  expect(await opened("Boris")).toBe("5001");
  // The table is what a telephone could be too narrow for.
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "numbers");
  await page.setViewportSize({ width: 320, height: 640 });
  const last = await row.getByRole("button").last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? Infinity)).toBeLessThanOrEqual(320);
  await page.setViewportSize(wide);

  await button(page, "Delete the setting of EUR").click();
  const question = page.getByRole("dialog", { name: "Delete the setting of EUR?" });
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Cancel");
  await screenshot(page, "numbers-delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Account number setting deleted successfully").waitFor();
  await page.getByText("No account number settings found.").waitFor();
  expect(await opened("Clara")).toMatch(/^AC\d+$/);
});

const settingsPath = "/api/hawala-settings";
const series = (page: Page) => page.getByRole("region", { name: "Current series" });
const nextNumber = (page: Page) => page.getByRole("textbox", { name: "Next Number", exact: true });
const edit = (page: Page) => button(page, "Edit");

async function settings(desk: Desk): Promise<HawalaSettings> {
  return (await desk.send("GET", settingsPath)) as HawalaSettings;
}

test("the series, the counters, the recent hawalas and the sender codes are shown, and the series is changed by keyboard, beside another desk too, and reset", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  await enter(desk, { receiverName: newReceiver() });
  const incoming = {
    direction: "incoming",
    hawalaNo: "LDN-1",
    senderCode: "7007",
    senderName: "Idris",
    receiverName: newReceiver(),
  };
  await desk.send("POST", "/api/hawala", { ...incoming, amount: "100", exchangeRate: "92", currency: "AFN", rAmount: "9200" });
  const { nextHawalaNo } = await settings(desk);
  await visit(page, "/hawala-serial");
  await series(page)
    .getByText(nextHawalaNo ?? "", { exact: true })
    .waitFor();
  const table = page.getByRole("table", { name: "Recent Hawalas" });
  await table.getByRole("row", { name: /LDN-1 Idris .* AFN .* Pending/ }).waitFor();
  await table.getByRole("link", { name: "HWL1001" }).waitFor();
  const counters = page.getByRole("region", { name: "Hawalas", exact: true });
  await expect.poll(() => counters.innerText()).toMatch(/Total\s+2\s+Completed\s+0\s+Pending\s+1$/);
  const codes = page.getByRole("table", { name: "Sender Codes" });
  await codes.getByRole("row", { name: /7007 No account has this code/ }).waitFor();
  await screenshot(page, "hawala-serial");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 844 });
  const place = codes.locator("xpath=..");
  expect((await codes.boundingBox())?.width).toBeLessThanOrEqual((await place.boundingBox())?.width ?? 0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await edit(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("prefix");
  await page.keyboard.type("KBL-");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("nextNumber");
  await page.keyboard.type("0");
  await page.keyboard.press("Control+Enter");
  await page.getByText("The next number is a whole number of at least 1").waitFor();
  await axe(page);
  await nextNumber(page).fill("5001");
  await page.getByText("The next hawala gets KBL-5001, or the next free number after it.").waitFor();
  await screenshot(page, "hawala-serial-edit");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Hawala serial settings updated successfully").waitFor();
  await series(page).getByText("KBL-5001", { exact: true }).waitFor();
  expect((await enter(desk, { receiverName: newReceiver() })).hawalaNo).toBe("KBL-5001");

  // Another desk is quicker: what was typed stays.
  await edit(page).click();
  await nextNumber(page).fill("9001");
  await desk.send("PUT", settingsPath, { prefix: "HRT", nextNumber: 7 });
  await button(page, "Save").click();
  await page.getByText("Prefix: KBL- → HRT").waitFor();
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await button(page, "Save").click();
  await series(page).getByText("HRT9001", { exact: true }).waitFor();
  expect(await settings(desk)).toMatchObject({ prefix: "HRT", nextNumber: 9001 });

  await edit(page).click();
  await page.getByRole("button", { name: "Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the series?" });
  await dialog.getByText(/^The prefix becomes HWL and the next number 1001/).waitFor();
  await axe(page);
  await dialog.getByRole("button", { name: "Reset" }).click();
  await page.getByText("Hawala serial settings reset to defaults").waitFor();
  expect(await settings(desk)).toMatchObject({ prefix: "HWL", nextNumber: 1001 });
  // The first number of the series was issued at the beginning, and is passed over.
  expect((await enter(desk, { receiverName: newReceiver() })).hawalaNo).toBe("HWL1002");
  // Once it stands here the rows below have gone down: a press before might meet none of them.
  await table.getByRole("link", { name: "HWL1002" }).waitFor();
  await codes.getByRole("link", { name: "New Account for the code 7007" }).click();
  await page.waitForURL("**/accounts/new");
  await expectBooksBalance(desk);
});

test("Business Settings change what the office works by, and every screen follows; what was typed is not left without a question", async ({
  walked: page,
  office,
}) => {
  const officeName = page.getByLabel("Office name");
  const box = await openAccount(office, { accountName: "Second Box", accountType: "company" });
  const desk = await office.signIn(office.admin);
  await visitPage(page, "/business-settings", "Business Settings");
  await expect.poll(() => officeName.inputValue(), patience).toBe("Sarraf");
  await expect.poll(() => focusedField(page)).toBe("officeName");
  await page.getByText("No account has the code 2001 yet").waitFor();
  await axe(page);
  await screenshot(page, "business");
  await officeName.fill("The Seven Valleys");
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page.keyboard.type("tehr");
  await page.getByRole("option", { name: "Asia/Tehran" }).waitFor();
  await axe(page);
  await screenshot(page, "business-zones");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Base currency" }).selectOption({ label: "EUR - Euro" });
  await picker(page, "Cash account").click();
  await page.keyboard.type("Second Box");
  await page.getByRole("option", { name: /Second Box/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => picker(page, "Cash account").inputValue()).toContain(`${box.accountCode} - `);
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
  await officeName.fill("Unfinished");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByText("Keep editing").click();
  expect(await officeName.inputValue()).toBe("Unfinished");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await question.getByText("Discard and leave").click();
  await page.getByText(/Real-time overview of The Seven Valleys/).waitFor();
  await desk.send("PUT", "/api/business-settings", {
    officeName: "Sarraf",
    timeZone: "Asia/Kabul",
    cashAccountId: 11,
    baseCurrency: "USD",
  });
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
});

/** A database is made and filled for it, however much else the machine has to do. */
const proofWithinMs = 45_000;
const backups = (page: Page) => page.getByRole("list", { name: "All backups" }).getByRole("listitem");
const state = (page: Page) => page.getByRole("region", { name: "State" });

test(
  "backups are made by a button, seen as they advance, good in the end, downloaded whole, and made at the time of the settings",
  { timeout: 2 * proofWithinMs },
  async ({ walked: page, office }) => {
    const desk = await office.signIn(office.admin);
    await visit(page, "/backups");
    await page.getByText("No backups yet").waitFor();
    await button(page, "Back up now").click();
    await toast(page, "The backup has begun").waitFor();
    await backups(page).first().waitFor();
    const listed = async (): Promise<BackupList> => (await desk.send("GET", "/api/backups")) as BackupList;
    await expect.poll(async () => (await listed()).isRunning, { timeout: proofWithinMs }).toBe(false);
    const made = (await listed()).backups;
    expect(made).toMatchObject([{ verdict: "good", reason: null }]);
    await backups(page).getByText("Good", { exact: true }).waitFor();
    await button(page, "Back up now").waitFor();
    await state(page).getByText("The office is backed up").waitFor();
    await axe(page);
    await screenshot(page, "backups");

    const { fileName = "", sha256 = "" } = made[0] ?? {};
    const [downloaded] = await Promise.all([page.waitForEvent("download"), button(page, `Download ${fileName ?? ""}`).click()]);
    await toast(page, "Backup Successful").waitFor();
    expect(downloaded.suggestedFilename()).toBe(fileName);
    expect(
      createHash("sha256")
        .update(readFileSync(await downloaded.path()))
        .digest("hex"),
    ).toBe(sha256);
    // On a telephone there is nothing that is wider than the screen.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);

    await desk.send("PUT", "/api/business-settings", { backupTime: "23:45" });
    await state(page)
      .getByText(/, 23:45$/)
      .waitFor();
    await expectBooksBalance(desk);
  },
);
