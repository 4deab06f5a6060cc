import { expect } from "vitest";

import { cashId } from "./support/entries.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import { enter } from "./support/hawala-entry.ts";
import { searchPath } from "./support/searching.ts";

/** How high the links in the tables of the page are. */
const heights = `[...document.querySelectorAll("main :is(td, th) a")].map((link) => link.getBoundingClientRect().height)`;

test.for([
  ["a finger", { hasTouch: true, isMobile: true }, 24],
  ["a mouse", {}, 0],
] as const)("for %s the links in a table are as high as it needs", async ([, device, least], { browser, office }) => {
  const desk = await office.signIn(office.admin);
  const { id } = (await desk.send("POST", "/api/accounts", { accountName: "Nadia", currencyId: 2 })) as { id: number };
  const sides = { outAccountId: cashId, inAccountId: id, currencyId: 2, dAmount: "5", transDescription: "Cash" };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides });
  const { page } = await openSeat(browser, office.url, { viewport: { width: 800, height: 900 }, ...device });
  await signIn(page, office, office.admin);
  for (const path of ["/reports/trial-balance", "/transactions/search?searchWhat=All", "/reports/audit-log"]) {
    await page.goto(path);
    await page.locator("main td a").first().waitFor();
    const measured: number[] = await page.evaluate(heights);
    expect(Math.min(...measured), path).toBeGreaterThanOrEqual(least);
    // In a line of text nothing is moved by it for a mouse.
    if (least === 0) expect(Math.min(...measured), path).toBeLessThan(24);
  }
  await page.context().close();
});

/** Those of the links that a finger misses, each by its words and height. */
const missed = `[...document.querySelectorAll("main a")]
  .filter((link) => link.getBoundingClientRect().height > 0 && link.getBoundingClientRect().height < 24)
  .map((link) => link.textContent + ": " + link.getBoundingClientRect().height)`;

test("for a finger the links outside tables, and those whose look comes from elsewhere, are as high as it needs", async ({
  browser,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  const partner = { accountName: "Herat", accountType: "hawala_partner", currencyId: 2 };
  const { id } = (await desk.send("POST", "/api/accounts", partner)) as { id: number };
  const sides = { outAccountId: cashId, inAccountId: id, currencyId: 2, dAmount: "5", transDescription: "Cash" };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides });
  await enter(desk, { receiverName: "Laila", partnerAccountId: id });
  const { page } = await openSeat(browser, office.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page, office, office.admin);
  for (const [path, link] of [
    ["/", "No good backup yet"],
    [`/accounts/view/${String(id)}`, "US Dollar"],
    [`/reports/account-statement?account=${String(id)}`, /\d/],
    [`/reports/partner-settlement?partner=${String(id)}`, /\d/],
    [`${searchPath}?searchWhat=All`, /\d/],
    ["/reports/audit-log", /Herat/],
    ["/hawala-serial", /^HWL/],
  ] as const) {
    await page.goto(path);
    await page.locator("main a").filter({ hasText: link }).first().waitFor();
    expect(await page.evaluate(missed), path).toEqual([]);
  }
  await page.context().close();
});

/** Those of the buttons that a finger misses, each by its words and size. */
const missedButtons = `[...document.querySelectorAll("button")]
  .map((button) => [button, button.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && height > 0 && (width < 24 || height < 24))
  .map(([button, { width, height }]) => (button.ariaLabel ?? button.textContent) + ": " + width + " by " + height)`;

test("for a finger the buttons without a frame, and the small ones, are as large as it needs", async ({ browser, office }) => {
  const desk = await office.signIn(office.admin);
  const { id } = (await desk.send("POST", "/api/accounts", { accountName: "Nadia", currencyId: 2 })) as { id: number };
  const sides = { outAccountId: cashId, inAccountId: id, currencyId: 2, dAmount: "5", transDescription: "Cash" };
  await desk.send("POST", "/api/transactions", { transType: "Credit", ...sides });
  const { page } = await openSeat(browser, office.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page, office, office.admin);
  for (const [path, button] of [
    ["/", "This month"],
    [`${searchPath}?searchWhat=All`, /^Open transaction/],
    ["/business-settings", "Clear"],
    ["/reports/audit-log", /more fields? of the entry/],
    ["/reports/daily-book", /^Credit, \d/],
    ["/reports/currency-position", "All"],
    [`/reports/account-statement?account=${String(id)}`, "30 days"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).first().waitFor();
    expect(await page.evaluate(missedButtons), path).toEqual([]);
  }
  await page.context().close();
});
