import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";

import { openAccount } from "./support/accounts.ts";
import { cashId, choose, overflow, people } from "./support/entries.ts";
import { amountField, transferPage } from "./support/entry-pages.ts";
import { test } from "./support/fixtures.ts";
import { box, enter, entryPath } from "./support/hawala-entry.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, found, openEdit, record, results, rowOf, searchPath } from "./support/searching.ts";
import { visit, visitPage } from "./support/visit.ts";

/** With punctuation inside and at its end, which stands on the right where the text is taken for English. */
const narrative = "کرایه دکان (نمبر ۵). از احمد خان!";

/** What of an element of the page is looked at in there. */
interface Written {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(of: Written): { readonly direction: string } } };
}

/** In which direction a text runs, as the browser has resolved it. */
const directionOf = (text: Locator): Promise<string> =>
  text.evaluate((written: unknown) => {
    const { ownerDocument } = written as Written;
    return ownerDocument.defaultView.getComputedStyle(written as Written).direction;
  });

/** Fills fields with Persian, the first of them with English before: each runs as it is written. Leaves the Persian. */
async function expectAsWritten(fields: Locator, count: number): Promise<void> {
  await expect.poll(() => fields.count()).toBe(count);
  await fields.first().fill("Rent.");
  expect(await directionOf(fields.first())).toBe("ltr");
  for (const field of await fields.all()) {
    await field.fill(narrative);
    expect(await directionOf(field), await field.evaluate((of) => of.outerHTML)).toBe("rtl");
  }
}

/** The fields of a hawala in which somebody writes words. */
const ofHawala = /^(Sender Name|Sender Location|Receiver Name|Receiver Location|Notes)/;

test("Persian narratives, names, places and notes run from the right where they are typed", async ({ walked: page }) => {
  // Every narrative of an entry is a field of several lines, as those of the transfer are.
  for (const { form, path, title, fields, count } of [
    { form: "transfer", path: transferPage.path, title: "Transfer", fields: /Narrative$/, count: 2 },
    { form: "hawala", path: entryPath, title: "Hawala Money Transfer", fields: ofHawala, count: 5 },
    { form: "search", path: searchPath, title: "Search Transactions", fields: /Narrative$/, count: 1 },
  ]) {
    await visitPage(page, path, title);
    const written = page.getByRole("textbox", { name: fields });
    await expectAsWritten(written, count);
    await screenshot(page, `persian-${form}`);
    // Nothing is left behind that would be asked about.
    for (const field of await written.all()) await field.fill("");
  }
});

test("a Persian name runs from the right, and what else is written of an account, where it is typed and where it is read", async ({
  walked: page,
}) => {
  await visitPage(page, "/accounts/new", "Accounts");
  const names = page.getByRole("textbox", { name: /^(Account Name|Last Name|Father Name|Tazkira Number|Address)/ });
  await expectAsWritten(names, 5);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "View it" }).click();
  const name = page.getByRole("heading", { level: 2, name: narrative });
  await name.waitFor();
  // Name and last name are one; the father, the tazkira and the address follow.
  const facts = page.locator("dl").getByText(narrative);
  await expect.poll(() => facts.count()).toBe(3);
  for (const text of [name.getByText(narrative), ...(await facts.all())]) expect(await directionOf(text)).toBe("rtl");
});

test("a Persian narrative runs from the right in the list of transactions, and where one is edited and deleted", async ({
  walked: page,
  office,
}) => {
  const { desk, farid, zahra } = await people(office);
  const sides = { outAccountId: farid.id, inAccountId: zahra.id };
  const transaction = await record(desk, { transType: "Transfer", ...sides, transDescription: narrative });
  await visitPage(page, `${searchPath}?searchWhat=All&narrative=${encodeURIComponent(narrative)}`, "Search Transactions");
  expect(await directionOf(rowOf(page, transaction).getByText(narrative))).toBe("rtl");
  await screenshot(page, "persian-results");
  const edit = await openEdit(page, transaction);
  await expectAsWritten(edit.getByRole("textbox", { name: /Narrative$/ }), 2);
  await edit.getByRole("textbox", { name: "Credit Narrative" }).fill(transaction.cTransDescription ?? "");
  await page.keyboard.press("Escape");
  await edit.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Delete transaction ${String(transaction.id)}` }).click();
  const question = dialogOf(page, "Delete Transaction");
  expect(await directionOf(question.getByText(narrative).first())).toBe("rtl");
  await expectAsWritten(question.getByLabel("Reason"), 1);
  await screenshot(page, "persian-delete");
  await question.getByLabel("Reason").fill("");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
});

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
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const account = await openLong(office);
  await recordTwo(desk, account);
  for (const what of ["All", "Deleted"]) {
    await visit(page, `${searchPath}?searchWhat=${what}&accountId=${String(account.id)}`);
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
  walked: page,
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
  await visit(page, `/reports/partner-settlement?partner=${String(partner.id)}`);
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

test("one word for a name takes no kind of account out of the list of the dashboard", async ({ walked: page, office }) => {
  await openLong(office);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/?show=accounts");
  const accounts = page.getByRole("dialog").getByRole("region", { name: "Account Details" });
  await accounts.getByText(word).first().waitFor();
  await expect.poll(() => accounts.locator("li *").evaluateAll(beyondWindow)).toEqual([]);
});

test("one word for a name takes neither a balance nor a field out of the entries, and stays in the summary of a hawala", async ({
  walked: page,
  office,
}) => {
  const accounts = [await openLong(office), await openLong(office)];
  const partner = await openLong(office, "hawala_partner");
  await visitPage(page, transferPage.path, "Transfer");
  for (const [index, side] of transferPage.sides.entries()) await choose(page, side, accounts[index] ?? { accountCode: "" });
  await amountField(page).fill("205.5");
  await page
    .getByText(new RegExp(`\\$205\\.50 USD.*${word}|${word}.*\\$205\\.50 USD`))
    .first()
    .waitFor();
  await atEach(page, sizes, () => expectWhole(page, page.getByRole("table", { name: "After saving" })));
  await screenshot(page, "long-name-transfer");
  await page.getByRole("button", { name: "New" }).click();
  await expect.poll(() => amountField(page).inputValue()).toBe("");
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
