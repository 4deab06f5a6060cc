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

/** A dialog takes the page beneath it away from everybody, and that has looks of its own: what stands above it is looked at. */
const dialog = '[role="dialog"][aria-modal="true"]';
const aboveThePage = [dialog, "[data-portal]"];

/** The sidebar stands beside every page: as it has once been found without fault it is not looked at again. */
const sidebar = 'nav[aria-label="Main navigation"]';
const faultlessSidebars = new Set<string>();

/**
 * Nothing on the page, as it stands now, breaks an accessibility rule: in the scheme that it shows, and, as far as colours go,
 * in the other one. It is left in that other one: the next look at it is the whole look in there.
 */
export async function axe(page: Page): Promise<void> {
  const shown = await page.locator("html").getAttribute("data-mantine-color-scheme");
  const [first, second] = shown === "dark" ? schemes.toReversed() : schemes;
  const look = await sidebarLook(page);
  const hasDialog = (await page.locator(dialog).count()) > 0;
  const context = hasDialog ? { include: aboveThePage } : faultlessSidebars.has(look) ? { exclude: [sidebar] } : undefined;
  const found = [
    ...(await violationsIn(page, first ?? "light", { context })),
    ...(await violationsIn(page, second ?? "dark", { context, rules: colourRules })),
  ];
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
  if (!hasDialog) faultlessSidebars.add(look);
}

/** Nothing breaks a rule in the scheme that the person has chosen, whatever the device would like. */
export async function axeAsShown(page: Page): Promise<void> {
  const found = (await broken(page, { context: undefined })).map(inWords);
  expect(found, `accessibility of ${page.url()} as it was chosen`).toEqual([]);
}

/** What tells one sidebar from another: its words, its direction and how wide the window is. */
function sidebarLook(page: Page): Promise<string> {
  const parts = [`document.querySelector(${JSON.stringify(sidebar)})?.innerText`, "document.documentElement.dir", "innerWidth"];
  return page.evaluate<string>(`JSON.stringify([${parts.join()}])`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

interface Looking {
  /** What of the page; undefined for all of it. */
  readonly context: { readonly include: readonly string[] } | { readonly exclude: readonly string[] } | undefined;
  /** By which rules; undefined for all of them. */
  readonly rules?: readonly string[];
}

/** Given as a script it is compiled once for all pages of a file; what a page evaluates is compiled for each. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: library });
  await session.detach();
}

/** What breaks a rule in that scheme. */
async function violationsIn(page: Page, scheme: Scheme, looking: Looking): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  return (await broken(page, looking)).map((fault) => `${scheme}: ${inWords(fault)}`);
}

/** A rule and where it is broken. */
type Fault = Pick<Violation, "id"> & Violation["nodes"][number];

const inWords = ({ id, target, failureSummary = "" }: Fault): string => `${id} at ${target.join(" ")}: ${failureSummary}`;

/** What breaks a rule as the page stands. */
async function broken(page: Page, { context, rules }: Looking): Promise<Fault[]> {
  const what = context === undefined ? "document" : JSON.stringify(context);
  const options = JSON.stringify({ ...usual, ...(rules === undefined ? {} : { runOnly: rules }) });
  // It stays in the page, which is asked again without it.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await load(page);
  const violations = await page.evaluate<readonly Violation[]>(
    `window.axe.run(${what}, ${options}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, ...node })));
}
