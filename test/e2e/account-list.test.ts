import { readFile } from "node:fs/promises";

import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

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

  test("takes fifty at a time, and exports every account of the search as a spreadsheet", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    // Together long enough for the spreadsheet's compressor to want a worker, which the content security policy forbids.
    for (let number = 0; number < 210; number += 1) {
      await desk.send("POST", "/api/accounts", {
        accountName: `=Export ${String(number)}`,
        currencyId: 1,
        address: `${String(number)} ${"street ".repeat(130)}`,
      });
    }
    await signIn(page, office, office.admin, "/accounts/edit?q=%3Dexport");
    await page.getByText("Showing 50 of 210 accounts").waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("Showing 100 of 210 accounts").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export Report" }).click(),
    ]);
    await page.getByText("Report exported").waitFor();
    expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.xlsx$/);
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const texts = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array());
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(211);
    expect(texts.match(/(?:'|&apos;)=Export \d+/g)).toHaveLength(210);
    expect(sheet).not.toContain("<f>");
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
