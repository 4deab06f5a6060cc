import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import {
  balanceOf,
  choose,
  focusedField,
  newNarrative,
  overflow,
  people,
  picker,
  readOn,
  recordedWith,
} from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit, visitPage } from "./support/visit.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("an account is opened after what was wrong was said, with a photograph made small enough and a signature, and can be viewed", async ({
  walked: page,
  office,
}) => {
  await visitPage(page, "/accounts/new", "Accounts");
  expect(await page.getByLabel("Account Code").inputValue()).toBe("Auto-generated");
  await page.getByLabel("Email").fill("farid@");
  await page.getByLabel("Phone").fill("+93 700 123 456");
  await page.getByLabel("Date of Birth").focus();
  await page.keyboard.type("12");
  await button(page, "Save").click();
  for (const text of ["Account name is required", "Not a valid email address", "Finish the date or clear it"])
    await page.getByText(text).waitFor();
  expect(await focusedField(page)).toBe("accountName");
  await screenshot(page, "account-new-faults");
  await page.getByLabel("Account Name").fill("Farid");
  await page.getByLabel("Last Name").fill("Noori");
  await page.getByLabel("Father Name").fill("Karim");
  await page.getByLabel("Tazkira Number").fill("1400-0100-22");
  await page.getByLabel("Currency").selectOption({ label: "USD - US Dollar" });
  await page.getByLabel("Address").fill("Shahr-e Naw\nKabul");
  const photograph = await drawImage(page, 900, "noise");
  expect(photograph.length).toBeGreaterThan(2 * 1024 * 1024);
  await upload(page, "Upload picture", png(photograph));
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  await upload(page, "Upload signature", png(await drawImage(page, 200)));
  await page.getByRole("button", { name: "Remove signature" }).waitFor();
  // What is dropped beside the fields is not opened in place of the form.
  const stray = `new DragEvent("drop", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true })`;
  expect(await page.evaluate(`document.querySelector("h1").dispatchEvent(${stray})`)).toBe(false);
  // Pictures and faults are looked at together.
  await page.getByText("Not a valid email address").waitFor();
  await axe(page);
  await page.getByLabel("Email").fill("farid@example.com");
  await page.getByLabel("Date of Birth").fill("1985-03-21");
  await screenshot(page, "account-new");
  await button(page, "Save").dblclick();
  await page.getByText(/^Account created successfully! Code: \w+$/).waitFor();
  const code = await page.getByLabel("Account Code").inputValue();
  expect(await page.getByLabel("Account Name").inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Remove picture" }).count()).toBe(0);
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);

  const desk = await office.signIn(office.admin);
  const found = (await desk.send("GET", "/api/accounts?q=farid")) as AccountRow[];
  expect(found).toMatchObject([{ accountCode: code, hasPicture: true, hasSignature: true }]);
  const id = found[0]?.id ?? 0;
  const { picture, signature } = await storedAccount(desk, id);
  expect([picture, signature]).toEqual([
    expect.stringMatching(/^data:image\/jpeg;base64,/),
    expect.stringMatching(/^data:image\/png;base64,/),
  ]);

  await desk.send("PATCH", `/api/accounts/${String(id)}`, { accountStatus: "suspended" });
  await page.getByRole("link", { name: "View it" }).click();
  await heading(page, "View Account").waitFor();
  for (const text of ["Farid Noori", "Karim", "1400-0100-22", "+93 700 123 456", "farid@example.com"]) {
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  await page.getByText("This account holds no balance yet.").or(page.getByText("$0.00")).first().waitFor();
  await page.getByText("Account Status: Active → Suspended").waitFor();
  await axe(page);
  await screenshot(page, "account-view");
  await page.getByRole("button", { name: "Show the signature larger" }).click();
  const larger = page.getByRole("dialog").getByRole("img", { name: "Signature of Farid Noori" });
  await larger.waitFor();
  await expect.poll(() => larger.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBe(200);
  await axe(page);
  await page.keyboard.press("Escape");
  await larger.waitFor({ state: "detached" });
});

test("View Account tells who changed what, and leads to the transactions and to Edit Account, on a narrow phone too", async ({
  walked: page,
  office,
}) => {
  const accountName = "A company with a name that is very much longer than a telephone is wide";
  const { id } = await openAccount(office, { accountName, phone: "0700 1" });
  const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
  const path = `/api/accounts/${String(id)}`;
  await operator.send("PATCH", path, { accountStatus: "suspended", fatherName: "Karim" });
  await visit(page, `/accounts/view/${String(id)}`);
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Account Status: Active → Suspended").waitFor();
  await history.getByText("Father Name: (empty) → Karim").waitFor();
  await history.getByText("Changed by zarghuna").waitFor();
  await history.getByText(`Opened by ${office.admin.username}`).waitFor();
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "account-history");

  await page.getByRole("link", { name: "Transactions of this account" }).click();
  await heading(page, "Search Transactions").waitFor();
  expect(new URL(page.url()).searchParams.get("accountId")).toBe(String(id));
  await visitPage(page, `/accounts/view/${String(id)}`, "View Account");
  await page.getByRole("link", { name: "Edit Account" }).click();
  await heading(page, "Edit Account").waitFor();
  await page.getByLabel("Date of Birth").fill("1990-01-02");
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "account-edit");
  await button(page, "Save").click();
  await page.getByText("Account updated successfully").waitFor();
  await heading(page, "Old Account Edit").waitFor();
  expect((await storedAccount(operator, id)).dateOfBirth).toBe("1990-01-02");
  await page.getByText(accountName, { exact: true }).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
});

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "New Customer" });
const saveIn = (dialog: Locator) => dialog.getByRole("button", { name: "Save" });

async function accountsNamed(desk: Desk, q: string): Promise<AccountRow[]> {
  return (await desk.send("GET", `/api/accounts?q=${encodeURIComponent(q)}`)) as AccountRow[];
}

describe("a customer who has no account yet", () => {
  test("gets one inside a transfer, by the keyboard alone, and the transfer goes on", async ({ walked: page, office }) => {
    const { desk, farid } = await people(office);
    const narrative = newNarrative();
    await visitPage(page, "/transactions/transfer", "Transfer");
    await choose(page, "Debit Account", farid);
    await page.keyboard.type("25");
    await page.keyboard.press("Enter");
    await page.keyboard.type(narrative);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("creditAccount");
    await page.keyboard.type("Parwin Azizi");
    await page.getByText("No account found.").waitFor();
    await axe(page);
    await screenshot(page, "picker-new-customer");
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await expect.poll(() => dialog.getByLabel("Account Name").inputValue()).toBe("Parwin Azizi");
    await expect.poll(() => focusedField(page)).toBe("accountName");
    // The entry is in dollars, so the account is offered in dollars.
    expect(await dialog.getByLabel("Currency").inputValue()).toBe("2");
    await axe(page);
    await screenshot(page, "new-customer");
    await page.keyboard.press("Enter");
    await page.keyboard.type("0799 11 22");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    const [parwin] = await accountsNamed(desk, "parwin");
    expect(parwin).toMatchObject({ accountName: "Parwin Azizi", phone: "0799 11 22", currencyId: 2, accountType: "customer" });
    expect(await picker(page, "Credit Account").inputValue()).toBe(`${parwin?.accountCode ?? ""} - Parwin Azizi`);
    expect(await focusedField(page)).toBe("creditAccount");
    await readOn(page);
    await page.keyboard.press("Control+Enter");
    await page
      .getByText(/success/i)
      .first()
      .waitFor();
    await expect.poll(() => recordedWith(desk, narrative)).toHaveLength(1);
    expect(await balanceOf(desk, { id: parwin?.id ?? 0 })).toBe("25.00");
    expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
  });

  test("gets one while a transaction is corrected; Escape closes the small dialog alone", async ({ walked: page, office }) => {
    const { desk, farid, zahra } = await people(office);
    const sides = { outAccountId: farid.id, inAccountId: zahra.id, currencyId: 2, dAmount: "12" };
    const body = { transType: "Transfer", ...sides, transDescription: newNarrative() };
    const { id } = (await desk.send("POST", "/api/transactions", body)) as { id: number };
    await visit(page, `/transactions/search?searchWhat=Transfer&referenceId=${String(id)}`);
    await page.getByRole("button", { name: /^Edit/ }).click();
    const edit = page.getByRole("dialog", { name: "Edit Transfer Transaction" });
    const field = edit.getByRole("combobox", { name: "Credit Account" });
    await expect.poll(() => field.inputValue()).toContain("Zahra");
    await field.click();
    await page.keyboard.type("Shirin Gul");
    await edit.getByText("No account found.").waitFor();
    await page.keyboard.press("Enter");
    await dialogOf(page).getByLabel("Account Name").waitFor();
    await expect.poll(() => focusedField(page)).toBe("accountName");
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("Shirin Gul");
    await edit.getByText("No account found.").waitFor();
    await page.keyboard.press("Enter");
    await dialogOf(page).getByLabel("Currency").selectOption({ label: "USD - US Dollar" });
    await saveIn(dialogOf(page)).click();
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await field.inputValue()).toContain("Shirin Gul");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    const [shirin] = await accountsNamed(desk, "shirin");
    expect(await balanceOf(desk, { id: shirin?.id ?? 0 })).toBe("12.00");
    expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
  });
});
