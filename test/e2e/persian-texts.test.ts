import type { Locator } from "playwright-core";
import { expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { cashId, people } from "./support/entries.ts";
import { transferPage } from "./support/entry-pages.ts";
import { exchangePath } from "./support/exchange.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, openEdit, record, results, rowOf, searchPath } from "./support/searching.ts";
import { visitPage } from "./support/visit.ts";

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

/** Fills fields with Persian, then with English: each runs as it is written. Leaves the Persian. */
async function expectAsWritten(fields: Locator, count: number): Promise<void> {
  await expect.poll(() => fields.count()).toBe(count);
  for (const field of await fields.all()) {
    await field.fill("Rent.");
    expect(await directionOf(field)).toBe("ltr");
    await field.fill(narrative);
    expect(await directionOf(field), await field.evaluate((of) => of.outerHTML)).toBe("rtl");
  }
}

/** The fields of a hawala in which somebody writes words. */
const ofHawala = /^(Sender Name|Sender Location|Receiver Name|Receiver Location|Notes)/;

const narratives = (place: Locator) => place.getByRole("textbox", { name: /Narrative$/ });

test("Persian narratives, names, places and notes run from the right where they are typed", async ({ page, office }) => {
  await signIn(page, office, office.admin);
  for (const { form, path, title, fields, count } of [
    { form: "debit", path: "/transactions/debit", title: "Debit Transaction", fields: /Narrative$/, count: 1 },
    { form: "transfer", path: transferPage.path, title: "Transfer", fields: /Narrative$/, count: 2 },
    { form: "exchange", path: exchangePath, title: "Exchange", fields: /Narrative$/, count: 2 },
    { form: "hawala", path: "/transactions/hawala", title: "Hawala Money Transfer", fields: ofHawala, count: 5 },
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
  page,
  office,
}) => {
  await signIn(page, office, office.admin, "/accounts/new");
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
  page,
  office,
}) => {
  const { desk, farid, zahra, afghani } = await people(office);
  const each = (body: Partial<Transaction>) => record(desk, { transDescription: narrative, ...body });
  const exchanged = { outAccountId: farid.id, inAccountId: afghani.id, cCurrencyId: 1, cAmount: "6980", exRate: "69.80" };
  const recorded = [
    { transaction: await each({ transType: "Debit", outAccountId: farid.id, inAccountId: cashId }), count: 1 },
    { transaction: await each({ transType: "Transfer", outAccountId: farid.id, inAccountId: zahra.id }), count: 2 },
    { transaction: await each({ transType: "Exchange", ...exchanged, cTransDescription: narrative }), count: 2 },
  ];
  await signIn(page, office, office.admin, `${searchPath}?searchWhat=All&narrative=${encodeURIComponent(narrative)}`);
  await results(page).waitFor();
  await screenshot(page, "persian-results");
  for (const { transaction, count } of recorded) {
    expect(await directionOf(rowOf(page, transaction).getByText(narrative))).toBe("rtl");
    await expectAsWritten(narratives(await openEdit(page, transaction)), count);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const id = String(recorded[0]?.transaction.id);
  await page.getByRole("button", { name: `Delete transaction ${id}` }).click();
  const question = dialogOf(page, "Delete Transaction");
  expect(await directionOf(question.getByText(narrative).first())).toBe("rtl");
  await expectAsWritten(question.getByLabel("Reason"), 1);
  await screenshot(page, "persian-delete");
});
