import { expect } from "vitest";

import { cashId } from "./support/entries.ts";
import { openSeat, signIn, test as base } from "./support/fixtures.ts";
import { enter } from "./support/hawala-entry.ts";
import { searchPath } from "./support/searching.ts";
import { visitPage } from "./support/visit.ts";

/** An office with a partner who has paid in and sent a hawala: his account's id. */
const test = base.extend("partnerId", { scope: "file" }, async ({ office }): Promise<number> => {
  const desk = await office.signIn(office.admin);
  const partner = { accountName: "Herat", accountType: "hawala_partner", currencyId: 2 };
  const { id } = (await desk.send("POST", "/api/accounts", partner)) as { id: number };
  const sides = { outAccountId: cashId, inAccountId: id, currencyId: 2, dAmount: "5", transDescription: "Cash" };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides });
  await enter(desk, { receiverName: "Laila", partnerAccountId: id });
  return id;
});

/** So narrow that a table shows its rows as cards, and so wide that it shows them as rows. */
const [cards, rows] = [
  { width: 390, height: 844 },
  { width: 800, height: 900 },
];

/** A page, and what has to be on it before it is looked at. */
interface Place {
  readonly path: string;
  readonly title: string;
  readonly link?: string | RegExp;
  readonly button?: string | RegExp;
  readonly hasTable?: true;
}

/** Those of the links that a finger misses, each by its words and height. */
const missedLinks = `[...document.querySelectorAll("main a")]
  .filter((link) => link.getBoundingClientRect().height > 0 && link.getBoundingClientRect().height < 24)
  .map((link) => link.textContent + ": " + link.getBoundingClientRect().height)`;

/** Those of the buttons that a finger misses, each by its words and size. */
const missedButtons = `[...document.querySelectorAll("button")]
  .map((button) => [button, button.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && height > 0 && (width < 24 || height < 24))
  .map(([button, { width, height }]) => (button.ariaLabel ?? button.textContent) + ": " + width + " by " + height)`;

test("for a finger the links, in tables and outside them, and the small buttons are as large as it needs", async ({
  browser,
  office,
  partnerId,
}) => {
  const id = String(partnerId);
  const { page, watched } = await openSeat(browser, office.url, { viewport: cards, hasTouch: true, isMobile: true });
  await signIn(page, office, office.admin);
  const places: readonly Place[] = [
    { path: "/", title: "Admin Dashboard", link: "No good backup yet", button: "This month" },
    { path: `/accounts/view/${id}`, title: "View Account", link: "US Dollar" },
    { path: `/reports/account-statement?account=${id}`, title: "Account Statement", link: /\d/, button: "30 days" },
    { path: `/reports/partner-settlement?partner=${id}`, title: "Partner Settlement", link: /\d/ },
    {
      path: `${searchPath}?searchWhat=All`,
      title: "Search Transactions",
      link: /\d/,
      button: /^Open transaction/,
      hasTable: true,
    },
    { path: "/reports/audit-log", title: "Audit Log", link: /Herat/, button: /more fields? of the entry/, hasTable: true },
    { path: "/reports/trial-balance", title: "Trial Balance", link: /\d/, hasTable: true },
    { path: "/hawala-serial", title: "Hawala Serial Number Management", link: /^HWL/ },
    { path: "/business-settings", title: "Business Settings", button: "Clear" },
    { path: "/reports/daily-book", title: "Daily Book", button: /^Credit, \d/ },
    { path: "/reports/currency-position", title: "Currency Position", button: "All" },
  ];
  for (const { path, title, link, button, hasTable } of places) {
    await visitPage(page, path, title);
    if (link !== undefined) await page.locator("main a").filter({ hasText: link }).first().waitFor();
    if (button !== undefined) await page.getByRole("button", { name: button, exact: true }).first().waitFor();
    expect(await page.evaluate(missedLinks), path).toEqual([]);
    expect(await page.evaluate(missedButtons), path).toEqual([]);
    if (!hasTable) continue;
    await page.setViewportSize(rows);
    await page.locator("main td a").first().waitFor();
    expect(await page.evaluate(missedLinks), path).toEqual([]);
    await page.setViewportSize(cards);
  }
  expect(watched.faults).toEqual([]);
  await page.context().close();
});

test("for a mouse the links in a table stand in their line of text, which nothing moves", async ({
  page,
  office,
  partnerId: _partnerId,
}) => {
  await page.setViewportSize(rows);
  await signIn(page, office, office.admin, "/reports/trial-balance");
  await page.locator("main td a").first().waitFor();
  const heights = `[...document.querySelectorAll("main :is(td, th) a")].map((link) => link.getBoundingClientRect().height)`;
  const least = Math.min(...(await page.evaluate<number[]>(heights)));
  expect(least).toBeGreaterThan(0);
  expect(least).toBeLessThan(24);
});
