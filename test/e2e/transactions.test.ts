import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import { fillSignIn, signIn, test } from "./support/fixtures.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const pages = { transfer: "/transactions/transfer", debit: "/transactions/debit", credit: "/transactions/credit" } as const;
const dollars = 2;
const cashId = 11;

/** A red square, so that an account has a face. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

interface People {
  readonly desk: Desk;
  readonly farid: Account;
  readonly zahra: Account;
  readonly bank: Account;
  readonly afghani: Account;
}

/** Two customers and a bank in dollars and a customer in afghani, new for every test; Farid has 1,000 USD. */
async function people(office: Office): Promise<People> {
  const desk = await office.signIn(office.admin);
  const open = async (body: object) => (await desk.send("POST", "/api/accounts", { currencyId: dollars, ...body })) as Account;
  const farid = await open({ accountName: "Farid", lastName: "Noori", fatherName: "Karim", picture, signature: picture });
  const zahra = await open({ accountName: "Zahra" });
  const bank = await open({ accountName: "Azizi Bank", accountType: "company" });
  const afghani = await open({ accountName: "Karim", currencyId: 1 });
  const deposit = { transType: "Credit", outAccountId: cashId, inAccountId: farid.id, currencyId: dollars, dAmount: "1000", transDescription: "Deposit" };
  await desk.send("POST", "/api/transactions", deposit);
  return { desk, farid, zahra, bank, afghani };
}

async function balanceOf(desk: Desk, { id }: { readonly id: number }): Promise<string> {
  const balances = (await desk.send("GET", `/api/accounts/${String(id)}/balances`)) as CurrencyBalance[];
  return balances.find(({ currencyId }) => currencyId === dollars)?.balance ?? "0.00";
}

async function recordedWith(desk: Desk, narrative: string): Promise<Transaction[]> {
  return (await desk.send("GET", `/api/transactions/search?narrative=${encodeURIComponent(narrative)}`)) as Transaction[];
}

const picker = (page: Page, name: string) => page.getByRole("combobox", { name });
const dateField = (page: Page) => page.getByRole("textbox", { name: "Date" });
/** The field that has the focus, by its name in the form. */
const focusedField = (page: Page) => page.locator(":focus").getAttribute("data-path");
const overflow = (page: Page) => page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
const save = (page: Page) => page.getByRole("button", { name: "Save" });

/** Chooses an account as a teller does: its code and Enter. */
async function choose(page: Page, name: string, { accountCode }: Account): Promise<void> {
  await picker(page, name).click();
  await page.keyboard.type(accountCode);
  await page.keyboard.press("Enter");
  await expect.poll(() => picker(page, name).inputValue()).toContain(`${accountCode} - `);
}

async function fillTransfer(page: Page, { farid, zahra }: People, narrative: string): Promise<void> {
  await choose(page, "Debit Account", farid);
  await choose(page, "Credit Account", zahra);
  await page.getByLabel("Debit Amount").fill("250.75");
  await page.getByLabel("Debit Narrative").fill(narrative);
}

let unique = 0;
let narrative = "";
beforeEach(() => {
  unique += 1;
  narrative = `Rent number ${String(unique)}`;
});

describe("a transfer", () => {
  test("is recorded by keyboard alone, and the form stands ready again", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    await page.keyboard.type(cast.farid.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("amount");
    await page.keyboard.type("=100*2.5");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("250");
    await page.keyboard.type(narrative);
    await page.keyboard.press("Enter");
    await page.keyboard.type(cast.zahra.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("creditNarrative");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("date");
    await page.keyboard.press("-");
    const yesterday = await dateField(page).inputValue();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await balanceOf(cast.desk, cast.farid)).toBe("750.00");
    expect(await balanceOf(cast.desk, cast.zahra)).toBe("250.00");
    expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ transType: "Transfer", cTransDescription: narrative, transDate: yesterday, userCreated: "admin" }]);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("");
    expect(await dateField(page).inputValue()).toBe(yesterday);
  });

  test("is recorded once by a double click", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await fillTransfer(page, cast, narrative);
    await save(page).dblclick();
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await page.getByText("Debit account is required").count()).toBe(0);
    await fillTransfer(page, cast, narrative);
    await save(page).click();
    await expect.poll(async () => (await recordedWith(cast.desk, narrative)).length).toBe(2);
  });

  test("shows beforehand what it does, in figures, words and a sentence", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await fillTransfer(page, cast, narrative);
    const { farid, zahra } = cast;
    await page.getByText(`$250.75 USD moves from ${farid.accountCode} - Farid Noori to ${zahra.accountCode} - Zahra.`).waitFor();
    await page.getByRole("row", { name: /Farid Noori 1,000\.00 USD 749\.25 USD/ }).waitFor();
    expect(await page.getByLabel("Amount in Words").inputValue()).toBe("Two Hundred Fifty");
    expect(await page.getByLabel("Credit Narrative").inputValue()).toBe(narrative);
    const face = page.getByRole("img", { name: `Picture of ${farid.accountCode} - Farid` });
    await expect.poll(() => face.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(8);
    await page.getByLabel("Debit Amount").fill("1000.01");
    await page.getByRole("row", { name: /Farid Noori goes below zero 1,000\.00 USD minus 0\.01 USD/ }).waitFor();
    await axe(page);
    await screenshot(page, "transfer");
    await page.getByRole("button", { name: "Reverse" }).click();
    expect(await picker(page, "Debit Account").inputValue()).toBe(`${zahra.accountCode} - Zahra`);
  });

  test("says what is missing or cannot be", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await save(page).click();
    for (const text of [
      "Debit account is required",
      "Credit account is required",
      "Amount is required",
      "Debit narrative is required",
      "Credit narrative is required",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await axe(page);
    await fillTransfer(page, cast, narrative);
    await choose(page, "Credit Account", cast.afghani);
    await save(page).click();
    await page.getByText("This account holds no USD. Record an Exchange to open a balance in it.").waitFor();
    await choose(page, "Credit Account", cast.farid);
    await save(page).click();
    await page.getByText("The debit account and the credit account must be different").waitFor();
    await dateField(page).fill("2026-02-30");
    await page.getByText("Give the date as YYYY-MM-DD, a day that exists").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(0);
  });

  test("keeps what was typed when the server refuses it, and marks the field", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await fillTransfer(page, cast, narrative);
    const address = `/api/accounts/${String(cast.zahra.id)}`;
    await cast.desk.send("PATCH", address, { accountStatus: "suspended" });
    await save(page).click();
    await page.getByText("Failed to create transfer").first().waitFor();
    const reason = `The account ${cast.zahra.accountCode} - Zahra is suspended; it takes no postings`;
    await page.getByText(reason).first().waitFor();
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("250.75");
    await axe(page);
    await cast.desk.send("PATCH", address, { accountStatus: "active" });
    await save(page).click();
    await page.getByText("Transfer completed successfully").waitFor();
  });

  test("whose answer was lost is recorded once by the retry", async ({ page, office, watched }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await fillTransfer(page, cast, narrative);
    // The server gets the transfer and records it; the answer never arrives.
    await page.route("**/api/transactions", async (route) => {
      await route.fetch();
      await route.abort("failed");
    }, { times: 1 });
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await page.getByLabel("Debit Narrative").inputValue()).toBe(narrative);
    expect(await picker(page, "Debit Account").inputValue()).toContain(cast.farid.accountCode);
    await save(page).click();
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await balanceOf(cast.desk, cast.farid)).toBe("749.25");
  });

  test("goes on after a new sign-in, with everything still typed", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await fillTransfer(page, cast, narrative);
    await page.context().clearCookies();
    await save(page).click();
    await page.getByRole("dialog").waitFor();
    await fillSignIn(page, office.admin);
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
  });

  test("is not left by accident", async ({ page, office }) => {
    await signIn(page, office, office.admin, pages.transfer);
    await page.getByLabel("Debit Narrative").fill(narrative);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await page.getByLabel("Debit Narrative").inputValue()).toBe(narrative);
    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL("**/dashboard");
  });

  test("to or from the cash is offered to admins alone", async ({ page, office }) => {
    await people(office);
    const operator = await office.addUser("operator", `operator-${String(unique)}`);
    await signIn(page, office, operator, pages.transfer);
    await picker(page, "Debit Account").fill("Cash at Shop");
    await page.getByText("No account found.").waitFor();
    await signIn(page, office, office.admin, pages.transfer);
    await picker(page, "Debit Account").fill("Cash at Shop");
    await page.getByRole("listbox").getByRole("option", { name: /Cash at Shop/ }).waitFor();
  });
});

describe("the account picker", () => {
  test("has no accessibility fault while it is open, on a wide and on a narrow screen", async ({ page, office }) => {
    const { farid } = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await picker(page, "Debit Account").click();
      await page.keyboard.type(farid.accountCode);
      const option = page.getByRole("listbox").getByRole("option", { name: new RegExp(farid.accountCode) });
      await option.waitFor();
      expect(await option.textContent()).toContain("Father: Karim");
      await axe(page);
      await screenshot(page, `picker-${String(width)}`);
      await expect.poll(() => overflow(page)).toBe(0);
      await page.keyboard.press("Escape");
    }
  });

  test("puts the accounts chosen before in front", async ({ page, office }) => {
    const { zahra } = await people(office);
    await signIn(page, office, office.admin, pages.transfer);
    await choose(page, "Debit Account", zahra);
    await page.goto(pages.credit);
    await picker(page, "Account").click();
    const first = page.getByRole("listbox").getByRole("option").first();
    await expect.poll(() => first.textContent()).toContain(zahra.accountCode);
    expect(await first.getByRole("img", { name: "Recent" }).count()).toBe(1);
  });
});

describe("the amount field", () => {
  test.for([
    ["AFN 1,234.50", "1,234.50", undefined],
    ["۱٬۲۳۴٫۵۰", "1,234.50", undefined],
    ["12,50", "12,50", "An amount has digits and one decimal point only"],
    ["1.234,50", "1.234,50", "An amount has digits and one decimal point only"],
    ["12abc34", "12abc34", "An amount has digits and one decimal point only"],
    ["12.345", "12.345", "An amount has at most two decimals"],
  ] as const)("takes or refuses a pasted %s, and never cuts it", async ([clip, shown, reason], { page, office }) => {
    await signIn(page, office, office.admin, pages.transfer);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(clip)})`);
    const field = page.getByLabel("Debit Amount");
    await field.click();
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toBe(shown);
    expect(await field.getAttribute("aria-invalid")).toBe(reason === undefined ? null : "true");
    if (reason !== undefined) await page.getByText(reason).waitFor();
  });

  test("takes only digits and one point from the keyboard, and ignores the wheel", async ({ page, office }) => {
    await signIn(page, office, office.admin, pages.transfer);
    const field = page.getByLabel("Debit Amount");
    await field.click();
    await page.keyboard.type("1x2,3.4.5");
    expect(await field.inputValue()).toBe("123.45");
    await field.hover();
    await page.mouse.wheel(0, -300);
    expect(await field.inputValue()).toBe("123.45");
    await page.keyboard.press("Home");
    await page.keyboard.type("۹");
    await page.keyboard.type("8");
    expect(await field.inputValue()).toBe("98123.45");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toBe("98,123.45");
  });
});

describe.each([
  { type: "Debit", path: pages.debit, customerAfter: "794.50", bankAfter: "-205.50" },
  { type: "Credit", path: pages.credit, customerAfter: "1205.50", bankAfter: "205.50" },
] as const)("a $type", ({ type, path, customerAfter, bankAfter }) => {
  const words = "Two Hundred Five Point Five Zero";

  test("moves money between an account and the cash, the right way round", async ({ page, office }) => {
    const { desk, farid, bank } = await people(office);
    await signIn(page, office, office.admin, path);
    for (const account of [farid, bank]) {
      await choose(page, "Account", account);
      await page.getByRole("textbox", { name: "Amount", exact: true }).fill("205.5");
      await page.getByLabel("Narrative").fill(narrative);
      expect(await page.getByLabel("Amount Description").inputValue()).toBe(words);
      await page.getByRole("row", { name: /Cash at Shop/ }).waitFor();
      await save(page).dblclick();
      await page.getByText(`${type} transaction created successfully`).waitFor();
      await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(account === farid ? 1 : 2);
    }
    expect(await balanceOf(desk, farid)).toBe(customerAfter);
    expect(await balanceOf(desk, bank)).toBe(bankAfter);
    for (const entry of await recordedWith(desk, narrative)) expect(entry).toMatchObject({ transType: type, cTransDescription: words, exRate: "1.00000000" });
  });

  test("says what is missing", async ({ page, office }) => {
    await signIn(page, office, office.admin, path);
    await save(page).click();
    for (const text of ["Account is required", "Narrative is required", "Amount must be greater than 0", "Please select an account"]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await axe(page);
    await screenshot(page, `${type.toLowerCase()}-missing`);
  });

  test("lets only a company account choose its currency", async ({ page, office }) => {
    const { afghani, bank } = await people(office);
    await signIn(page, office, office.admin, path);
    await choose(page, "Account", afghani);
    expect(await page.getByLabel("Currency").isDisabled()).toBe(true);
    expect(await page.getByLabel("Currency").inputValue()).toBe("1");
    await choose(page, "Account", bank);
    await page.getByLabel("Currency").selectOption("3");
    await page.getByText("Name", { exact: true }).click();
    await expect.poll(() => picker(page, "Account").inputValue()).toBe(`Azizi Bank - ${bank.accountCode}`);
  });

  test("is for admins alone", async ({ page, office }) => {
    const operator = await office.addUser("operator", `${type}-operator-${String(unique)}`);
    await signIn(page, office, operator, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await save(page).count()).toBe(0);
  });

  test("fits a phone, calendar included, without an accessibility fault", async ({ page, office }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, office, office.admin, path);
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Previous month" }).waitFor();
    await axe(page);
    await expect.poll(() => overflow(page)).toBe(0);
  });
});
