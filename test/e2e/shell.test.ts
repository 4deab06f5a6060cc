import type { Page } from "playwright-core";
import { expect } from "vitest";

import { getOffice } from "#contract/office.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { narrativeField } from "./support/entry-pages.ts";
import { fillSignIn, signIn, test } from "./support/fixtures.ts";
import { offerNewerVersion } from "./support/newer-version.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit, visitPage } from "./support/visit.ts";

const narrow = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const linksIn = (page: Page) => sidebar(page).getByRole("link").allInnerTexts();
const schemeOf = (page: Page) => page.locator("html").getAttribute("data-mantine-color-scheme");

test("the keyboard reaches the content first, then every control of the frame", async ({ walked: page }) => {
  // It has just been loaded: nothing on it has had the focus.
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  expect(await skip.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await axe(page);
  await page.keyboard.press("Enter");
  await page.getByRole("main").and(page.locator(":focus")).waitFor();
  await skip.focus();
  const reached: string[] = [];
  const links = await linksIn(page);
  const others = [
    "Search",
    "Keyboard shortcuts",
    "Account Operations",
    "Transactions",
    "Reports",
    "profile",
    "dark mode",
    "Log Out",
    "As in this browser",
  ];
  for (let presses = 0; presses < links.length + others.length; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    reached.push((await focused.getAttribute("aria-label")) ?? (await focused.innerText()).split("\n")[0] ?? "");
  }
  const [dashboard, ...entries] = links;
  const place = entries.indexOf("Transfer");
  expect(reached).toEqual([
    "Search",
    "Keyboard shortcuts",
    dashboard,
    "Account Operations",
    ...entries.slice(0, place),
    "Transactions",
    ...entries.slice(place),
    "Reports",
    // The user's card: initials, name and role.
    expect.stringMatching(/^(AD|admin)/),
    // Both were looked at.
    expect.stringMatching(/^Switch to (dark|light) mode$/),
    "Log Out",
    "As in this browser",
  ]);
});

test("a toast and the heading of its page leave each other alone, on every width of screen", async ({ walked: page }) => {
  await visitPage(page, "/transactions/debit", "Debit Transaction");
  await page.getByRole("button", { name: "Save" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Please select an account" });
  await toast.waitFor();
  for (const width of [1440, 1280, 1100, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const edges = async (): Promise<number> => {
      const [box, title] = await Promise.all([
        toast.boundingBox(),
        heading(page, "Debit Transaction").locator("..").boundingBox(),
      ]);
      return (box?.x ?? 0) - ((title?.x ?? 0) + (title?.width ?? 0));
    };
    await expect.poll(edges, { message: `at ${String(width)}` }).toBeGreaterThan(0);
    if (width === 1000) await screenshot(page, "toast");
  }
});

test("on a narrow screen the menu opens over the page, holds the focus, and closes by Escape or by a choice", async ({
  walked: page,
}) => {
  await page.setViewportSize(narrow);
  await visit(page, "/");
  const toggle = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog");
  await heading(page, "Admin Dashboard").waitFor();
  await axe(page);
  expect(await sidebar(page).count()).toBe(0);
  await toggle.press("Enter");
  await menu.waitFor();
  await axe(page);
  // Both ways over its edge, and on from there.
  for (const key of ["Shift+Tab", "Shift+Tab", "Tab", "Tab", "Tab"]) {
    await page.keyboard.press(key);
    expect(await menu.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  const isAtToggle = () => toggle.evaluate((element) => element === element.ownerDocument.activeElement);
  await expect.poll(isAtToggle).toBe(true);
  // What the menu opens in its place goes back to where the menu does.
  for (const name of ["Search", "Keyboard shortcuts"]) {
    await toggle.press("Enter");
    await menu.getByRole("button", { name }).press("Enter");
    await menu.getByRole("button", { name }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(isAtToggle).toBe(true);
  }
  await toggle.click();
  await menu.getByRole("link", { name: "Transfer", exact: true }).click();
  await menu.waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("heading", { level: 1, name: "Transfer" }).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
});

test("on a narrow screen the way back closes the menu or the palette, and not the page below it, whose form it asks nothing and takes nothing from", async ({
  walked: page,
}) => {
  await page.setViewportSize(narrow);
  // To an address that was only visited no page knows the way back.
  await page.goto("/transactions/search");
  await heading(page, "Search Transactions").waitFor();
  await page.getByRole("button", { name: "Open menu" }).click();
  await sidebar(page).getByRole("link", { name: "Transfer", exact: true }).click();
  // The page before has a narrative, too.
  await heading(page, "Transfer").waitFor();
  await narrativeField(page).fill("for the bazaar");
  for (const name of ["Open menu", "Search"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).pathname, { message: name }).toBe("/transactions/transfer");
    expect(await narrativeField(page).inputValue()).toBe("for the bazaar");
  }
  await page.goBack();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Discard and leave" }).click();
  await heading(page, "Search Transactions").waitFor();
});

test("an address that is no page is said and leads back", async ({ walked: page }) => {
  await visitPage(page, "/no/such/page", "Page Not Found");
  expect(await page.title()).toBe("Page Not Found · Sarraf");
  await axe(page);
  await screenshot(page, "not-found");
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await heading(page, "Admin Dashboard").waitFor();
});

test("every page says that the server's clock went back, and that there is a newer version; no paper does, and nothing of it all is against the content security policy", async ({
  page,
  office,
}) => {
  // What is refused and caught stands in no console of this browser.
  await page.addInitScript(`
    window.refused = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective + " " + event.blockedURI));
  `);
  await page.route(`**${getOffice.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lastWritten: "2099-11-25T13:50:00.000Z" } });
  });
  await signIn(page, office, office.admin, "/transactions/transfer");
  // The notice stands above a page that may still be on its way.
  await heading(page, "Transfer").waitFor();
  const notice = page.getByRole("alert").filter({ hasText: "The server's clock stands wrong" });
  await notice.getByText("last written to on 25 Nov 2099, 18:20").waitFor();
  await axe(page);
  await screenshot(page, "clock-went-back");
  await sidebar(page).getByRole("link", { name: "Search Transactions", exact: true }).click();
  await heading(page, "Search Transactions").waitFor();
  expect(await notice.isVisible()).toBe(true);
  const offer = await offerNewerVersion(page, office);
  await page.emulateMedia({ media: "print" });
  await notice.waitFor({ state: "hidden" });
  expect(await offer.isVisible()).toBe(false);
  expect(await page.evaluate("window.refused")).toEqual([]);
});

test("closed sections and dark mode are there at one's next visit, dark before the first paint, and nobody else's; a server that is away is said on the page, which goes on once it answers", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const section = sidebar(page).getByRole("button", { name: "Transactions" });
  await signIn(page, office, await office.addUser("user", "at-night"), "/profile");
  expect(await section.getAttribute("aria-expanded")).toBe("true");
  await section.press("Enter");
  expect(await sidebar(page).getByRole("link", { name: "Transfer", exact: true }).isVisible()).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes("dark") === true);
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.getByRole("button", { name: "Switch to light mode" }).waitFor();
  await kept;
  const application = ({ pathname }: URL): boolean => /^\/assets\/(?!color-scheme-)[^/]*[.]js$/.test(pathname);
  await page.route(application, (route) => route.abort());
  await page.goto("/profile", { waitUntil: "commit" });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
  // The style sheet, too, is there before anything is painted, yet it may come after the choice.
  await expect.poll(() => page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
  await page.unroute(application);
  await page.goto("/profile");
  await heading(page, "My Profile").waitFor();
  expect(await schemeOf(page)).toBe("dark");
  expect(await section.getAttribute("aria-expanded")).toBe("false");
  await page.getByRole("button", { name: "Log Out" }).click();
  await fillSignIn(page, office.admin);
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  await section.waitFor();
  expect(await section.getAttribute("aria-expanded")).toBe("true");

  await sidebar(page).getByRole("link", { name: "Dashboard", exact: true }).click();
  // Its figures have come: what is drawn anew for them is not drawn anew under the click.
  await page.getByRole("button", { name: "Download backup file" }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
  const notice = page.getByRole("status").filter({ hasText: "Trying again by itself" });
  await notice.waitFor();
  await axe(page);
  await screenshot(page, "away");
  await page.context().setOffline(false);
  // It may just have asked by itself.
  await Promise.any([notice.getByRole("button", { name: "Retry" }).click(), notice.waitFor({ state: "detached" })]);
  await page.getByText("Trying again by itself").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText("Books balance").waitFor();
});
