import { expect } from "vitest";

import { cashId } from "./support/entries.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";

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
