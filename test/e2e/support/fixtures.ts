import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, test as base } from "vitest";

import { launchBrowser, watch, type Watch } from "./browser.ts";
import { startOffice, type Credentials, type Office } from "./office.ts";

/** A page as a test sees it, and what it must not hide. */
interface Seat {
  readonly page: Page;
  readonly watched: Watch;
}

const wide = { width: 1440, height: 900 };
const patienceMs = 15_000;

/**
 * A test with an office of its file's own (`office`), and a fresh browser profile at its address (`page`). It fails when
 * the console of the page shows an error or a violation of the content security policy, unless `watched.expect` named it.
 */
export const test = base
  .extend("browserArguments", { scope: "worker" }, ["--no-sandbox", "--disable-gpu"])
  .extend("browser", { scope: "worker" }, async ({ browserArguments }, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser(browserArguments);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("printed", { scope: "file" }, false)
  .extend("office", { scope: "file" }, async ({ printed }, { onCleanup }): Promise<Office> => {
    const office = await startOffice({ printed });
    onCleanup(() => office.stop());
    return office;
  })
  .extend("seat", async ({ browser, office }, { onCleanup }): Promise<Seat> => {
    const seat = await openSeat(browser, office.url);
    onCleanup(async () => {
      await seat.page.context().close();
      expect(seat.watched.faults, "the browser's console").toEqual([]);
    });
    return seat;
  })
  .extend("page", ({ seat }): Page => seat.page)
  .extend("watched", ({ seat }): Watch => seat.watched);

/** Opens a fresh profile at an office's address. Whoever calls it closes its context and looks at `watched.faults`. */
export async function openSeat(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Seat> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: wide,
    reducedMotion: "reduce",
    colorScheme: "light",
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  return { page, watched: watch(page) };
}

/** Opens a page of the application as somebody who has already signed in. The screen for that has tests of its own. */
export async function signIn(page: Page, office: Office, credentials: Credentials, path = "/"): Promise<void> {
  const { cookie } = await office.signIn(credentials);
  await page.context().clearCookies();
  await page.context().addCookies([{ ...cookie, url: office.url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(path);
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .or(page.getByRole("button", { name: "Open menu" }))
    .first()
    .waitFor();
}

/** Fills in the sign-in screen, or the dialog that asks for a new sign-in, and presses its button. */
export async function fillSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}
