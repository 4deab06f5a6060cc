import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";

import { openAccount } from "./support/accounts.ts";
import { cashId, choose, overflow } from "./support/entries.ts";
import { amountField, narrativeField, transferPage } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";
import { box, enter, entryPath } from "./support/hawala-entry.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { found, record, results, searchPath } from "./support/searching.ts";
import { visit, visitPage } from "./support/visit.ts";

/** One word, where a line can be broken only inside it. */
const word = "W".repeat(120);
/** Of a sender's or receiver's name on a hawala. */
const mostOfPerson = 100;
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** What of an element of the page is looked at in there. */
interface Drawn {
  readonly textContent: string;
  readonly ownerDocument: { readonly documentElement: { readonly clientWidth: number } };
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}

/** Which of these reach beyond the window; carried out in the page. */
function beyondWindow(all: readonly Drawn[]): string[] {
  const isBeyond = (drawn: Drawn): boolean => {
    const { left, right } = drawn.getBoundingClientRect();
    return left < 0 || right > drawn.ownerDocument.documentElement.clientWidth;
  };
  return all.filter(isBeyond).map(({ textContent }) => textContent);
}

/** Waits until a table stands whole in the window: its cells, what they say and the buttons in them. */
async function expectWhole(page: Page, table: Locator, said = word): Promise<void> {
  await table.getByText(said).first().waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => table.locator("tbody *").evaluateAll(beyondWindow)).toEqual([]);
}

/** Looks at a page in windows of each of these sizes. */
async function atEach(page: Page, windows: typeof sizes, look: () => Promise<void>): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size);
    await look();
  }
}

async function openLong(office: Office, accountType: Account["accountType"] = "customer"): Promise<Account> {
  return openAccount(office, { accountName: word, lastName: word, accountType });
}

/** Records what stands in the list of transactions, and what stands in that of the deleted ones. */
async function recordTwo(desk: Desk, { id }: Account): Promise<void> {
  const sides = { transType: "Credit", outAccountId: cashId, inAccountId: id } as const;
  await record(desk, sides);
  const deleted = await record(desk, { ...sides, transDate: "2026-01-02" });
  await desk.send("DELETE", `/api/transactions/${String(deleted.id)}`, { reason: "Typed twice" });
}

test("one word for a name takes nothing else out of the lists, and stays in the window where the account is edited", async ({
  page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const account = await openLong(office);
  await recordTwo(desk, account);
  const lists = ["All", "Deleted"].map((what) => `${searchPath}?searchWhat=${what}&accountId=${String(account.id)}`);
  await signIn(page, office, office.admin, lists[0]);
  for (const [index, list] of lists.entries()) {
    if (index > 0) await visit(page, list);
    await found(page, "1");
    await atEach(page, sizes, () => expectWhole(page, results(page)));
  }
  await visit(page, "/reports/audit-log");
  await atEach(page, sizes, () => expectWhole(page, page.getByRole("table", { name: "Entries" })));
  await visit(page, `/accounts/edit/${String(account.id)}`);
  await page.getByText(`${word} ${word}`).first().waitFor();
  await atEach(page, sizes, async () => {
    await expect.poll(() => overflow(page)).toBe(0);
  });
  await screenshot(page, "long-name-account");
});

test("one word for a name stays in the cards of a partner's settlement and of the hawalas of our serial numbers", async ({
  page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const partner = await openLong(office, "hawala_partner");
  await record(desk, { transType: "Credit", outAccountId: cashId, inAccountId: partner.id });
  const person = word.slice(0, mostOfPerson);
  await enter(desk, { senderName: person, receiverName: person });
  const incoming = {
    direction: "incoming",
    hawalaNo: "MAN-1",
    senderCode: partner.accountCode,
    currency: "AFN",
    rAmount: "9200",
  };
  await desk.send("POST", "/api/hawala", {
    ...incoming,
    senderName: person,
    receiverName: person,
    amount: "100",
    exchangeRate: "92",
  });
  const windows = [1280, 768, 320].map((width) => ({ width, height: 800 }));
  await signIn(page, office, office.admin, `/reports/partner-settlement?partner=${String(partner.id)}`);
  const balances = page.getByRole("region", { name: "Balances" });
  await balances.getByText("100.00").first().waitFor();
  await atEach(page, windows, async () => {
    await expect.poll(() => balances.locator("*").evaluateAll(beyondWindow)).toEqual([]);
  });
  await visit(page, "/hawala-serial");
  await atEach(page, windows, async () => {
    await expectWhole(page, page.getByRole("table", { name: "Recent Hawalas" }), person);
    await expectWhole(page, page.getByRole("table", { name: "Sender Codes" }));
  });
});

test("one word for a name takes neither a balance nor a field out of the entries, and stays in the summary of a hawala", async ({
  page,
  office,
}) => {
  const accounts = [await openLong(office), await openLong(office)];
  const partner = await openLong(office, "hawala_partner");
  await signIn(page, office, office.admin);
  for (const { form, title, path, sides } of [
    { form: "debit", title: "Debit Transaction", path: "/transactions/debit", sides: ["Account"] },
    { form: "transfer", title: "Transfer", ...transferPage },
  ]) {
    await visitPage(page, path, title);
    for (const [index, side] of sides.entries()) await choose(page, side, accounts[index] ?? { accountCode: "" });
    await amountField(page).fill("205.5");
    await narrativeField(page).fill("Rent of shop.");
    await page
      .getByText(new RegExp(`\\$205\\.50 USD.*${word}|${word}.*\\$205\\.50 USD`))
      .first()
      .waitFor();
    await atEach(page, sizes, () => expectWhole(page, page.getByRole("table", { name: "After saving" })));
    await screenshot(page, `long-name-${form}`);
    await page.getByRole("button", { name: "New" }).click();
    await expect.poll(() => amountField(page).inputValue()).toBe("");
  }
  const person = word.slice(0, mostOfPerson);
  await visitPage(page, entryPath, "Hawala Money Transfer");
  for (const name of ["Sender Name", "Receiver Name"]) await box(page, name).fill(person);
  await box(page, "Amount").fill("500");
  await choose(page, "Partner Account", partner);
  const summary = page.getByRole("region", { name: "Summary" });
  await summary.getByText(new RegExp(`^You take .*${person}`)).waitFor();
  await atEach(page, sizes, async () => {
    await expect.poll(() => summary.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0);
    await expect.poll(() => overflow(page)).toBe(0);
  });
  await screenshot(page, "long-name-hawala");
});

test("one word for a name takes no kind of account out of the list of the dashboard", async ({ page, office }) => {
  await openLong(office);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, office, office.admin, "/?show=accounts");
  const accounts = page.getByRole("dialog").getByRole("region", { name: "Account Details" });
  await accounts.getByText(word).first().waitFor();
  await expect.poll(() => accounts.locator("li *").evaluateAll(beyondWindow)).toEqual([]);
});
