import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Nothing on the page, as it stands now, breaks an accessibility rule: in light and in dark. */
export async function axe(page: Page): Promise<void> {
  const found: string[] = [];
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations) {
      for (const node of nodes) found.push(`${scheme}: ${id} at ${node.target.join(" ")}: ${node.failureSummary ?? ""}`);
    }
  }
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}
