import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { cashId, choose, dollars, overflow, people, spaceBelow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });
const summary = (page: Page) => page.getByRole("table", { name: "Cash of the day" });

test("a day is counted, closed over a difference, keeps what a form tries to post into it, and is reopened", async ({
  page,
  office,
  watched,
}) => {
  const { desk, farid, zahra } = await people(office);
  await signIn(page, office, office.admin, "/reports/daily-book");
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

  watched.expect(/409/);
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
