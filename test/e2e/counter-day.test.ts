import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { cashId, choose, dollars, focusedField, overflow, people, readOn, recordedWith, spaceBelow } from "./support/entries.ts";
import { afghani, balancesOf, typeExchange } from "./support/exchange.ts";
import { test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { outlooksOn } from "./support/shown.ts";
import { visitPage } from "./support/visit.ts";

const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });
const summary = (page: Page) => page.getByRole("table", { name: "Cash of the day" });

test("a day is counted, closed over a difference, keeps what a form tries to post into it, and is reopened", async ({
  walked: page,
  office,
}) => {
  const { desk, farid, zahra } = await people(office);
  await visitPage(page, "/reports/daily-book", "Daily Book");
  await summary(page)
    .getByRole("row", { name: /USD.*1,000\.00/ })
    .waitFor();

  await page.getByRole("button", { name: "Close Day" }).click();
  const count = dialog(page, /^Close \d{4}-\d\d-\d\d$/);
  await count.getByRole("button", { name: "Close Day" }).click();
  await count.getByText("Count this currency").waitFor();
  // A sum of many entries has room in its field.
  const euros = count.getByRole("textbox", { name: "Counted EUR" });
  await euros.fill("175515432099.50");
  await euros.blur();
  expect(await euros.inputValue()).toBe("175,515,432,099.50");
  expect(await euros.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await euros.fill("0");
  await count.getByRole("region", { name: "USD" }).getByRole("button", { name: "Count by notes" }).click();
  await count.getByRole("textbox", { name: "Notes of 100 USD" }).fill("9");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1");
  await count.getByText("-$50.00").waitFor();
  await expect.poll(() => spaceBelow(count, "Close Day")).toBeGreaterThan(12);
  await screenshot(page, "close-day");

  // Another desk posts meanwhile: the count was of other books, and stays as it was typed.
  const sides = { outAccountId: cashId, inAccountId: zahra.id, currencyId: dollars };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides, dAmount: "10", transDescription: "Deposit" });
  await count.getByText("$1,010.00").waitFor();
  await count.getByText(/^The books have moved since USD was counted: they said 1,000\.00 and say 1,010\.00/).waitFor();
  await axe(page);
  await screenshot(page, "close-day-moved");
  await count.getByRole("button", { name: "The count of USD holds" }).click();
  await count.getByRole("textbox", { name: "Reason for the difference of USD" }).fill("Lent to the bakery");
  await count.getByRole("button", { name: "Close Day" }).click();
  await page.getByRole("status").filter({ hasText: "Day closed" }).waitFor();
  const counted = page.getByRole("table", { name: "What was counted" });
  await counted.getByRole("row", { name: /USD.*1,010\.00.*950\.00.*9\s×\s100, 1\s×\s50.*60\.00.*Lent to the bakery/ }).waitFor();
  await summary(page)
    .getByRole("row", { name: /USD.*950\.00/ })
    .waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "daily-book-closed-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("navigation").getByRole("link", { name: "Transfer", exact: true }).click();
  await choose(page, "Debit Account", farid);
  await choose(page, "Credit Account", zahra);
  await page.getByLabel("Debit Amount").fill("5");
  await page.getByLabel("Debit Narrative").fill("Too late");
  await page.keyboard.press("Control+Enter");
  await page
    .getByText(/^The books are closed up to \d{4}-\d\d-\d\d \(by admin\)/)
    .first()
    .waitFor();
  expect(await page.getByLabel("Debit Amount").inputValue()).toMatch(/^5/);
  await page.getByRole("button", { name: "New", exact: true }).click();

  await page.goBack();
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(() => spaceBelow(dialog(page, /^Reopen/), "Reopen")).toBeGreaterThan(12);
  await dialog(page, /^Reopen/)
    .getByRole("textbox", { name: "Reason" })
    .fill("The bakery paid back");
  await dialog(page, /^Reopen/)
    .getByRole("button", { name: "Reopen" })
    .click();
  await page.getByRole("status").filter({ hasText: "Day reopened" }).waitFor();
  await summary(page)
    .getByRole("row", { name: /USD.*1,010\.00/ })
    .waitFor();
});

/** What every entry has in its narrative. */
const narrative = "Till";

type Kind = "Transfer" | "Credit" | "Debit" | "Exchange";

interface Entry {
  readonly kind: Kind;
  /** As it is typed. */
  readonly amount: string;
  /** What is pressed in the date. */
  readonly day?: "-" | "t";
  /** The customer meant it the other way round. */
  readonly isReversed?: true;
}

/** The entry before comes a second time. */
type Repetition = Pick<Entry, "kind">;

/** In the order in which customers come. All amounts differ, so that nothing but a repetition is a likely duplicate. */
const entries: readonly (Entry | Repetition)[] = [
  { kind: "Transfer", amount: "=101*2.5" },
  { kind: "Transfer", amount: "۱۰۲", isReversed: true },
  { kind: "Transfer", amount: "103.75", day: "-" },
  { kind: "Transfer" },
  { kind: "Credit", amount: "105", day: "-" },
  { kind: "Credit", amount: "=106*2.5", day: "t" },
  { kind: "Debit", amount: "۱۰۷" },
  { kind: "Exchange", amount: "109" },
  { kind: "Exchange", amount: "=110*2.5" },
  { kind: "Transfer", amount: "111" },
];

const firstFields = { Transfer: "debitAccount", Credit: "account", Debit: "account", Exchange: "purchaseAccount" } as const;

/** Goes to a page as a teller does: the palette and the beginning of its name. */
async function goTo(page: Page, kind: Kind): Promise<void> {
  await page.keyboard.press("Control+KeyK");
  // The palette takes the focus only once it is drawn: letters that come before go into the form beneath.
  const field = page.getByRole("combobox", { name: "Page, action, account, transaction or hawala number" });
  await field.and(page.locator(":focus")).waitFor();
  await page.keyboard.type(kind.toLowerCase());
  await expect.poll(() => page.getByRole("dialog").getByRole("option", { selected: true }).innerText()).toContain(kind);
  await page.keyboard.press("Enter");
  // The form that is left has the same first field, and stands empty too.
  await page.getByRole("form", { name: kind }).waitFor();
  await ready(page, kind);
}

/** The form stands empty with the focus on its first field. */
async function ready(page: Page, kind: Kind): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe(firstFields[kind]);
  await expect.poll(() => page.locator(":focus").inputValue()).toBe("");
}

async function typeCode(page: Page, { accountCode }: Pick<Account, "accountCode">, then: string): Promise<void> {
  await page.keyboard.type(accountCode);
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe(then);
}

interface Customers {
  readonly farid: Account;
  readonly zahra: Account;
  readonly karim: Account;
}

/** Types one entry; the last thing that is left to do is to save it. */
async function typeEntry(
  page: Page,
  entry: Entry,
  { nth, farid, zahra, karim }: { readonly nth: number } & Customers,
): Promise<void> {
  const { kind, amount, day } = entry;
  const [one, other] = nth % 2 === 0 ? [zahra, karim] : [farid, zahra];
  const words = `${narrative} ${String(nth)}`;
  if (kind === "Exchange") {
    const deal = { purchase: { accountCode: "11" }, purchaseCurrency: "U", selling: { accountCode: "11" }, sellingCurrency: "A" };
    await typeExchange(page, { ...deal, purchaseAmount: amount, narrative: words, rate: "69.80" });
    return;
  }
  await typeCode(page, one, "amount");
  await page.keyboard.type(amount);
  await page.keyboard.press("Enter");
  // In one go: what the keys are there for are the code, the amount and the date.
  await page.keyboard.insertText(words);
  await page.keyboard.press("Enter");
  if (kind === "Transfer") await typeCode(page, other, "creditNarrative");
  if (entry.isReversed) await page.keyboard.press("Alt+KeyR");
  if (day === undefined) return;
  while ((await focusedField(page)) !== "date") await page.keyboard.press("Enter");
  await page.keyboard.press(day);
}

/** What the preview has announced so far, by account and currency: the figure that must be shown as "now" by the next entry. */
type Announced = Map<string, string>;

/** Reads the preview once it stands on what the entries before have announced, and notes what it announces itself. */
async function noteOutlook(page: Page, announced: Announced): Promise<void> {
  const keyOf = (account: string, shown: string): string =>
    `${account.split(" - ")[0] ?? ""} ${/[A-Z]{3}$/.exec(shown)?.[0] ?? ""}`;
  const figure = (shown: string): string => shown.replaceAll(/[^\d.-]/g, "");
  const stale = async (): Promise<string[]> =>
    (await outlooksOn(page)).flatMap(({ account, now }) => {
      const before = announced.get(keyOf(account, now));
      return before === undefined || before === figure(now) ? [] : [`${account}: ${now} instead of ${before}`];
    });
  await expect.poll(stale).toEqual([]);
  const rows = await outlooksOn(page);
  expect(rows.length).toBeGreaterThan(0);
  for (const { account, after } of rows) announced.set(keyOf(account, after), figure(after));
}

async function save(page: Page, kind: Kind): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await ready(page, kind);
}

/** The last entry comes a second time: Ctrl+Shift+L, the warning that it may be a duplicate, and saved anyway. */
async function repeat(page: Page, kind: Kind, announced: Announced): Promise<void> {
  await page.keyboard.press("Control+Shift+KeyL");
  await expect.poll(() => page.locator(":focus").inputValue()).not.toBe("");
  await noteOutlook(page, announced);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByText("This may have been entered already").waitFor();
  await readOn(page);
  await save(page, kind);
}

async function openOffice(desk: Desk): Promise<void> {
  await desk.send("PATCH", "/api/currencies/1", { rate: "69.80" });
  const sides = { outAccountId: cashId, inAccountId: cashId, currencyId: dollars, cCurrencyId: afghani };
  // Afghani in the till, for which the house is short of dollars.
  const deal = { ...sides, currencyId: afghani, cCurrencyId: dollars, dAmount: "6980000", cAmount: "100000", exRate: "69.80" };
  await desk.send("POST", "/api/transactions", { transType: "Exchange", ...deal });
}

test("a day at the counter, by keyboard alone: each preview begins where the one before ended, and the books end where the last did", async ({
  walked: page,
  office,
}) => {
  const { desk, farid, zahra } = await people(office);
  const karim = await openAccount(office, { accountName: "Karim" });
  await openOffice(desk);
  const announced: Announced = new Map();
  await visitPage(page, "/", "Admin Dashboard");
  for (const [nth, entry] of entries.entries()) {
    const { kind } = entry;
    if (kind !== entries[nth - 1]?.kind) await goTo(page, kind);
    if ("amount" in entry) {
      await typeEntry(page, entry, { nth, farid, zahra, karim });
      await noteOutlook(page, announced);
      await save(page, kind);
    } else await repeat(page, kind, announced);
  }

  const recorded = await recordedWith(desk, narrative);
  expect(recorded).toHaveLength(entries.length);
  const { today } = (await desk.send("GET", "/api/office")) as { readonly today: BusinessDate };
  const paidYesterday = { transDate: addDays(today, -1), cTransDescription: `${narrative} 2`, userCreated: "admin" };
  expect(recorded.filter(({ dAmount }) => dAmount === "103.75")).toMatchObject([paidYesterday, paidYesterday]);
  const accounts = [farid, zahra, karim, { id: cashId, accountCode: "11" }];
  for (const { id, accountCode } of accounts) {
    const balances = await balancesOf(desk, id);
    for (const [currency, balance] of Object.entries(balances))
      expect(announced.get(`${accountCode} ${currency}`) ?? balance, `${accountCode} ${currency}`).toBe(balance);
  }
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
});
