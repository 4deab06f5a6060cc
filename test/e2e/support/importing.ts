import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { sheetFile, sheetHeader, sheetRow } from "#test/support/hawala-sheets.ts";

import type { Desk } from "./office.ts";

export const importPath = "/transactions/import-hawala";

/** A sheet under its name. */
export interface SheetFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });
export const fileField = (page: Page) => page.getByLabel("Spreadsheet file");
export const previewDialog = (page: Page) => page.getByRole("dialog", { name: /^Preview of / });
export const resultDialog = (page: Page) => page.getByRole("dialog", { name: "Import Result" });
export const sheetRows = (page: Page) => previewDialog(page).getByRole("table", { name: "Rows of the sheet" });
export const imports = (page: Page) => page.getByRole("region", { name: "Imports" });
/** The title of the toast on screen. */
export const toast = (page: Page, title: string) => page.getByText(title, { exact: true });

let made = 0;

/** A sheet of these rows, whose numbers no other sheet has unless column C says otherwise. */
export function list(rows: readonly Readonly<Record<string, unknown>>[], name?: string): SheetFile {
  made += 1;
  const written = rows.map((cells, nth) => sheetRow({ C: `T${String(made)}-${String(nth)}`, ...cells }));
  return { name: name ?? `list-${String(made)}.xlsx`, bytes: sheetFile([sheetHeader, ...written]) };
}

/** Picks a file, as the picker of the browser hands it over. */
export async function choose(page: Page, { name, bytes }: SheetFile): Promise<void> {
  await fileField(page).setInputFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
}

/** Picks a file and opens its preview. */
export async function preview(page: Page, file: SheetFile): Promise<Locator> {
  await choose(page, file);
  await page.getByText(`${(file.bytes.length / 1024).toFixed(2)} KB`.replace(/\B(?=(\d{3})+\.)/, ","), { exact: true }).waitFor();
  await button(page, "Preview Data").click();
  await previewDialog(page).waitFor();
  return previewDialog(page);
}

/** Closes the preview. */
export async function closePreview(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await previewDialog(page).waitFor({ state: "detached" });
}

/** Imports what was previewed, from the page. */
export async function importData(page: Page): Promise<void> {
  await closePreview(page);
  await button(page, "Import Data").click();
}

/** Waits for the result, which a key in it keeps from clearing by itself. */
export async function heldResult(page: Page): Promise<Locator> {
  // Looked for often: it stands for a few seconds only.
  await expect.poll(() => resultDialog(page).locator(":focus").count()).toBe(1);
  await page.keyboard.press("Shift");
  return resultDialog(page);
}

/** Takes the result away, if it has not cleared by itself. */
export async function done(page: Page): Promise<void> {
  await heldResult(page);
  await page.keyboard.press("Escape");
  await resultDialog(page).waitFor({ state: "detached" });
}

/** A count of the result. */
export function counted(page: Page, name: string): Promise<string> {
  return resultDialog(page)
    .locator("dt", { hasText: new RegExp(`^${name}$`) })
    .locator("+ dd")
    .innerText();
}

/** How many hawalas the office has. */
export async function storedHawalas(desk: Desk): Promise<number> {
  const totals = (await desk.send("GET", "/api/hawala-totals?direction=all")) as { hawalas: number }[];
  return totals.reduce((sum, { hawalas }) => sum + hawalas, 0);
}
