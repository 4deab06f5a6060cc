import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import type { Transaction } from "#contract/transactions.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { choose, focusedField, save } from "./support/entries.ts";
import { fillSignIn, test as base } from "./support/fixtures.ts";
import type { Credentials, Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { balanceOnView, balancesInList, outlookOn, rowOf } from "./support/shown.ts";

/** The first start of an office: nothing is there but what a first start makes. */
const test = base.extend("printed", { scope: "file" }, true);

const chosenPassword = "coins of seven valleys";
const tabsAtMost = 60;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true });
const isFocused = (control: Locator) => control.evaluate((element) => element === element.ownerDocument.activeElement);

test(
  "a first day: from the printed password to the log-out, every balance is what its preview had shown",
  { timeout: 90_000 },
  async ({ page, office }) => {
    const desk = await enter(page, office);
    const farid = await openAccount(page, { name: "Farid", currency: "USD - US Dollar", type: "Customer" });
    const bank = await openAccount(page, { name: "Azizi Bank", currency: "AFN - Afghan Afghani", type: "Company" });
    expect(await accountsOf(desk)).toEqual([
      {
        accountCode: farid,
        accountName: "Farid",
        accountType: "customer",
        currency: "USD",
        hasPicture: true,
        hasSignature: true,
      },
      {
        accountCode: bank,
        accountName: "Azizi Bank",
        accountType: "company",
        currency: "AFN",
        hasPicture: true,
        hasSignature: true,
      },
    ]);

    const deposited = await depositByCredit(page, farid, "1000");
    expect(deposited).toEqual({ [farid]: "$1,000.00 USD" });
    await expectShown(page, deposited);

    const transferred = await transferByKeyboard(page, { farid, bank, amount: "250.75" });
    expect(transferred).toEqual({ [farid]: "$749.25 USD", [bank]: "-$250.75 USD" });
    await expectShown(page, transferred);

    const afterwards = await transferByDoubleClick(page, { farid, bank, amount: "49.25" });
    expect(afterwards).toEqual({ [farid]: "$700.00 USD", [bank]: "-$300.00 USD" });
    await expectShown(page, afterwards);
    const recorded = (await desk.send("GET", "/api/transactions")) as Transaction[];
    expect(recorded.map(({ transType, dAmount }) => [transType, dAmount])).toEqual([
      ["Transfer", "49.25"],
      ["Transfer", "250.75"],
      ["Credit", "1000.00"],
    ]);

    await verifyAndLeave(page);
  },
);

/** Signs in with the password that the first start printed, and changes it as the office demands. */
async function enter(page: Page, office: Office): Promise<Desk> {
  await page.goto("/");
  await page.getByText("Sign in to manage your accounts").waitFor();
  await screenshot(page, "first-day-1-sign-in");
  await fillSignIn(page, office.admin);
  await heading(page, "Change your password").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("current");
  await page.keyboard.type(office.admin.password);
  await page.getByRole("textbox", { name: "New password", exact: true }).fill(chosenPassword);
  await page.getByRole("textbox", { name: "Repeat new password" }).fill(chosenPassword);
  await axe(page);
  await screenshot(page, "first-day-2-change-password");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByText("Password changed").waitFor();
  await heading(page, "Admin Dashboard").waitFor();
  await page.getByText("The till holds no money yet. A Credit brings in the first.").waitFor();
  await screenshot(page, "first-day-3-dashboard");
  const chosen: Credentials = { username: office.admin.username, password: chosenPassword };
  return office.signIn(chosen);
}

interface NewAccount {
  readonly name: string;
  readonly currency: string;
  readonly type: string;
}

/** Opens an account with picture and signature on New Account, and gives back the code that the page shows. */
async function openAccount(page: Page, { name, currency, type }: NewAccount): Promise<string> {
  await menuLink(page, "New Account").click();
  await heading(page, "Accounts").waitFor();
  await page.getByLabel("Account Name").fill(name);
  await page.getByLabel("Currency").selectOption({ label: currency });
  await page.getByRole("radio", { name: type, exact: true }).check();
  await upload(page, "Upload picture", png(await drawImage(page, 240)));
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  await upload(page, "Upload signature", png(await drawImage(page, 120)));
  await page.getByRole("button", { name: "Remove signature" }).waitFor();
  await screenshot(page, `first-day-4-new-${type.toLowerCase()}`);
  // The code of the account before stands here until this one is saved.
  const codeField = page.getByLabel("Account Code");
  const codeBefore = await codeField.inputValue();
  await save(page).click();
  await expect.poll(() => codeField.inputValue()).not.toBe(codeBefore);
  const code = await codeField.inputValue();
  await page.getByText(`Account created successfully! Code: ${code}`).waitFor();
  await screenshot(page, `first-day-5-opened-${type.toLowerCase()}`);
  return code;
}

/** What an office would say its staff opened, the cash account left out. */
async function accountsOf(desk: Desk): Promise<unknown[]> {
  const accounts = (await desk.send("GET", "/api/accounts")) as AccountRow[];
  return accounts
    .filter(({ id }) => id > 100)
    .toSorted((one, other) => one.id - other.id)
    .map(({ accountCode, accountName, accountType, currency, hasPicture, hasSignature }) => ({
      accountCode,
      accountName,
      accountType,
      currency,
      hasPicture,
      hasSignature,
    }));
}

/** Balances in dollars, as the screen writes them, by account code. */
type Shown = Readonly<Record<string, string>>;

async function depositByCredit(page: Page, code: string, amount: string): Promise<Shown> {
  await menuLink(page, "Credit").click();
  await heading(page, "Credit Transaction").waitFor();
  await choose(page, "Account", { accountCode: code });
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill(amount);
  await page.getByLabel("Narrative").fill("Opening deposit");
  const { now, after } = await outlookOn(page, code);
  expect(now).toBe("$0.00 USD");
  await screenshot(page, "first-day-6-credit");
  await save(page).click();
  await page.getByText("Credit transaction created successfully").waitFor();
  return { [code]: after };
}

interface Deal {
  readonly farid: string;
  readonly bank: string;
  readonly amount: string;
}

/** From the page it stands on to the recorded transfer without touching the mouse; gives back what the preview promised. */
async function transferByKeyboard(page: Page, { farid, bank, amount }: Deal): Promise<Shown> {
  await page.evaluate(`
    window.touched = 0;
    for (const type of ["pointerdown", "pointermove", "wheel"]) addEventListener(type, () => { window.touched += 1; }, true);
  `);
  await tabTo(page, menuLink(page, "Transfer"));
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("debitAccount");
  await typeAndGoOn(page, farid, "amount");
  await typeAndGoOn(page, amount, "debitNarrative");
  await typeAndGoOn(page, "Rent of the shop", "creditAccount");
  await typeAndGoOn(page, bank, "creditNarrative");
  const promised = { [farid]: (await outlookOn(page, farid)).after, [bank]: (await outlookOn(page, bank)).after };
  await screenshot(page, "first-day-7-transfer");
  await typeAndGoOn(page, "", "date");
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(save(page))).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("Transfer completed successfully").waitFor();
  await expect.poll(() => focusedField(page)).toBe("debitAccount");
  await screenshot(page, "first-day-8-transferred");
  expect(await page.evaluate("window.touched")).toBe(0);
  return promised;
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < tabsAtMost; presses += 1) {
    if (await isFocused(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key does not come to this control");
}

/** Types into the field that has the focus; Enter then leads to the next one. */
async function typeAndGoOn(page: Page, text: string, next: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe(next);
}

/** A second transfer, saved by a person who clicks twice. */
async function transferByDoubleClick(page: Page, { farid, bank, amount }: Deal): Promise<Shown> {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await menuLink(page, "Transfer").click();
  await choose(page, "Debit Account", { accountCode: farid });
  await choose(page, "Credit Account", { accountCode: bank });
  await page.getByLabel("Debit Amount").fill(amount);
  await page.getByLabel("Debit Narrative").fill("Electricity");
  const promised = { [farid]: (await outlookOn(page, farid)).after, [bank]: (await outlookOn(page, bank)).after };
  await save(page).dblclick();
  await page.getByText("Transfer completed successfully").waitFor();
  await expect.poll(() => page.getByLabel("Debit Amount").inputValue()).toBe("");
  expect(sent).toEqual(["/api/transactions"]);
  expect(await page.getByText("Debit account is required").count()).toBe(0);
  return promised;
}

/** The accounts list and View Account show these balances, whatever was loaded before. */
async function expectShown(page: Page, shown: Shown): Promise<void> {
  for (const [code, balance] of Object.entries(shown)) {
    await menuLink(page, "Old Account Edit").click();
    await heading(page, "Old Account Edit").waitFor();
    await expect.poll(() => balancesInList(page, code)).toContain(balance);
    await rowOf(page, code).getByRole("link", { name: "View" }).click();
    await heading(page, "View Account").waitFor();
    await expect.poll(() => balanceOnView(page, "USD")).toBe(balance);
  }
}

/** The books are without a fault, and the office is left as it was entered: at the sign-in screen. */
async function verifyAndLeave(page: Page): Promise<void> {
  await screenshot(page, "first-day-9-view");
  await menuLink(page, "Old Account Edit").click();
  await heading(page, "Old Account Edit").waitFor();
  await screenshot(page, "first-day-10-list");
  await menuLink(page, "Dashboard").click();
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText("Books balance").waitFor();
  await screenshot(page, "first-day-11-dashboard");
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.getByText("Sign in to manage your accounts").waitFor();
  await page.goto("/transactions/transfer");
  await page.getByText("Sign in to manage your accounts").waitFor();
}
