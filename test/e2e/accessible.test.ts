import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { cashId, picker } from "./support/entries.ts";
import { amountField, transferPage } from "./support/entry-pages.ts";
import { openSeat, signIn } from "./support/fixtures.ts";
import { enter } from "./support/hawala-entry.ts";
import { arrived, detailsPath, passPath, test as base } from "./support/hawalas.ts";
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
  /** It is a list that is looked through by dates. */
  readonly hasDates?: true;
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

/** Those of the fields whose text is cut, each by its value; carried out in the page. */
const cutDates = (fields: readonly { readonly value: string; readonly scrollWidth: number; readonly clientWidth: number }[]) =>
  fields.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ value }) => value);

/** The words of the selects in which they are cut, as drawn in the letters of each. */
const cutChoices = `[...document.querySelectorAll("main select")].flatMap((select) => {
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
  const drawn = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const words = select.selectedOptions[0].text;
  const room = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  return drawn.measureText(words).width > room ? [words] : [];
})`;

/** Waits for the dates that a list is looked through by, and reads them in windows of small telephones. */
async function expectDatesWhole(page: Page): Promise<void> {
  const dates = page.getByPlaceholder("YYYY-MM-DD");
  await dates.first().fill("2026-01-28");
  await dates.last().fill("2026-01-28");
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await dates.evaluateAll(cutDates), `cut on ${page.url()} at ${String(width)} px`).toEqual([]);
  }
  await page.setViewportSize(cards);
}

test("for a finger the links, in tables and outside them, and the small buttons are as large as it needs; on the smallest telephone each date and choice that a list is looked through by is whole", async ({
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
    {
      path: `/reports/account-statement?account=${id}`,
      title: "Account Statement",
      link: /\d/,
      button: "30 days",
      hasDates: true,
    },
    { path: `/reports/partner-settlement?partner=${id}`, title: "Partner Settlement", link: /\d/ },
    {
      path: `${searchPath}?searchWhat=All`,
      title: "Search Transactions",
      link: /\d/,
      button: /^Open transaction/,
      hasTable: true,
      hasDates: true,
    },
    {
      path: "/reports/audit-log",
      title: "Audit Log",
      link: /Herat/,
      button: /more fields? of the entry/,
      hasTable: true,
      hasDates: true,
    },
    { path: passPath, title: "Pass Hawala", hasDates: true },
    { path: detailsPath, title: "Hawala Details", hasDates: true },
    { path: "/reports/trial-balance", title: "Trial Balance", link: /\d/, hasTable: true },
    { path: "/hawala-serial", title: "Hawala Serial Number Management", link: /^HWL/ },
    { path: "/business-settings", title: "Business Settings", button: "Clear" },
    { path: "/reports/daily-book", title: "Daily Book", button: /^Credit, \d/ },
    { path: "/reports/currency-position", title: "Currency Position", button: "All" },
  ];
  for (const { path, title, link, button, hasTable, hasDates } of places) {
    await visitPage(page, path, title);
    if (link !== undefined) await page.locator("main a").filter({ hasText: link }).first().waitFor();
    if (button !== undefined) await page.getByRole("button", { name: button, exact: true }).first().waitFor();
    expect(await page.evaluate(missedLinks), path).toEqual([]);
    expect(await page.evaluate(missedButtons), path).toEqual([]);
    if (hasTable) {
      await page.setViewportSize(rows);
      await page.locator("main td a").first().waitFor();
      expect(await page.evaluate(missedLinks), path).toEqual([]);
      await page.setViewportSize(cards);
    }
    if (hasDates) await expectDatesWhole(page);
  }
  await visitPage(page, "/accounts/edit", "Old Account Edit");
  await page.getByRole("combobox", { name: "Currency" }).waitFor();
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(cutChoices), `at ${String(width)} px`).toEqual([]);
  }
  expect(watched.faults).toEqual([]);
  await page.context().close();
});

type Style = Readonly<Record<"outlineStyle" | "outlineColor" | "backgroundColor" | "borderTopStyle" | "color", string>>;

/** What of an element is looked at in the page. */
interface Drawn {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(drawn: Drawn): Style } };
}

const styleOf = (drawn: Drawn): Style => drawn.ownerDocument.defaultView.getComputedStyle(drawn);

/** What each of them is painted on; carried out in the page. */
const groundsOf = (all: readonly Drawn[]): string[] =>
  all.map((drawn) => drawn.ownerDocument.defaultView.getComputedStyle(drawn).backgroundColor);

/** What the colour of a name is in the colours of the system. */
const systemColour = (page: Page, name: string) =>
  page.evaluate<string>(
    `(() => { const one = document.body.appendChild(document.createElement("i")); one.style.color = "${name}";` +
      "const { color } = getComputedStyle(one); one.remove(); return color; })()",
  );

/** How an element is outlined: by nothing, or in which kind of line in the colour of what is chosen. */
async function outlineOf(page: Page, place: Locator): Promise<string> {
  const { outlineStyle, outlineColor } = await place.evaluate(styleOf);
  return outlineStyle !== "none" && outlineColor === (await systemColour(page, "Highlight")) ? outlineStyle : "none";
}

test("in the colours of the system what is chosen, ticked or in the focus is told apart by lines; a radio button, a switch and the edge of a dialog are seen", async ({
  page,
  office,
  partners: { desk },
}) => {
  await arrived(desk);
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, office, office.admin, transferPage.path);
  const outlines: Record<string, string> = {};
  const note = async (name: string, place: Locator) => void (outlines[name] = await outlineOf(page, place));

  await picker(page, "Debit Account").click();
  await page.getByRole("option").nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  await note("the page shown", page.locator('nav [aria-current="page"]'));
  await note("another page", page.getByRole("link", { name: "Exchange", exact: true }));
  await note("the field in the focus", picker(page, "Debit Account"));
  await note("another field", amountField(page));
  await note("the account marked", page.locator("[data-combobox-selected]"));
  await note("another account", page.locator('[role="option"]:not([data-combobox-selected])').first());
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Open the calendar" }).first().click();
  await note("the day chosen", page.locator("td button[data-selected]"));
  await note("another day", page.locator("td button:not([data-selected], [data-hidden])").first());
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await note("the line of the palette marked", palette.getByRole("option", { selected: true }));
  await note("another line", palette.getByRole("option", { selected: false }).first());
  await page.keyboard.press("Escape");

  const menu = page.getByRole("navigation", { name: "Main navigation" });
  const go = (name: string) => menu.getByRole("link", { name, exact: true }).click();
  await menu.getByRole("button", { name: "Reports" }).click();
  await go("Daily Book");
  await page.locator("[aria-pressed]").first().click();
  await note("the currency pressed", page.locator('[aria-pressed="true"]'));

  await go("Pass Hawala");
  const tick = page.getByRole("checkbox").first();
  await tick.check();
  const { color } = await tick.locator("xpath=following-sibling::*").evaluate(styleOf);
  const isTickSeen = color === (await systemColour(page, "CanvasText"));

  await go("Dashboard");
  await page.locator(".mantine-ChartLegend-legend").waitFor();
  await note("the side chosen", page.getByRole("radiogroup").first().getByText("Chart").locator("xpath=.."));
  await note("another side", page.getByRole("radiogroup").first().getByText("Table").locator("xpath=.."));
  const spots = await page.locator(".mantine-ChartLegend-legend .mantine-ColorSwatch-colorOverlay").evaluateAll(groundsOf);
  expect({ ...outlines, isTickSeen, colours: new Set(spots).size }).toEqual({
    isTickSeen: true,
    colours: 3,
    "the page shown": "solid",
    "another page": "none",
    "the field in the focus": "solid",
    "another field": "none",
    "the account marked": "solid",
    "another account": "none",
    "the day chosen": "solid",
    "another day": "none",
    "the line of the palette marked": "solid",
    "another line": "none",
    "the currency pressed": "solid",
    "the side chosen": "solid",
    "another side": "none",
  });

  await go("New Account");
  const ink = await systemColour(page, "CanvasText");
  const { color: dot } = await page
    .getByRole("radio", { name: "Customer", checked: true })
    .locator("xpath=following-sibling::*")
    .evaluate(styleOf);
  await go("Users");
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog");
  const lever = dialog.getByRole("switch");
  const track = lever.locator("xpath=following-sibling::*[1]");
  const thumb = track.locator("> *").first();
  // It glides from one side to the other.
  const paint = async (): Promise<string[]> =>
    Promise.all([track, thumb].map(async (part) => (await part.evaluate(styleOf)).backgroundColor));
  await lever.setChecked(true, { force: true });
  await expect.poll(paint).toEqual([await systemColour(page, "Highlight"), await systemColour(page, "HighlightText")]);
  await lever.setChecked(false, { force: true });
  await expect.poll(paint).toEqual([await systemColour(page, "Canvas"), ink]);
  const { borderTopStyle: edgeOfSwitch } = await track.evaluate(styleOf);
  const { borderTopStyle: edgeOfDialog } = await dialog.evaluate(styleOf);
  expect({ dot, edgeOfSwitch, edgeOfDialog }).toEqual({
    dot: ink,
    edgeOfSwitch: "solid",
    edgeOfDialog: "solid",
  });
});

/** Puts something at the end of a part of the page. */
const add = (page: Page, place: string, html: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(place)}).insertAdjacentHTML("beforeend", ${JSON.stringify(html)})`);

/** What a look at the page finds: by which rules, and where. */
const foundOn = (page: Page): Promise<readonly string[]> =>
  axe(page).then(
    () => [],
    (error: unknown) => (error as { readonly actual: readonly string[] }).actual,
  );

test("a fault of the sidebar is found, and those beside a sidebar that is known", async ({ page, office }) => {
  await signIn(page, office, office.admin, "/currency-conversion");
  await page.getByRole("heading", { level: 1, name: "Currency Conversion" }).waitFor();
  await add(page, "nav", "<b id='planted'>Planted <button></button></b>");
  await expect(axe(page)).rejects.toThrow("accessibility of");
  await page.evaluate("document.querySelector('#planted').remove()");
  await axe(page);
  await add(page, "main", "<button id='nameless'></button><p id='pale'>Hardly to be read</p>");
  await page.evaluate("Object.assign(document.querySelector('#pale').style, { color: '#999', background: '#aaa' })");
  const found = await foundOn(page);
  for (const fault of [/: button-name at #nameless:/, /^light: color-contrast at #pale:/, /^dark: color-contrast at #pale:/])
    expect(found).toContainEqual(expect.stringMatching(fault));
  expect(found).toHaveLength(3);
});
