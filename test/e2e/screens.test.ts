import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { choose, focusedField, overflow } from "./support/entries.ts";
import { draftNotice, narrativeField, transferPage } from "./support/entry-pages.ts";
import { exchangePath } from "./support/exchange.ts";
import { meetWrite, signIn } from "./support/fixtures.ts";
import { arrived, detailsPath, opened, passPath, test } from "./support/hawalas.ts";
import { offerNewerVersion } from "./support/newer-version.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit } from "./support/visit.ts";

const table = (page: Page) => page.getByRole("table", { name: "Hawalas" });
const totals = (page: Page) => page.getByRole("table", { name: "Totals" });
const row = (page: Page, number: string) => table(page).getByRole("row").filter({ hasText: number });
const printOf = (page: Page, number: string) => page.getByRole("link", { name: `Print hawala ${number}` });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("hawalas are summed up and narrowed by days and partner; on every screen a word of a name is whole and the last column is there, and to what no screen can hold one scrolls", async ({
  walked: page,
  partners: { desk, london },
}) => {
  const waiting = await arrived(desk, { transactionDate: "2026-03-01" });
  const paid = await arrived(desk, { transactionDate: "2026-03-02", rAmount: "4600", amount: "50" });
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`, { transDate: "2026-03-05" });
  await visit(page, detailsPath);
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
  expect(query(page)).toEqual({ fromDate: "2026-03-02", partner: String(london.id) });
  await row(page, paid.hawalaNo).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("2 hawalas", { exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, paid.hawalaNo).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(`document.documentElement.style.fontSize = "200%"`);
  await expect.poll(() => overflow(page), { message: "with letters twice as large" }).toBe(0);
  await page.evaluate(`document.documentElement.style.fontSize = ""`);
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

interface Size {
  readonly width: number;
  readonly height: number;
}

const phone = { width: 390, height: 844 };

/** A phone, and a small laptop at 200 %. */
const sizes = [phone, { width: 640, height: 400 }];

/** A small laptop at 400 %. */
const zoomed = { width: 320, height: 256 };

/** So much of a field must be seen: the height of a line of small letters. */
const leastSeenPixels = 10;

/**
 * Where the focus stands, carried out in the page: what it is, whether it can be seen, and whether it belongs to the fields or to
 * the buttons at their foot. Of a choice that is a hidden input, its label is looked at.
 */
const stop = `(() => {
  const focused = document.activeElement;
  const name = focused.dataset.path ?? focused.getAttribute("aria-label") ?? focused.labels?.[0]?.textContent ?? focused.textContent;
  const shown = focused.offsetHeight > 1 ? focused : (focused.labels?.[0] ?? focused);
  const { top, bottom, left, right } = shown.getBoundingClientRect();
  let seen = 0;
  for (let y = Math.floor(top) + 1; y < bottom; y += 1)
    if (shown.contains(document.elementFromPoint((left + right) / 2, y))) seen += 1;
  const place = focused.closest("[data-form-actions]") ? "foot" : focused.closest("form") ? "fields" : "elsewhere";
  return { name, isSeen: seen >= ${String(leastSeenPixels)}, place };
})()`;

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
  readonly place: "fields" | "foot" | "elsewhere";
}

/** In how much of the height of the window the facts of a hawala are seen, carried out in the page. */
const freePixels = `Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y)).filter(
  (seen) => seen?.closest("dl"),
).length`;

/** More presses than any form has fields, each part of a date being one. */
const mostPresses = 60;

/** Presses a key from where the focus is until it has left the fields, and gives back every place in them where it stood. */
async function walk(page: Page, key: "Tab" | "Shift+Tab"): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < mostPresses; presses += 1) {
    const here = await page.evaluate<Stop>(stop);
    if (here.place === "fields") stops.push(here);
    else if (stops.length > 0) return stops;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead out of the fields`);
}

/** Walks over the fields of a form from the first one, and back from its buttons; gives back how many there are. */
async function expectSeen(page: Page, at: string): Promise<number> {
  const [there, back] = [await walk(page, "Tab"), await walk(page, "Shift+Tab")];
  const hidden = (stops: readonly Stop[]) => stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
  expect({ there: hidden(there), back: hidden(back) }, at).toEqual({ there: [], back: [] });
  return new Set([...there, ...back].map(({ name }) => name)).size;
}

/** Walks over the fields of the form on the page as it is, at each of these sizes of the window. */
async function expectSeenAt(page: Page, first: string, given: { readonly sizes: readonly Size[]; readonly fields?: number }) {
  for (const size of given.sizes) {
    await page.setViewportSize(size);
    await page.locator(`[data-path="${first}"]`).focus();
    const seen = await expectSeen(page, `at ${String(size.width)} and ${String(size.height)}`);
    expect(seen).toBeGreaterThanOrEqual(given.fields ?? 1);
  }
}

describe("the field that has the focus does not hide behind a bar, however small the screen,", () => {
  test("on New Account, whose pictures are among its fields, also over a refusal that makes the bar higher", async ({
    walked: page,
  }) => {
    await page.setViewportSize(phone);
    await visit(page, "/accounts/new");
    await expect.poll(() => focusedField(page)).toBe("accountName");
    const body = { message: "The account cannot be opened at the moment", code: "conflict", requestId: "request-1" };
    await meetWrite(page, "**/api/accounts", (route) => route.fulfill({ status: 409, json: body }));
    await page.getByLabel("Account Name").fill("Parwin");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("form").getByText(body.message).waitFor();
    // The toast lies over everything until it is closed.
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expectSeenAt(page, "accountName", { sizes, fields: 14 });
    await page.getByLabel("Account Name").fill("");
  });

  test("on Exchange", async ({ walked: page }) => {
    await page.setViewportSize(phone);
    await visit(page, exchangePath);
    await expect.poll(() => focusedField(page)).toBe("purchaseAccount");
    await expectSeenAt(page, "purchaseAccount", { sizes: sizes.slice(1), fields: 9 });
  });

  test("on Pass Hawala, whose foot takes more lines the smaller the screen is", async ({ walked: page, partners: { desk } }) => {
    const hawala = await arrived(desk);
    await visit(page, `${passPath}?selected=${String(hawala.id)}`);
    await opened(page, hawala);
    for (const size of [{ width: 640, height: 400 }, { width: 320, height: 640 }, zoomed]) {
      await page.setViewportSize(size);
      await page.getByLabel("Is Passed by Branch").focus();
      expect(await expectSeen(page, `at ${String(size.width)}`)).toBeGreaterThanOrEqual(5);
    }
    // The window as it is at last has room for what is decided about.
    const facts = page.getByText("Hawala Number").locator("xpath=ancestor::dl");
    await facts.evaluate((list) => list.scrollIntoView());
    const free = await page.evaluate<number>(freePixels);
    expect(free).toBeGreaterThan(zoomed.height / 2);
  });

  test("in a dialog, whose head stays too", async ({ walked: page, office }) => {
    const { accountCode } = await openAccount(office, { accountName: "Parwin" });
    await page.setViewportSize(phone);
    await visit(page, "/accounts/edit");
    await page.getByRole("button", { name: `Edit account ${accountCode}, Parwin` }).click();
    await expect.poll(() => focusedField(page)).toBe("accountName");
    await expectSeenAt(page, "accountName", { sizes });
  });

  test("on a Transfer, at 400 % from the first moment; while a newer version is offered over the page, of a form as it was opened and of a draft, which the form says; and while the server is away, which is said there, too", async ({
    page,
    watched,
    office,
  }) => {
    watched.expect(/net::ERR_/);
    await page.setViewportSize(zoomed);
    await signIn(page, office, office.admin, transferPage.path);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    expect(await page.evaluate<Stop>(stop)).toMatchObject({ isSeen: true });
    await offerNewerVersion(page, office);
    await expectSeenAt(page, "debitAccount", { sizes: [phone, zoomed], fields: 10 });
    await narrativeField(page).fill("for the bazaar");
    await page.unroute(`${office.url}/`);
    await page.reload();
    await draftNotice(page).waitFor();
    await offerNewerVersion(page, office);
    await expectSeenAt(page, "debitAccount", { sizes: [...sizes, zoomed] });

    await page.unroute(`${office.url}/`);
    await page.reload();
    await draftNotice(page).waitFor();
    await page.route(/\/(api|readyz)/, (route) => route.abort("connectionrefused"));
    await page.locator('[data-path="debitAccount"]').focus();
    await page.keyboard.type("1");
    await page.getByText("The server cannot be reached").first().waitFor();
    await page.keyboard.press("Escape");
    await expectSeenAt(page, "debitAccount", { sizes: [...sizes, zoomed], fields: 10 });
  });
});

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
