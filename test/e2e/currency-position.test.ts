import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { drawnChart } from "./support/shown.ts";

const positions = (page: Page) => page.getByRole("table", { name: "Positions" });
const row = (page: Page, currency: string) =>
  positions(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: `Show the deals in ${currency}` }) });

test("the example of the house, from the positions to the deals, a correction, paper and file", async ({ page, office }) => {
  const desk = await office.signIn(office.admin);
  await desk.send("PUT", "/api/business-settings", { baseCurrency: "AFN" });
  const deal = (currencyId: number, cCurrencyId: number, [dAmount, cAmount, exRate, transDate]: readonly string[]) =>
    desk.send("POST", "/api/transactions", {
      transType: "Exchange",
      outAccountId: 11,
      inAccountId: 11,
      transDescription: "Over the counter",
      currencyId,
      cCurrencyId,
      dAmount,
      cAmount,
      exRate,
      transDate,
    });
  await deal(2, 1, ["10000", "695000", "69.5", "2026-03-01"]);
  await deal(2, 1, ["500", "34900", "69.8", "2026-03-02"]);
  await deal(1, 2, ["14040", "200", "70.2", "2026-03-03"]);
  await deal(3, 1, ["1000", "75000", "75", "2026-03-03"]);
  await deal(2, 3, ["108", "100", "1.08", "2026-03-04"]);
  await deal(1, 4, ["7000", "28000", "0.25", "2026-03-05"]);
  await signIn(page, office, office.admin, "/reports/currency-position");
  await page.getByRole("button", { name: "All", exact: true }).click();
  for (const text of ["10,408.00", "long", "bought at, AFN for 1 USD", "137.14"])
    await row(page, "USD").getByText(text).first().waitFor();
  await row(page, "PKR").getByText("short").waitFor();
  await drawnChart(page, /^Realised profit by day/).waitFor();
  await screenshot(page, "currency-position");

  await page.getByRole("link", { name: "Show the deals in USD" }).click();
  const deals = page.getByRole("table", { name: "Deals in USD" });
  await deals.getByText("69.5143").first().waitFor();
  await deals.getByText("by the board of that day").waitFor();
  await axe(page);
  await screenshot(page, "currency-position-deals");
  await page.getByRole("button", { name: "Export deals" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Plain table (.csv)" }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).split("\r\n")[3]).toContain("137.14");

  // A deal of the past is corrected at another desk: position and profit follow.
  await desk.send("DELETE", "/api/transactions/2");
  await row(page, "USD").getByText("9,908.00").first().waitFor();
  await row(page, "USD").getByText("140.00").first().waitFor();
  await desk.send("POST", "/api/deleted-transactions/2/recover");
  await row(page, "USD").getByText("137.14").first().waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await deals.getByRole("link", { name: "Open Exchange 3" }).click();
  await page.waitForURL(/selected=3/);
  await page.goBack();
  await positions(page).waitFor();

  await page.getByRole("link", { name: "Print", exact: true }).click();
  const sheet = page.getByRole("article", { name: "Currency Position" });
  for (const text of ["69.524", "137.14", "Total in AFN"]) await sheet.getByText(text).first().waitFor();
  await axe(page);
  await screenshot(page, "currency-position-paper");
  await page.getByRole("button", { name: "Back" }).click();
  await positions(page).waitFor();
});
