import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import { cashId, dollars, newNarrative, overflow, people } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { visitPage } from "./support/visit.ts";

const transferPath = "/transactions/transfer";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const field = (page: Page) => palette(page).getByRole("combobox");
const lines = (page: Page) => palette(page).getByRole("option");
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Without a wait: what is typed right after the key is the palette's. */
const open = (page: Page): Promise<void> => page.keyboard.press("Control+KeyK");

test("by keyboard alone: the palette opens by Ctrl+K also inside a field, and the keys of every page by the physical key", async ({
  walked: page,
}) => {
  await visitPage(page, transferPath, "Transfer");
  await page.getByLabel("Debit Amount").click();
  await open(page);
  await field(page).and(page.locator(":focus")).waitFor();
  const shown = (await lines(page).allInnerTexts()).map((text) => text.split("\n")[0]);
  const pages = page.getByRole("navigation", { name: "Main navigation", includeHidden: true }).first();
  const links = await pages.getByRole("link", { includeHidden: true }).allInnerTexts();
  expect(shown.slice(0, links.length)).toEqual(links);
  expect(shown.slice(links.length)).toEqual(["My Profile", "Switch to dark mode", "Keyboard shortcuts", "Log Out"]);
  await axe(page);
  await screenshot(page, "palette");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  // The focus comes back a moment later.
  await page.getByLabel("Debit Amount").and(page.locator(":focus")).waitFor();

  // The keys are letters while a field has the focus, until Escape leaves it.
  const narrative = page.getByLabel("Debit Narrative");
  await narrative.click();
  await page.keyboard.type("gd?");
  expect(await narrative.inputValue()).toBe("gd?");
  expect(new URL(page.url()).pathname).toBe(transferPath);
  await page.getByRole("button", { name: "New" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await sheet(page).waitFor();
  await axe(page);
  await screenshot(page, "key-sheet");
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.type("ga");
  await heading(page, "Old Account Edit").waitFor();

  for (const [key, name, startsInField] of [
    ["KeyT", "Transfer", true],
    ["KeyS", "Search Transactions", false],
  ] as const) {
    // As a Persian layout sends them: other characters, the same keys.
    for (const code of ["KeyG", key])
      await page.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { code: "${code}", key: "ش", bubbles: true, cancelable: true }))`,
      );
    await page
      .getByRole("navigation")
      .getByRole("link", { name, exact: true })
      .and(page.locator("[aria-current=page]"))
      .waitFor();
    if (!startsInField) continue;
    // There the keys would be letters. A page that is still loading takes the focus only once it is there.
    await page.locator("input:focus").waitFor();
    await page.keyboard.press("Escape");
  }
});

test("the palette takes what is typed with its key, and finds pages, accounts on the server, and pasted transaction numbers", async ({
  walked: page,
  office,
}) => {
  const { desk, farid, zahra } = await people(office);
  const entry = { transType: "Credit", outAccountId: cashId, inAccountId: zahra.id, currencyId: dollars, dAmount: "12" };
  const body = { ...entry, transDescription: newNarrative() };
  const standing = (await desk.send("POST", "/api/transactions", body)) as Transaction;
  const deleted = (await desk.send("POST", "/api/transactions", { ...body, dAmount: "13" })) as Transaction;
  await desk.send("DELETE", `/api/transactions/${String(deleted.id)}`);
  await visitPage(page, "/accounts/new", "Accounts");

  // Other dialogs fade in then, and take the focus later.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page);
  await page.keyboard.type("cred");
  await expect.poll(() => chosen(page).innerText()).toContain("Credit");
  expect(await field(page).inputValue()).toBe("cred");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.keyboard.press("Enter");
  await heading(page, "Credit Transaction").waitFor();

  await open(page);
  await page.keyboard.type(`Zahra ${zahra.accountCode}`);
  await palette(page)
    .getByRole("option", { name: new RegExp(`${zahra.accountCode} - Zahra`) })
    .waitFor();
  await screenshot(page, "palette-accounts");
  await field(page).fill("Farid");
  await expect.poll(() => lines(page).allInnerTexts()).toContainEqual(expect.stringContaining(farid.accountCode));
  const place = (await lines(page).allInnerTexts()).findIndex((text) => text.includes(farid.accountCode));
  for (let steps = 0; steps < place; steps += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => chosen(page).innerText()).toContain(farid.accountCode);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/accounts/view/${String(farid.id)}`);

  // A code typed at once with Enter is opened as soon as the server has found it.
  await open(page);
  await page.keyboard.type(zahra.accountCode);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/accounts/view/${String(zahra.id)}`);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [id, label] of [
    [standing.id, `Credit ${String(standing.id)}`],
    [deleted.id, `Credit ${String(deleted.id)} (deleted)`],
  ] as const) {
    await page.evaluate(`navigator.clipboard.writeText("#${String(id)}")`);
    await open(page);
    await page.keyboard.press("Control+V");
    await expect.poll(() => chosen(page).innerText()).toContain(label);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: `Transaction ${String(id)}` }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
});

test("palette and keys lead only to pages that the role may use; both have buttons in the sidebar, and on a phone in the bar; the palette changes light and dark, and logs out", async ({
  page,
  office,
}) => {
  await signIn(page, office, await office.addUser("operator"), "/profile");
  await heading(page, "My Profile").waitFor();
  await page.keyboard.type("ga");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await sheet(page).getByText("Go to a page").waitFor();
  expect(await sheet(page).getByText("Old Account Edit").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/profile");
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.type("debit");
  await palette(page).getByText("Nothing found.").waitFor();
  expect(await lines(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Search" }).click();
  await lines(page).first().waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await palette(page)
    .getByRole("option", { name: /^Transfer/ })
    .click();
  await heading(page, "Transfer").waitFor();

  // In the scheme that the browser asks for.
  await open(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await open(page);
  await page.keyboard.type("log out");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign In" }).waitFor();
});
