import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, choose, focusedField, newNarrative, people, picker, readOn, recordedWith } from "./support/entries.ts";
import { meetWrite, signIn, test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "New Customer" });
const saveIn = (dialog: Locator) => dialog.getByRole("button", { name: "Save" });

/** Types into a picker what nobody is called, and opens the dialog with the Enter key. */
async function openDialog(page: Page, name: string, typed: string): Promise<Locator> {
  await picker(page, name).click();
  await page.keyboard.type(typed);
  await page.getByText("No account found.").waitFor();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByLabel("Account Name").waitFor();
  await expect.poll(() => focusedField(page)).toBe("accountName");
  return dialogOf(page);
}

async function accountsNamed(desk: Desk, q: string): Promise<AccountRow[]> {
  return (await desk.send("GET", `/api/accounts?q=${encodeURIComponent(q)}`)) as AccountRow[];
}

describe("a customer who has no account yet", () => {
  test("gets one inside a transfer, by the keyboard alone, and the transfer goes on", async ({ page, office }) => {
    const { desk, farid } = await people(office);
    const narrative = newNarrative();
    await signIn(page, office, await office.addUser("user", "teller"), "/transactions/transfer");
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
      .getByText("Transfer created successfully")
      .or(page.getByText(/success/i))
      .first()
      .waitFor();
    await expect.poll(() => recordedWith(desk, narrative)).toHaveLength(1);
    expect(await balanceOf(desk, { id: parwin?.id ?? 0 })).toBe("25.00");
    expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
  });

  test("gets one while a transaction is corrected; Escape closes the small dialog alone", async ({ page, office }) => {
    const { desk, farid, zahra } = await people(office);
    const sides = { outAccountId: farid.id, inAccountId: zahra.id, currencyId: 2, dAmount: "12" };
    const body = { transType: "Transfer", ...sides, transDescription: newNarrative() };
    const { id } = (await desk.send("POST", "/api/transactions", body)) as { id: number };
    await signIn(page, office, office.admin, `/transactions/search?searchWhat=Transfer&referenceId=${String(id)}`);
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
    await axe(page);
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

test("the dialog of a new customer says what is missing, gives the text back on Escape, and keeps what was typed until it is saved", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/ERR_FAILED|Failed to load resource/);
  const desk = await office.signIn(office.admin);
  await signIn(page, office, office.admin, "/transactions/transfer");
  const dialog = await openDialog(page, "Debit Account", "+93 799 555 000");
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+93 799 555 000");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText("Account name is required").waitFor();
  expect(await focusedField(page)).toBe("accountName");
  await axe(page);
  await screenshot(page, "new-customer-faults");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const field = picker(page, "Debit Account");
  expect(await field.inputValue()).toBe("+93 799 555 000");
  expect(await field.getAttribute("aria-expanded")).toBe("true");

  await page.getByText("No account found.").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Account Name").fill("Golbahar");
  await dialog.getByLabel("Currency").selectOption({ label: "PKR - Pakistani Rupee" });
  await desk.send("PATCH", "/api/currencies/4", { isActive: false });
  await saveIn(dialog).click();
  await dialog.getByText("The currency PKR is not active").first().waitFor();
  expect(await dialog.getByLabel("Account Name").inputValue()).toBe("Golbahar");
  await desk.send("PATCH", "/api/currencies/4", { isActive: true });

  // The account is opened, and the answer is lost on its way.
  await meetWrite(page, "**/api/accounts", (route) => route.fetch().then(() => route.abort()));
  await saveIn(dialog).click();
  await dialog.getByText("The server cannot be reached.").first().waitFor();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+93 799 555 000");
  expect(await accountsNamed(desk, "golbahar")).toHaveLength(1);
  await saveIn(dialog).click();
  await dialog.waitFor({ state: "detached" });
  expect(await field.inputValue()).toContain("Golbahar");
  expect(await accountsNamed(desk, "golbahar")).toHaveLength(1);
});
