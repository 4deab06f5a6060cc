import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { expect, test as base } from "vitest";

import { launchBrowser, watch, type Watch } from "./browser.ts";
import { startOffice, type Credentials, type Office } from "./office.ts";
import { savingData } from "./saving-data.ts";

/** A page as a test sees it, and what it must not hide. */
interface Seat {
  readonly page: Page;
  readonly watched: Watch;
}

/** The profile of a file's tests. Its `anchor` stays open at the office's address and holds the process that draws the pages. */
interface Profile {
  readonly context: BrowserContext;
  readonly anchor: Page;
}

const wide = { width: 1440, height: 900 };
const patienceMs = 15_000;

/**
 * Pages of one profile share a process: what one of them has loaded and compiled is there for the next. None of them lives as long as
 * it takes to gain by compiling functions once more for speed, which would be up to a tenth of what these tests cost.
 */
const usualArguments = ["--no-sandbox", "--disable-gpu", "--process-per-site", "--js-flags=--no-maglev,--no-opt"];

/** What runs in this worker, by its arguments. */
const running = new Map<string, Browser>();

/** A browser for all files of a worker: its fixture alone would begin another one for every file that extends the test below. */
async function browserWith(args: string[]): Promise<Browser> {
  const key = args.join(" ");
  const known = running.get(key);
  if (known?.isConnected() === true) return known;
  const browser = await launchBrowser(args);
  running.set(key, browser);
  return browser;
}

/**
 * A test with an office of its file's own (`office`), and a new page at its address in a profile that keeps nothing of the
 * test before (`page`). It fails when the console of the page shows an error or a violation of the content security policy,
 * unless `watched.expect` named it. In `walked` an administrator is signed in and goes on from test to test of a file by `visit`:
 * to load a page anew costs more than most tests do on it. Whoever uses it leaves nothing behind that a page asks about.
 */
export const test = base
  .extend("browserArguments", { scope: "worker" }, usualArguments)
  .extend("browser", { scope: "worker" }, async ({ browserArguments }, { onCleanup }): Promise<Browser> => {
    const browser = await browserWith(browserArguments);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("printed", { scope: "file" }, false)
  .extend("office", { scope: "file" }, async ({ printed }, { onCleanup }): Promise<Office> => {
    const office = await startOffice({ printed });
    onCleanup(() => office.stop());
    return office;
  })
  .extend("profile", { scope: "file" }, async ({ browser, office }, { onCleanup }): Promise<Profile> => {
    const context = await openProfile(browser, office.url);
    onCleanup(() => context.close());
    const anchor = await context.newPage();
    await anchor.goto("/favicon.svg");
    return { context, anchor };
  })
  .extend("tabs", { scope: "file" }, (): Seat[] => [])
  .extend("seat", async ({ profile, tabs }, { onCleanup }): Promise<Seat> => {
    if (tabs.splice(0).length > 0) await empty(profile);
    const page = await newTab(profile);
    const watched = watch(page);
    onCleanup(async () => {
      await empty(profile);
      expect(watched.faults, "the browser's console").toEqual([]);
    });
    return { page, watched };
  })
  .extend("page", ({ seat }): Page => seat.page)
  .extend("watched", ({ seat }): Watch => seat.watched)
  .extend("walked", async ({ profile, office, tabs, task }, { onCleanup }): Promise<Page> => {
    const kept = tabs.pop();
    // One that a test has failed on is closed, wherever that was.
    const tab = kept === undefined || kept.page.isClosed() ? await openTab(profile, office) : kept;
    const { page, watched } = tab;
    const before = watched.faults.length;
    tabs.push(tab);
    onCleanup(async () => {
      if (task.result?.state === "fail") await page.close();
      expect(watched.faults.slice(before), "the browser's console").toEqual([]);
    });
    await page.setViewportSize(wide);
    return page;
  });

async function openTab(profile: Profile, office: Office): Promise<Seat> {
  const page = await newTab(profile);
  const watched = watch(page);
  // A page that asks for little.
  await signIn(page, office, office.admin, "/profile");
  return { page, watched };
}

/** A page that the anchor opens is drawn by its process. One that nobody opens begins in a process of its own, which is given up at once. */
async function newTab({ context, anchor }: Profile): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent("page"), anchor.evaluate("open().opener = null")]);
  return page;
}

/** Opens a fresh profile at an office's address. Whoever calls it closes its context and looks at `watched.faults`. */
export async function openSeat(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Seat> {
  const context = await openProfile(browser, url, options);
  const page = await context.newPage();
  return { page, watched: watch(page) };
}

async function openProfile(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: wide,
    reducedMotion: "reduce",
    colorScheme: "light",
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  // What nobody asked for is not fetched: it would come in the midst of whatever a test does.
  await context.addInitScript(savingData);
  return context;
}

/** Makes a profile as new: its pages are closed, and nothing is left of what they kept, were allowed or met on the way. */
async function empty({ context, anchor }: Profile): Promise<void> {
  for (const page of context.pages()) if (page !== anchor) await page.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  const { origin } = new URL(anchor.url());
  const session = await context.newCDPSession(anchor);
  await session.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,cache_storage,service_workers",
  });
  await session.detach();
}

/** Opens a page of the application as somebody who has already signed in. The screen for that has tests of its own. */
export async function signIn(page: Page, office: Office, credentials: Credentials, path = "/"): Promise<void> {
  const { cookie } = await office.signIn(credentials);
  await page.context().clearCookies();
  await page.context().addCookies([{ ...cookie, url: office.url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(path);
  await page
    .getByRole("navigation", { name: /^(Main navigation|مینوی اصلی)$/ })
    .or(page.getByRole("button", { name: /^(Open menu|باز کردن مینو)$/ }))
    .first()
    .waitFor();
}

/**
 * Ends the session as the next write to that address is on its way: it is the first call to be refused. Ended before it, another
 * call of the page might be, such as what is read there by itself.
 */
export async function endSessionAt(page: Page, address: string): Promise<void> {
  await meetWrite(page, address, async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
}

/** The next write to an address meets this; what the page reads there goes through. */
export async function meetWrite(page: Page, address: string, meet: (route: Route) => Promise<void>): Promise<void> {
  let hasMet = false;
  await page.route(address, (route) => {
    if (hasMet || route.request().method() === "GET") return route.fallback();
    hasMet = true;
    return meet(route);
  });
}

/** Fills in the sign-in screen, or the dialog that asks for a new sign-in, and presses its button. */
export async function fillSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}
