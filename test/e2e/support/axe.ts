import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Nothing on the page, as it stands now, breaks an accessibility rule: in light and in dark. */
export async function axe(page: Page): Promise<void> {
  const found: string[] = [];
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    for (const { id, nodes } of await violationsOf(page)) {
      for (const node of nodes) found.push(`${scheme}: ${id} at ${node.target.join(" ")}: ${node.failureSummary ?? ""}`);
    }
  }
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * Every rule, in the page itself: a second, blank page, which the builder opens by default, serves frames of other origins,
 * and the product has none. The library stays in the page, and what passed is not described: nobody reads it.
 */
async function violationsOf(page: Page) {
  const isThere = await page.evaluate<boolean>("typeof window.axe === 'object'");
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: "window.axe.version" } : {}) });
  return (
    await builder
      .options({ resultTypes: ["violations"] })
      .setLegacyMode()
      .analyze()
  ).violations;
}
