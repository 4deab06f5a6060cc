import { readFile } from "node:fs/promises";

import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { balancesInList } from "./support/shown.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (within: Locator) => within.getByRole("button", { name: "Save", exact: true });
const rowOf = (page: Page, code: string) => page.getByRole("listitem").filter({ has: page.getByText(code, { exact: true }) });
const entry = (page: Page) => page.getByRole("dialog", { name: "Account Entry" });
const searchBox = (page: Page) => page.getByPlaceholder("Search by account number or holder name...");

describe("Old Account Edit", () => {
  test("finds an account by its code and by a part of a name, and keeps the search in the address", async ({ page, office }) => {
    const zahra = await openAccount(office, { accountName: "Zahra", lastName: "Karimi", phone: "0700 55", fatherName: "Yusuf" });
    await openAccount(office, { accountName: "Najib" });
    await signIn(page, office, office.admin, "/accounts/edit");
    await heading(page, "Old Account Edit").waitFor();
    await page.getByText("Najib", { exact: true }).waitFor();
    await page.getByText(/^Last updated: \d/).waitFor();
    await axe(page);
    await screenshot(page, "account-list");
    await searchBox(page).fill("hra kar");
    await page.getByText("Najib", { exact: true }).waitFor({ state: "detached" });
    const row = rowOf(page, zahra.accountCode);
    for (const text of ["Zahra Karimi", "0700 55", "Father: Yusuf", "Active"])
      await row.getByText(text, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("hra kar");
    await page.reload();
    await row.waitFor();
    expect(await searchBox(page).inputValue()).toBe("hra kar");
    await searchBox(page).fill(zahra.accountCode);
    await row.waitFor();
    await searchBox(page).fill("nobody at all");
    await page.getByText("No accounts found matching your search.").waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await page.getByText("Najib", { exact: true }).waitFor();
    await page.getByRole("link", { name: "New Transaction" }).click();
    await heading(page, "Transfer").waitFor();
  });

  test("edits an account in the dialog: the list shows it, and only what changed was sent", async ({ page, office }) => {
    const before = await openAccount(office, { accountName: "Walid", phone: "0700 77", address: "Herat" });
    await signIn(page, office, office.admin, "/accounts/edit?q=walid");
    await rowOf(page, before.accountCode).getByRole("button", { name: /^Edit/ }).click();
    const dialog = entry(page);
    await dialog.getByLabel("Account Name").waitFor();
    expect(await dialog.getByLabel("Account Code").inputValue()).toBe(before.accountCode);
    expect(await dialog.getByLabel("Account Status").locator("option").allInnerTexts()).toEqual([
      "Active",
      "Inactive",
      "Suspended",
    ]);
    await axe(page);
    await screenshot(page, "account-dialog");
    await dialog.getByLabel("Account Name").fill("Somebody");
    await dialog.getByRole("button", { name: "Refresh" }).click();
    expect(await dialog.getByLabel("Account Name").inputValue()).toBe("Walid");
    await dialog.getByLabel("Last Name").fill("Safi");
    await dialog.getByLabel("Account Status").selectOption("suspended");
    await upload(dialog, "Upload picture", png(await drawImage(page, 64)));
    await dialog.getByRole("button", { name: "Remove picture" }).waitFor();
    const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === "PATCH"), save(dialog).click()]);
    await page.getByText("Account updated successfully").waitFor();
    await dialog.waitFor({ state: "detached" });
    await rowOf(page, before.accountCode).getByText("Walid Safi").waitFor();
    await rowOf(page, before.accountCode).getByText("Inactive").waitFor();
    expect(Object.keys(request.postDataJSON() as object).toSorted()).toEqual(["accountStatus", "lastName", "picture"]);
    expect(await request.headerValue("if-match")).toBe(String(before.version));
    const after = await storedAccount(await office.signIn(office.admin), before.id);
    expect(after).toMatchObject({
      lastName: "Safi",
      accountStatus: "suspended",
      hasPicture: true,
      address: "Herat",
      phone: "0700 77",
    });
  });

  test("asks before the dialog closes over something typed", async ({ page, office }) => {
    const before = await openAccount(office, { accountName: "Shabnam" });
    await signIn(page, office, office.admin, "/accounts/edit?q=shabnam");
    await rowOf(page, before.accountCode).getByRole("button", { name: /^Edit/ }).click();
    await entry(page).getByLabel("Account Name").fill("Sabnam");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.waitFor();
    await axe(page);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await question.getByText("Keep editing", { exact: true }).click();
    await question.waitFor({ state: "detached" });
    expect(await entry(page).getByLabel("Account Name").inputValue()).toBe("Sabnam");
    await page.keyboard.press("Escape");
    await question.getByText("Discard and leave", { exact: true }).click();
    await entry(page).waitFor({ state: "detached" });
    await rowOf(page, before.accountCode).getByText("Shabnam", { exact: true }).waitFor();
  });

  test("filters by type, status and currency, and finds its place again on the way back", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    for (let number = 0; number < 70; number += 1)
      await desk.send("POST", "/api/accounts", {
        accountName: `Courier ${String(number)}`,
        currencyId: 3,
        accountType: "partner",
      });
    await openAccount(office, { accountName: "Courier in dollars", accountType: "partner", accountStatus: "suspended" });
    await signIn(page, office, office.admin, "/accounts/edit?q=courier");
    await page.getByText("Showing 50 of 71 accounts").waitFor();
    await page.getByRole("combobox", { name: "Account Status" }).selectOption({ label: "Suspended" });
    await page.getByText("Showing 1 of 1 accounts").waitFor();
    await axe(page);
    await screenshot(page, "account-list-filtered");
    await page.getByRole("combobox", { name: "Currency" }).selectOption({ label: "EUR" });
    await page.getByText("No accounts found matching your search.").waitFor();
    await page.getByRole("combobox", { name: "Account Status" }).selectOption({ label: "Every status" });
    await page.getByRole("combobox", { name: "Account Type" }).selectOption({ label: "Partner" });
    await page.getByText("Showing 50 of 70 accounts").waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: "courier", type: "partner", currency: "3" });
    // Down to the end: the rest comes by itself, and only what is in sight is in the page.
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await page.getByText("Showing 70 of 70 accounts").waitFor();
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await page.getByText("Courier 69", { exact: true }).scrollIntoViewIfNeeded();
    expect(await page.getByRole("list", { name: "Accounts" }).getByRole("listitem").count()).toBeLessThan(45);
    const before = await page.evaluate("scrollY");
    await page.getByRole("link", { name: /Courier 69$/ }).click();
    await heading(page, "View Account").waitFor();
    await page.goBack();
    await page.getByText("Courier 69", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(`Math.abs(scrollY - ${String(before)}) < 100`)).toBe(true);
    await page.goForward();
    await page.getByRole("link", { name: "Back to Accounts" }).click();
    await page.getByText("Showing 70 of 70 accounts").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(await searchBox(page).inputValue()).toBe("");
  });

  test("is used by the keyboard alone", async ({ page, office }) => {
    const first = await openAccount(office, { accountName: "Quetta One" });
    await openAccount(office, { accountName: "Quetta Two" });
    await signIn(page, office, office.admin, "/accounts/edit?q=quetta");
    await page.getByText("Showing 2 of 2 accounts").waitFor();
    await searchBox(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^Edit account .* Quetta Two$/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await entry(page).getByLabel("Account Name").waitFor();
    expect(await entry(page).getByLabel("Account Code").inputValue()).toBe(first.accountCode);
  });

  test("shows what an account holds, and the rest of it on a press", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    const rich = await openAccount(office, { accountName: "Jahangir" });
    const sides = { outAccountId: 11, inAccountId: rich.id };
    const credit = (currencyId: number, dAmount: string) =>
      desk.send("POST", "/api/transactions", {
        ...sides,
        transType: "Exchange",
        transDescription: "Many monies",
        currencyId: 2,
        dAmount: "1",
        cCurrencyId: currencyId,
        cAmount: dAmount,
        exRate: dAmount,
      });
    await desk.send("POST", "/api/transactions", {
      transType: "Credit",
      ...sides,
      currencyId: 2,
      dAmount: "100",
      transDescription: "In",
    });
    await credit(1, "70");
    await credit(4, "278");
    await signIn(page, office, office.admin, "/accounts/edit?q=jahangir");
    expect(await balancesInList(page, rich.accountCode)).toEqual(["$100.00 USD", "؋\u200E70.00 AFN"]);
    await rowOf(page, rich.accountCode)
      .getByRole("button", { name: /^\+1 balances/ })
      .click();
    await rowOf(page, rich.accountCode).getByText("₨278.00").waitFor();
    await axe(page);
  });

  test("exports every account of the search as a spreadsheet and as a plain table", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    for (let number = 0; number < 60; number += 1)
      await desk.send("POST", "/api/accounts", { accountName: `=Export ${String(number)}`, currencyId: 1 });
    await signIn(page, office, office.admin, "/accounts/edit?q=%3Dexport");
    await page.getByText("Showing 50 of 60 accounts").waitFor();
    const exportAs = async (kind: string) => {
      await page.getByRole("button", { name: "Export Report" }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: kind }).click()]);
      await page.getByText(`Saved as ${download.suggestedFilename()}`).waitFor();
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };
    await page.getByRole("button", { name: "Export Report" }).click();
    await page.getByRole("menuitem", { name: "Plain table (.csv)" }).waitFor();
    await axe(page);
    await page.keyboard.press("Escape");
    const sheet = await exportAs("Spreadsheet (.xlsx)");
    expect(sheet.name).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.xlsx$/);
    const files = unzipSync(new Uint8Array(sheet.content));
    const rows = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    const texts = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array());
    expect(rows.match(/<row /g)).toHaveLength(61);
    expect(texts.match(/(?:'|&apos;)=Export \d+/g)).toHaveLength(60);
    expect(rows).not.toContain("<f>");
    const table = await exportAs("Plain table (.csv)");
    expect(table.name).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(table.content.toString("utf8").match(/'=Export \d+/g)).toHaveLength(60);
  });

  test("says that the export failed, and can be asked again", async ({ page, office, watched }) => {
    watched.expect(/503/);
    await signIn(page, office, office.admin, "/accounts/edit");
    await page.route("**/api/accounts/export**", (route) =>
      route.fulfill({ status: 503, json: { message: "The database is away", code: "unavailable", requestId: "r-1" } }),
    );
    await page.getByRole("button", { name: "Export Report" }).click();
    await page.getByRole("menuitem", { name: "Spreadsheet (.xlsx)" }).click();
    await page.getByText("The report could not be exported").waitFor();
    await page.unroute("**/api/accounts/export**");
    await page.getByRole("button", { name: "Export Report" }).click();
    await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Spreadsheet (.xlsx)" }).click()]);
    await page.getByText("Report exported").waitFor();
  });
});

describe("two people editing one account", () => {
  test("the second one sees what the first one changed, loses nothing, and can save on top", async ({ page, office }) => {
    const before = await openAccount(office, { accountName: "Khalid", phone: "0700 1", address: "Kabul" });
    const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
    await signIn(page, office, office.admin, "/accounts/edit?q=khalid");
    await rowOf(page, before.accountCode).getByRole("button", { name: /^Edit/ }).click();
    const dialog = entry(page);
    await dialog.getByLabel("Phone").fill("0799 2");
    await operator.send("PATCH", `/api/accounts/${String(before.id)}`, { phone: "0788 3", address: "Herat" });
    await save(dialog).click();
    await dialog.getByText("Someone else saved this account while you were editing it").waitFor();
    await dialog
      .getByText(/zarghuna/)
      .first()
      .waitFor();
    await dialog.getByText("Address: Kabul → Herat").waitFor();
    expect(await dialog.getByLabel("Phone").inputValue()).toBe("0799 2");
    await axe(page);
    await screenshot(page, "account-conflict");
    await dialog.getByRole("button", { name: "Keep my changes" }).click();
    expect(await dialog.getByLabel("Address").inputValue()).toBe("Herat");
    await save(dialog).click();
    await page.getByText("Account updated successfully").waitFor();
    expect(await storedAccount(operator, before.id)).toMatchObject({ phone: "0799 2", address: "Herat" });
  });
});
