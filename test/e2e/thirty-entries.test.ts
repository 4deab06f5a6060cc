import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";

import { openAccount } from "./support/accounts.ts";
import { cashId, dollars, focusedField, people, readOn, recordedWith } from "./support/entries.ts";
import { afghani, balancesOf, typeExchange } from "./support/exchange.ts";
import { signIn, test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { outlooksOn } from "./support/shown.ts";

/** What every entry has in its narrative. */
const narrative = "At the counter";

type Kind = "Transfer" | "Credit" | "Debit" | "Exchange";

/** The order in which customers come: so many entries on one page, then the next page. */
const customers: readonly (readonly [Kind, number])[] = [
  ["Transfer", 6],
  ["Credit", 4],
  ["Debit", 4],
  ["Exchange", 4],
  ["Transfer", 4],
  ["Credit", 4],
  ["Debit", 4],
];

const firstFields = { Transfer: "debitAccount", Credit: "account", Debit: "account", Exchange: "purchaseAccount" } as const;

/** One amount in several ways of typing it, and which keys go with the day. All amounts differ, so that none is a likely duplicate. */
function typedAmount(entry: number): string {
  const amount = 100 + entry;
  if (entry % 5 === 1) return `=${String(amount)}*2.5`;
  if (entry % 5 === 2) return [...String(amount)].map((digit) => "۰۱۲۳۴۵۶۷۸۹"[Number.parseInt(digit, 10)]).join("");
  return entry % 5 === 3 ? `${String(amount)}.75` : String(amount);
}

/** Counts what a hand does on the keyboard of a page: every character, every key, every chord. */
function countKeys(page: Page): () => number {
  const { keyboard } = page;
  const [type, press] = [keyboard.type.bind(keyboard), keyboard.press.bind(keyboard)];
  let count = 0;
  keyboard.type = (text, options) => {
    count += [...text].length;
    return type(text, options);
  };
  keyboard.press = (key, options) => {
    count += 1;
    return press(key, options);
  };
  return () => count;
}

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

async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

interface Customers {
  readonly farid: Account;
  readonly zahra: Account;
  readonly karim: Account;
}

/** Types one entry; the last thing that is left to do is to save it. */
async function typeEntry(page: Page, entry: { readonly kind: Kind; readonly number: number } & Customers): Promise<void> {
  const { kind, number, farid, zahra, karim } = entry;
  const [one, other] = number % 2 === 0 ? [farid, zahra] : [zahra, karim];
  const words = `${narrative} ${String(number)}`;
  if (kind === "Exchange") {
    const deal = { purchase: { accountCode: "11" }, purchaseCurrency: "U", selling: { accountCode: "11" }, sellingCurrency: "A" };
    await typeExchange(page, { ...deal, purchaseAmount: typedAmount(number), narrative: words, rate: "69.80" });
    return;
  }
  if (kind === "Transfer") {
    await typeCode(page, one, "amount");
    await enter(page, typedAmount(number));
    await enter(page, words);
    await typeCode(page, other, "creditNarrative");
    // The customer meant it the other way round.
    if (number % 4 === 0) await page.keyboard.press("Alt+KeyR");
  } else {
    await typeCode(page, one, "amount");
    await enter(page, typedAmount(number));
    await enter(page, words);
  }
  if (number % 3 === 0) {
    while ((await focusedField(page)) !== "date") await page.keyboard.press("Enter");
    await page.keyboard.press("-");
  } else if (number % 7 === 0) {
    while ((await focusedField(page)) !== "date") await page.keyboard.press("Enter");
    await page.keyboard.press("t");
  }
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

/** The last entry of a block comes a second time: Ctrl+Shift+L, the warning that it may be a duplicate, and saved anyway. */
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

test("thirty entries at the counter, by keyboard alone", { timeout: 120_000 }, async ({ page, office }) => {
  const { desk, farid, zahra } = await people(office);
  const karim = await openAccount(office, { accountName: "Karim" });
  await openOffice(desk);
  const announced: Announced = new Map();
  await signIn(page, office, office.admin);
  await page.getByRole("heading", { level: 1, name: "Admin Dashboard" }).waitFor();
  const keys = countKeys(page);
  const spent: Record<Kind, { entries: number; keys: number }> = {
    Transfer: { entries: 0, keys: 0 },
    Credit: { entries: 0, keys: 0 },
    Debit: { entries: 0, keys: 0 },
    Exchange: { entries: 0, keys: 0 },
  };
  const startedAt = performance.now();
  let number = 0;
  for (const [kind, entries] of customers) {
    const before = keys();
    await goTo(page, kind);
    for (let entry = 1; entry <= entries; entry += 1) {
      number += 1;
      if (entry === entries && kind !== "Exchange") await repeat(page, kind, announced);
      else {
        await typeEntry(page, { kind, number, farid, zahra, karim });
        await noteOutlook(page, announced);
        await save(page, kind);
      }
    }
    spent[kind].entries += entries;
    spent[kind].keys += keys() - before;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);

  expect(await recordedWith(desk, narrative)).toHaveLength(30);
  const accounts = [farid, zahra, karim, { id: cashId, accountCode: "11" }];
  for (const { id, accountCode } of accounts) {
    const balances = await balancesOf(desk, id);
    for (const [currency, balance] of Object.entries(balances))
      expect(announced.get(`${accountCode} ${currency}`) ?? balance, `${accountCode} ${currency}`).toBe(balance);
  }
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
  const perEntry = Object.entries(spent).map(
    ([kind, { entries, keys: count }]) => `${kind} ${String(Math.round(count / entries))}`,
  );
  process.stdout.write(
    `30 entries in ${String(seconds)} s, ${String(keys())} keystrokes; per entry, page and narrative included: ${perEntry.join(", ")}\n`,
  );
});
