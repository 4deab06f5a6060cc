import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Office } from "./office.ts";

/** Hides the window and shows it, carried out in the page: it connects again. */
export const hideAndShow = `for (const state of ["hidden", "visible"]) {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}`;

/** Lets the office hand out another version of its page than the one that is open, and waits until that is offered; gives back the offer. */
export async function offerNewerVersion(page: Page, { url }: Office) {
  await page.route(`${url}/`, (route) => route.fulfill({ body: '<script type="module" src="/assets/index-newer.js"></script>' }));
  const offer = page.getByText("A new version is ready.");
  const isOffered = async (): Promise<boolean> => {
    await page.evaluate(hideAndShow);
    return offer.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  };
  // More than once where the page had not been connected yet.
  await expect.poll(isOffered, { timeout: 15_000 }).toBe(true);
  return offer;
}
