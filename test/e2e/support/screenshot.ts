import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "playwright-core";

/** Where pictures go; without it none are taken. */
const folder = process.env["SCREENSHOTS"];

/** Takes pictures of the page, wide and narrow, light and dark, when `SCREENSHOTS` names a folder for them. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (folder === undefined || folder === "") return;
  await mkdir(folder, { recursive: true });
  const before = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const scheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
      await page.screenshot({ path: join(folder, `${name}-${String(width)}-${scheme}.png`) });
    }
  }
  if (before !== null) await page.setViewportSize(before);
}
