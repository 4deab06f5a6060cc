import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { choose, overflow } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, detailsPath, opened, test } from "./support/hawalas.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit } from "./support/visit.ts";

const table = (page: Page) => page.getByRole("table", { name: "Hawalas" });
const totals = (page: Page) => page.getByRole("table", { name: "Totals" });
const row = (page: Page, number: string) => table(page).getByRole("row").filter({ hasText: number });
const printOf = (page: Page, number: string) => page.getByRole("link", { name: `Print hawala ${number}` });
const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("hawalas are summed up and narrowed by days and partner; on every screen a word of a name is whole and the last column is there, and to what no screen can hold one scrolls", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const waiting = await arrived(desk, { transactionDate: "2026-03-01" });
  const paid = await arrived(desk, { transactionDate: "2026-03-02", rAmount: "4600", amount: "50" });
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`, { transDate: "2026-03-05" });
  await signIn(page, office, office.admin, detailsPath);
  await row(page, waiting.hawalaNo).waitFor();
  await axe(page);
  await screenshot(page, "hawala-details");
  for (const text of ["2026-03-05", "4,600.00", "£50.00", "Passed"])
    await row(page, paid.hawalaNo).getByText(text).first().waitFor();
  await row(page, paid.hawalaNo).getByRole("cell", { name: "11", exact: true }).waitFor();
  await totals(page).getByRole("row").filter({ hasText: "Pending" }).getByText("9,200.00").first().waitFor();
  await totals(page).getByRole("row").filter({ hasText: "Passed" }).getByText("4,600.00").first().waitFor();

  await page.getByLabel("From transaction date").fill("2026-03-02");
  await page.getByText("1 hawala", { exact: true }).waitFor();
  await choose(page, "Partner", london);
  expect(at(page)).toEqual({ fromDate: "2026-03-02", partner: String(london.id) });
  await row(page, paid.hawalaNo).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("2 hawalas", { exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, paid.hawalaNo).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: `Open hawala ${paid.hawalaNo}` }).click();
  await opened(page, paid);
  await page.goBack();
  await row(page, paid.hawalaNo).waitFor();
  await expectWhole(page, desk);
});

/** What of a name on the page is asked for in there. */
interface Named {
  getClientRects(): { readonly length: number };
}

/** On how many lines each of the names in a row stands. */
const linesOfNames = (page: Page, number: string): Promise<number[]> =>
  row(page, number)
    .locator("span[dir=auto]")
    .evaluateAll((names: Named[]) => names.map((name) => name.getClientRects().length));

/** By how much an element reaches out of what the table stands in. */
async function reach(page: Page, element: Locator): Promise<number> {
  const [inner, outer] = [await element.boundingBox(), await table(page).locator("xpath=..").boundingBox()];
  if (inner === null || outer === null) throw new Error("The table is not on screen");
  return Math.max(0, inner.x + inner.width - outer.x - outer.width);
}

async function expectWhole(page: Page, desk: Desk): Promise<void> {
  const words = { senderName: "Kohdamanyar", receiverName: "Sultanmohammad", receiverLocation: "Kandahar" };
  const usual = await arrived(desk, { ...words, transactionDate: "2026-02-01", amount: "12500", rAmount: "1150000" });
  await visit(page, `${detailsPath}?toDate=2026-02-01`);
  await row(page, usual.hawalaNo).waitFor();
  for (const width of [390, 1200, 1280, 1366, 1440, 1536, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await linesOfNames(page, usual.hawalaNo), `names at ${String(width)} px`).toEqual([1, 1, 1]);
    expect(await reach(page, printOf(page, usual.hawalaNo)), `the button at ${String(width)} px`).toBe(0);
    expect(await overflow(page)).toBe(0);
  }

  await page.setViewportSize({ width: 1600, height: 900 });
  const endless = await arrived(desk, { transactionDate: "2026-02-01", receiverName: "Abdul".repeat(18) });
  await printOf(page, endless.hawalaNo).waitFor();
  await expect.poll(() => reach(page, printOf(page, endless.hawalaNo))).toBeGreaterThan(0);
  expect(await overflow(page)).toBe(0);
  await table(page).hover();
  await page.mouse.wheel(2_000, 0);
  await expect.poll(() => reach(page, printOf(page, endless.hawalaNo))).toBe(0);
}

/** Where something on the page begins. */
interface Placed {
  getBoundingClientRect(): { readonly left: number };
}

const beginnings = (cells: readonly Placed[]): number[] => cells.map((cell) => Math.round(cell.getBoundingClientRect().left));

test("on a laptop whose browser lines no rows up in two lines (Chrome before 117) the figures stand below their heads", async ({
  page,
  office,
  partners: { desk },
}) => {
  const hawala = await arrived(desk, { transactionDate: "2026-02-03" });
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("subgrid", "unheard-of") });
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, office, office.admin, `${detailsPath}?fromDate=2026-02-03&toDate=2026-02-03`);
  const cells = row(page, hawala.hawalaNo).getByRole("cell");
  await cells.first().waitFor();
  expect(await cells.evaluateAll(beginnings)).toEqual(await table(page).getByRole("columnheader").evaluateAll(beginnings));
});
