import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";
import type { RecordedHawala } from "#contract/hawalas.ts";
import type { Transaction } from "#contract/transactions.ts";
import { listOf } from "#test/support/import-batches.ts";

import { axe } from "./support/axe.ts";
import { cashId, choose, dollars, overflow, people, spaceBelow, type People } from "./support/entries.ts";
import { test as base } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

/** A customer's month: a deposit, a withdrawal that was corrected, a transfer to Zahra, dollars changed, a hawala, and an entry by mistake. */
const test = base.extend("month", { scope: "file" }, async ({ office }): Promise<People> => {
  const who = await people(office);
  const { desk, farid, zahra } = who;
  const send = async (body: object) => (await desk.send("POST", "/api/transactions", body)) as Transaction;
  const between = (out: number, into: number, dAmount: string) => ({
    outAccountId: out,
    inAccountId: into,
    currencyId: dollars,
    dAmount,
  });
  const wrong = await send({ transType: "Debit", ...between(farid.id, cashId, "2000"), transDescription: "For the road" });
  const right = { transType: "Debit", ...between(farid.id, cashId, "200"), transDescription: "For the road" };
  await desk.send("PUT", `/api/transactions/${String(wrong.id)}`, right);
  await send({ transType: "Transfer", ...between(farid.id, zahra.id, "1100.50"), transDescription: "کرایه دکان" });
  const afghani = { cCurrencyId: 1, cAmount: "6980", exRate: "69.8" };
  await send({ transType: "Exchange", ...between(farid.id, cashId, "100"), ...afghani, transDescription: "Dollars sold" });
  const money = { amount: "50", currency: "USD", exchangeRate: "1", convertedCurrency: "USD", commission: "2" };
  await desk.send("POST", "/api/hawala", { senderName: "Farid", receiverName: "لیلا", senderAccountId: farid.id, ...money });
  const mistake = await send({ transType: "Credit", ...between(cashId, farid.id, "9"), transDescription: "Twice" });
  await desk.send("DELETE", `/api/transactions/${String(mistake.id)}`);
  return who;
});

const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const entries = (page: Page) => table(page, "Entries");
const row = (page: Page, name: string, text: string) => table(page, name).getByRole("row").filter({ hasText: text });

/** How high each of these is drawn; carried out in the page. */
const heightsOf = (all: readonly { getBoundingClientRect(): { readonly height: number } }[]): number[] =>
  all.map((one) => one.getBoundingClientRect().height);

const dollarRow = (page: Page) =>
  table(page, "Net worth by currency")
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "USD", exact: true }) });

async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens a page by the section of the sidebar, which is closed until somebody opens it. */
async function open(page: Page, name: string): Promise<void> {
  const section = page.getByRole("button", { name: "Reports", exact: true });
  if ((await section.getAttribute("aria-expanded")) === "false") await section.click();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** Goes to the page on paper. */
async function toPaper(page: Page, text: string): Promise<void> {
  await page.getByRole("link", { name: "Print", exact: true }).click();
  await page.getByRole("article").getByText(text).first().waitFor();
}

const fromPaper = (page: Page) => page.getByRole("button", { name: "Back" }).click();

/** What of a row on paper is read in there. */
interface Row {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(of: Row): { readonly breakBefore: string; readonly breakAfter: string } };
  };
}

/** Whether a sheet may end before each of these, and whether after it; carried out in the page. */
const breaksOf = (rows: readonly Row[]): string[] =>
  rows.map((one) => {
    const { breakBefore, breakAfter } = one.ownerDocument.defaultView.getComputedStyle(one);
    return `${breakBefore} / ${breakAfter}`;
  });

test("a customer's month is read as a khata, corrected entries on request, copied and printed", async ({
  walked: page,
  month: { farid },
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate("window.print = () => { window.printed = true; window.dispatchEvent(new Event('afterprint')); }");
  expect(await page.getByRole("button", { name: "Reports", exact: true }).getAttribute("aria-expanded")).toBe("false");
  await open(page, "Account Statement");
  await page.getByText("Choose an account", { exact: true }).waitFor();
  await choose(page, "Account", farid);
  await page.getByText("6 entries", { exact: true }).waitFor();
  const balances = await entries(page).getByRole("row").allInnerTexts();
  for (const [index, balance] of [
    "0.00",
    "1,000.00",
    "800.00",
    "-$300.50",
    "-$400.50",
    "-$448.50",
    "-$450.50",
    "-$450.50",
  ].entries())
    expect(balances[index + 1]).toContain(balance);
  await page.getByRole("region", { name: "Summary" }).getByText("owes us").waitFor();
  await axe(page);
  await screenshot(page, "account-statement");
  await narrow(page);

  await page.getByLabel("Show corrected entries").check();
  await page.getByText("10 entries", { exact: true }).waitFor();
  await page.getByLabel("Show corrected entries").uncheck();
  await page.getByText("Corrected entries are hidden.").waitFor();

  await page.getByRole("button", { name: "Copy as message" }).click();
  await page.getByText("Paste it into a message.").waitFor();
  const message = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(message).toContain("-1,100.50 USD Transfer: \u2068کرایه دکان\u2069");
  expect(message.split("\n").at(-1)).toBe("Balance: -450.50 USD (owes us)");

  await page.getByRole("link", { name: "Print" }).click();
  const sheet = page.getByRole("article", { name: /Account Statement/ });
  await sheet.getByText("Closing balance").last().waitFor();
  // Where a sheet ends there, neither stands by itself on one.
  expect(await sheet.getByRole("row", { name: /^(Opening|Closing) balance/ }).evaluateAll(breaksOf)).toEqual([
    "avoid / avoid",
    "avoid / auto",
  ]);
  await axe(page);
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.evaluate("window.printed === true")).toBe(true);
  await page.getByRole("button", { name: "Back" }).click();
  await entries(page)
    .getByRole("link", { name: /^Open Exchange/ })
    .click();
  const details = page.getByRole("dialog");
  await details.getByText("Dollars sold").first().waitFor();
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "detached" });
});

test("balances, the owner's page and the trial balance lead to what they are made of", async ({ walked: page, month }) => {
  const { farid, desk } = month;
  const code = ({ accountCode }: Account) => accountCode;
  await open(page, "Account Balances");
  await row(page, "Balances", code(farid)).filter({ hasText: "-$450.50" }).getByText("owes us").waitFor();
  await axe(page);
  await screenshot(page, "account-balances");
  await narrow(page);
  await toPaper(page, "Owed to us");
  await axe(page);
  await fromPaper(page);
  await page.getByText("Owes us", { exact: true }).click();
  await expect.poll(() => table(page, "Balances").getByRole("row").count()).toBe(2);
  await page.getByRole("link", { name: new RegExp(`^Statement of ${code(farid)} `) }).click();
  await page.getByText("6 entries", { exact: true }).waitFor();

  await open(page, "Owner's Page");
  const [owed, inTransit] = [/^Owed by us in USD/, /^Hawalas in transit in USD/].map((name) =>
    dollarRow(page).getByRole("link", { name }),
  );
  const [above, below] = [await owed?.boundingBox(), await inTransit?.boundingBox()];
  // A circle of 24 pixels around the middle of the one does not reach the other.
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0) / 2).toBeGreaterThanOrEqual(12);
  await axe(page);
  await screenshot(page, "owner");
  await narrow(page);
  // `report-widths.test.ts` looks at it.
  await toPaper(page, "In USD");
  await fromPaper(page);
  // A deal at another desk appears here by itself.
  await desk.send("POST", "/api/transactions", {
    transType: "Exchange",
    outAccountId: cashId,
    inAccountId: cashId,
    currencyId: dollars,
    dAmount: "50",
    cCurrencyId: 1,
    cAmount: "3450",
    exRate: "69",
  });
  await dollarRow(page).getByText("$152.00").first().waitFor();
  await page.getByRole("link", { name: "Owed to us in USD: by whom" }).click();
  await row(page, "Balances", code(farid)).waitFor();

  await open(page, "Trial Balance");
  await page.getByText("Debits and credits are equal in every currency").waitFor();
  // For a mouse the links in a table stand in their line of text, which nothing moves.
  const heights = await page.locator("main :is(td, th) a").evaluateAll(heightsOf);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeLessThan(24);
  await axe(page);
  await screenshot(page, "trial-balance");
  await narrow(page);
  await toPaper(page, "POSITION-USD");
  await axe(page);
  await fromPaper(page);
  await page.getByRole("link", { name: /^Statement of POSITION-USD/ }).click();
  await page.getByText("2 entries", { exact: true }).waitFor();
  await entries(page)
    .getByRole("link", { name: /^Statement of 11 / })
    .waitFor();
});

test("a partner's hawalas are settled by bank up to the latest, listed with the settlement, and opened again by its undo", async ({
  walked: page,
  month: { desk, bank },
}) => {
  const partner = (await desk.send("POST", "/api/accounts", {
    accountName: "Manchester",
    currencyId: 1,
    accountType: "hawala_partner",
  })) as Account;
  for (const hawalaNo of ["MAN-1", "MAN-2", "MAN-3"]) {
    const { id } = (await desk.send("POST", "/api/hawala", {
      direction: "incoming",
      senderCode: partner.accountCode,
      hawalaNo,
      senderName: "Idris Hotakzad",
      receiverName: "مرسل رحیمیار",
      amount: "100",
      exchangeRate: "92",
      currency: "AFN",
      rAmount: "9200",
      rate: "70",
      intoUSD: "131.43",
    })) as RecordedHawala;
    if (hawalaNo !== "MAN-3") await desk.send("POST", `/api/hawala/pass/${String(id)}`, {});
  }
  await open(page, "Partner Settlement");
  await page.getByRole("link", { name: /^Settle with .* - Manchester$/ }).click();
  const figures = page.getByRole("table", { name: "Since the last settlement" });
  await figures.getByRole("row", { name: /Paid for him.*2.*18,400\.00/ }).waitFor();
  await figures.getByRole("row", { name: /Not paid out yet.*1.*9,200\.00/ }).waitFor();
  await page.getByRole("link", { name: "Hawala MAN-2" }).waitFor();
  await axe(page);
  await screenshot(page, "partner-settlement");

  await page.getByRole("button", { name: "Record Settlement" }).click();
  const form = page.getByRole("form", { name: /^Settlement with/ });
  await form.getByRole("combobox", { name: "Through account" }).fill(bank.accountCode);
  await page.getByRole("option", { name: /Azizi Bank/ }).click();
  await form.getByText(/^He pays 18,400\.00 AFN through .* of his account is settled\.$/).waitFor();
  await expect.poll(() => spaceBelow(page.getByRole("dialog"), "Record Settlement")).toBeGreaterThan(12);
  await axe(page);
  await screenshot(page, "partner-settlement-form");
  await form.getByRole("button", { name: "Record Settlement" }).click();
  await page.getByRole("status").filter({ hasText: "Settlement recorded" }).waitFor();
  await page.getByText(/^Since the settlement of/).waitFor();
  expect(await figures.getByRole("row", { name: /Paid for him/ }).count()).toBe(0);
  await page.getByRole("link", { name: /hawalas of settlement/ }).click();
  await page.getByRole("link", { name: "Hawala MAN-1" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "partner-settlement-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: /^Undo settlement/ }).click();
  await page
    .getByRole("dialog", { name: /^Undo the settlement of/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await page.getByRole("status").filter({ hasText: "Settlement undone" }).waitFor();
  await figures.getByRole("row", { name: /Paid for him.*2.*18,400\.00/ }).waitFor();

  await page.getByText("Reconcile with his sheet").click();
  const { bytes } = listOf([{ C: "MAN-1" }, { C: "LATE-1" }]);
  await page
    .getByLabel("Partner's sheet")
    .setInputFiles({ name: "manchester.xlsx", mimeType: "application/octet-stream", buffer: bytes });
  await page.getByRole("button", { name: "Reconcile", exact: true }).click();
  const rows = page.getByRole("table", { name: "Rows" });
  await rows.getByRole("row", { name: /Different.*MAN-1/ }).waitFor();
  await rows.getByRole("row", { name: /Missing here.*LATE-1/ }).waitFor();
  await rows.getByRole("row", { name: /Missing there.*MAN-3/ }).waitFor();
  await axe(page);
  await screenshot(page, "partner-reconcile");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "partner-reconcile-narrow");
});
