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

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/**
 * Every rule, in the page itself: a second, blank page, which the builder opens by default, serves frames of other origins,
 * and the product has none. The builder brings the library, which stays in the page; from then on it is asked directly.
 * What passed is not described: nobody reads it.
 */
async function violationsOf(page: Page): Promise<readonly Violation[]> {
  const again = await page.evaluate<readonly Violation[] | undefined>(
    "window.axe?.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  if (again !== undefined) return again;
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  return (await builder.analyze()).violations as unknown as readonly Violation[];
}
