import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The library by itself, as it is served to nobody: the builder around it sends twice as much and makes a page of its own. */
const library = readFileSync(createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

/** The rules that look at colours. The others read the document, which is the same in light and in dark. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What passed is not described, and no style sheet is read a second time: nobody asks for either. */
const usual = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * Nothing on the page, as it stands now, breaks an accessibility rule: in the scheme that it shows, and, as far as colours go,
 * in the other one. It is left in that other one: the next look at it is the whole look in there.
 */
export async function axe(page: Page): Promise<void> {
  const shown = await page.locator("html").getAttribute("data-mantine-color-scheme");
  const [first, second] = shown === "dark" ? schemes.toReversed() : schemes;
  const found = [...(await violationsIn(page, first ?? "light")), ...(await violationsIn(page, second ?? "dark", colourRules))];
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What breaks a rule, or one of these rules. */
async function violationsIn(page: Page, scheme: Scheme, rules?: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  const options = JSON.stringify({ ...usual, ...(rules === undefined ? {} : { runOnly: rules }) });
  // It stays in the page, which is asked again without it.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(library);
  const violations = await page.evaluate<readonly Violation[]>(`window.axe.run(${options}).then(({ violations }) => violations)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${scheme}: ${id} at ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}
