import { readFile } from "node:fs/promises";

import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { balancesInList } from "./support/shown.ts";
import { visit, visitPage } from "./support/visit.ts";

const narrow = { width: 390, height: 844 };
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (within: Locator) => within.getByRole("button", { name: "Save", exact: true });
const rowOf = (page: Page, code: string) => page.getByRole("listitem").filter({ has: page.getByText(code, { exact: true }) });
const entry = (page: Page) => page.getByRole("dialog", { name: "Account Entry" });
const searchBox = (page: Page) => page.getByPlaceholder("Search by account number or holder name...");

test("finds an account by its code and by a part of a name, keeps the search in the address, and shows what it holds", async ({
  walked: page,
  office,
}) => {
  const zahra = await openAccount(office, { accountName: "Zahra", lastName: "Karimi", phone: "0700 55", fatherName: "Yusuf" });
  await openAccount(office, { accountName: "Najib" });
  await bringMoneyTo(await office.signIn(office.admin), zahra);
  await visitPage(page, "/accounts/edit", "Old Account Edit");
  await page.getByText("Najib", { exact: true }).waitFor();
  await page.getByText(/^Last updated: \d/).waitFor();
  const row = rowOf(page, zahra.accountCode);
  await expect.poll(() => balancesInList(page, zahra.accountCode)).toEqual(["$100.00 USD", "؋\u200E70.00 AFN"]);
  await row.getByRole("button", { name: /^\+1 balances/ }).click();
  await row.getByText("₨278.00").waitFor();
  await page.getByRole("button", { name: "Export Report" }).click();
  await page.getByRole("menuitem", { name: "Plain table (.csv)" }).waitFor();
  await axe(page);
  await page.keyboard.press("Escape");
  await screenshot(page, "account-list");
  await searchBox(page).fill("hra kar");
  await page.getByText("Najib", { exact: true }).waitFor({ state: "detached" });
  for (const text of ["Zahra Karimi", "0700 55", "Father: Yusuf", "Active"]) await row.getByText(text, { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("hra kar");
  await searchBox(page).fill(zahra.accountCode);
  await row.waitFor();
  await page.getByRole("link", { name: "New Transaction" }).click();
  await heading(page, "Transfer").waitFor();
});

/** The number of the last of many accounts, some of which come only as the list is scrolled. */
const last = 54;

/** One hundred dollars in cash, and balances in two more currencies. */
async function bringMoneyTo(desk: Desk, { id }: Account): Promise<void> {
  const cashTo = { outAccountId: 11, inAccountId: id, currencyId: 2 };
  await desk.send("POST", "/api/transactions", { ...cashTo, transType: "Credit", dAmount: "100", transDescription: "In" });
  for (const [cCurrencyId, cAmount] of [
    [1, "70"],
    [4, "278"],
  ] as const) {
    const deal = { dAmount: "1", cCurrencyId, cAmount, exRate: cAmount };
    await desk.send("POST", "/api/transactions", { ...cashTo, ...deal, transType: "Exchange", transDescription: "Many monies" });
  }
}

test("an account is edited in the dialog by keyboard: nothing typed is lost by Escape or beside somebody else, and only what changed is sent", async ({
  walked: page,
  office,
}) => {
  await openAccount(office, { accountName: "Walid One" });
  const before = await openAccount(office, { accountName: "Walid Two", phone: "0700 77", address: "Herat" });
  const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
  await visit(page, "/accounts/edit?q=walid");
  await page.getByText("Showing 2 of 2 accounts").waitFor();
  await searchBox(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^Edit account .* Walid Two$/);
  await page.keyboard.press("Enter");
  const dialog = entry(page);
  await dialog.getByLabel("Account Name").waitFor();
  expect(await dialog.getByLabel("Account Code").inputValue()).toBe(before.accountCode);
  await screenshot(page, "account-dialog");

  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByLabel("Last Name").fill("Safi");
  await page.keyboard.press("Escape");
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Last Name").inputValue()).toBe("Safi");
  await dialog.getByLabel("Phone").fill("0799 2");
  await dialog.getByLabel("Account Status").selectOption("suspended");
  await upload(dialog, "Upload picture", png(await drawImage(page, 64)));
  await dialog.getByRole("button", { name: "Remove picture" }).waitFor();
  await operator.send("PATCH", `/api/accounts/${String(before.id)}`, { phone: "0788 3", address: "Kabul" });
  await save(dialog).click();
  await dialog.getByText("Someone else saved this account while you were editing it").waitFor();
  await dialog
    .getByText(/zarghuna/)
    .first()
    .waitFor();
  await dialog.getByText("Address: Herat → Kabul").waitFor();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("0799 2");
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "account-conflict");
  await dialog.getByRole("button", { name: "Keep my changes" }).click();
  expect(await dialog.getByLabel("Address").inputValue()).toBe("Kabul");
  const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === "PATCH"), save(dialog).click()]);
  await page.getByText("Account updated successfully").waitFor();
  await dialog.waitFor({ state: "detached" });
  await rowOf(page, before.accountCode).getByText("Walid Two Safi").waitFor();
  await rowOf(page, before.accountCode).getByText("Inactive").waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  expect(Object.keys(request.postDataJSON() as object).toSorted()).toEqual(["accountStatus", "lastName", "phone", "picture"]);
  expect(await request.headerValue("if-match")).toBe(String(before.version + 1));
  expect(await storedAccount(operator, before.id)).toMatchObject({
    lastName: "Safi",
    accountStatus: "suspended",
    hasPicture: true,
    address: "Kabul",
    phone: "0799 2",
  });
});

test("a long list is filtered, finds its place again on the way back, and is exported whole as a spreadsheet", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const courier = { currencyId: 3, accountType: "partner" };
  for (let number = 0; number <= last; number += 1)
    await desk.send("POST", "/api/accounts", { ...courier, accountName: `=Courier ${String(number)}` });
  await openAccount(office, { accountName: "Courier in dollars", accountType: "partner", accountStatus: "suspended" });
  // The way back is only known to an address that was loaded.
  await page.goto("/accounts/edit?q=courier");
  await page.getByText("Showing 50 of 56 accounts").waitFor();
  await page.getByRole("combobox", { name: "Currency" }).selectOption({ label: "EUR" });
  await page.getByRole("combobox", { name: "Account Type" }).selectOption({ label: "Partner" });
  await page.getByText("Showing 50 of 55 accounts").waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: "courier", type: "partner", currency: "3" });

  await page.getByRole("button", { name: "Export Report" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Spreadsheet (.xlsx)" }).click(),
  ]);
  await page.getByText(`Saved as ${download.suggestedFilename()}`).waitFor();
  expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const sheet = await readFile(await download.path());
  const files = unzipSync(new Uint8Array(sheet));
  const rows = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const texts = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array());
  expect(rows.match(/<row /g)).toHaveLength(last + 2);
  expect(texts.match(/(?:'|&apos;)=Courier \d+/g)).toHaveLength(last + 1);
  expect(rows).not.toContain("<f>");

  // Down to the end: the rest comes by itself, and only what is in sight is in the page.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await page.getByText("Showing 55 of 55 accounts").waitFor();
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await page.getByText(`=Courier ${String(last)}`, { exact: true }).scrollIntoViewIfNeeded();
  expect(await page.getByRole("list", { name: "Accounts" }).getByRole("listitem").count()).toBeLessThan(45);
  const before = await page.evaluate("scrollY");
  await page.getByRole("link", { name: new RegExp(`=Courier ${String(last)}$`) }).click();
  await heading(page, "View Account").waitFor();
  await page.goBack();
  await page
    .getByRole("list", { name: "Accounts" })
    .getByText(`=Courier ${String(last)}`, { exact: true })
    .waitFor();
  await expect.poll(() => page.evaluate(`Math.abs(scrollY - ${String(before)}) < 100`)).toBe(true);
  await page.goForward();
  await page.getByRole("link", { name: "Back to Accounts" }).click();
  await page.getByText("Showing 55 of 55 accounts").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expect.poll(() => searchBox(page).inputValue()).toBe("");
});
