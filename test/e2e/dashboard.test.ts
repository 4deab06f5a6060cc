import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, test, told } from "./support/hawalas.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { drawnChart } from "./support/shown.ts";

const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const card = (page: Page, name: string, figure: number) =>
  part(page, "Hawalas").getByRole("button", { name: new RegExp(`^${name}\\s*${String(figure)}\\b`) });
const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("an admin sees how the office stands, narrows it, and cancels what waits", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const early = await arrived(desk, { transactionDate: "2026-03-01", receiverName: "Nadia Farahi" });
  const paid = await arrived(desk, { transactionDate: "2026-03-02" });
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`);
  await signIn(page, office, office.admin);
  await card(page, "Total Hawala", 2).waitFor();
  await drawnChart(page, /^AFN in cash from/).waitFor();
  await screenshot(page, "dashboard");
  await part(page, "Books").getByRole("button", { name: "Verify now" }).click();
  await page.getByText("Books balance").waitFor();
  const filter = part(page, "Time Frame Filter");
  await filter.getByRole("button", { name: "Time Frame Filter" }).click();
  await axe(page);
  await part(page, "Total Hawala Amounts by Currency").getByText("$262.86").first().waitFor();
  await part(page, "Cash at shop").getByText("90,800.00").first().waitFor();

  // Another desk enters one, and it is here without anything being pressed.
  const late = await arrived(desk);
  await card(page, "Total Hawala", 3).waitFor();
  await part(page, "Recent Hawala Transactions")
    .getByRole("link", { name: `Open hawala ${late.hawalaNo}` })
    .waitFor();

  await filter.getByLabel("Start Date").fill("2026-03-01");
  await filter.getByLabel("End Date").fill("2026-03-02");
  await filter.getByText("Filtering hawala data from 2026-03-01 to 2026-03-02 · 2 transactions shown").waitFor();
  await filter.getByText("Active", { exact: true }).waitFor();
  await card(page, "Pending Hawala", 1).click();
  const list = dialog(page, "Pending Hawala");
  await list.getByText("Showing 1 of 1 transactions").waitFor();
  await page.setViewportSize(narrow);
  await axe(page);
  await page.setViewportSize(wide);
  await list.getByRole("searchbox").fill("nadia");
  await list.getByRole("button", { name: `Cancel hawala ${early.hawalaNo}` }).click();
  await dialog(page, `Cancel hawala ${early.hawalaNo}?`).getByRole("button", { name: "Cancel Hawala" }).click();
  await told(page, "Hawala Cancelled Successfully", "Hawala has been cancelled and associated transaction deleted.");
  await list.getByText("No transactions match your search.").waitFor();
  await screenshot(page, "dashboard-list");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await card(page, "Cancelled Hawala", 1).waitFor();
  expect(at(page)).toEqual({ fromDate: "2026-03-01", toDate: "2026-03-02" });

  const days = part(page, "Hawalas per day");
  await days.getByText("Table", { exact: true }).click();
  await days.getByRole("link", { name: "Show only 2026-03-02" }).click();
  await filter.getByText(/ · 1 transaction shown$/).waitFor();

  const balances = part(page, "Balances");
  await balances.getByText(london.accountName).waitFor();
  await balances.getByRole("button", { name: "Add account" }).click();
  await dialog(page, "Add Account Balance").getByLabel("Account code").fill("1007");
  await axe(page);
  await page.keyboard.press("Enter");
  await page.getByText("Account 1007 added successfully").waitFor();
  await balances.getByText("Herat branch").waitFor();

  const health = part(page, "System Health Monitor");
  await health.getByRole("button", { name: /^Total Accounts/ }).click();
  await dialog(page, "Account Details").getByText("London").waitFor();
  await axe(page);
  await page.keyboard.press("Escape");

  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await expectBooksBalance(desk);
});
