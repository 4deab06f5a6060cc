import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import type { ImportBatch } from "#contract/import-batches.ts";
import { sheetExpectations, sheetFile, sheetFixture, sheetHeader, sheetRow } from "#test/support/hawala-sheets.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const path = "/transactions/import-hawala";
const patienceMs = 15_000;
const limitMs = 180_000;

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const fileField = (page: Page) => page.getByLabel("Spreadsheet file");
const previewDialog = (page: Page) => page.getByRole("dialog", { name: /^Preview of / });
const resultDialog = (page: Page) => page.getByRole("dialog", { name: "Import Result" });
const toast = (page: Page, title: string) => page.getByText(title, { exact: true });
const imports = (page: Page) => page.getByRole("region", { name: "Imports" });
const rowsOf = (dialog: Locator) => dialog.getByRole("table", { name: "Rows of the sheet" });

interface Given {
  readonly name: string;
  readonly bytes: Buffer;
}

let made = 0;
/** A sheet of these rows under the usual header, whose numbers no other test uses. */
function list(rows: readonly Readonly<Record<string, unknown>>[], name = "list.xlsx"): Given {
  made += 1;
  const written = rows.map((cells, nth) => sheetRow({ C: `T${String(made)}-${String(nth)}`, ...cells }));
  return { name, bytes: sheetFile([sheetHeader, ...written]) };
}

async function choose(page: Page, { name, bytes }: Given): Promise<void> {
  await fileField(page).setInputFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
}

async function previewed(page: Page, file: Given): Promise<Locator> {
  await choose(page, file);
  await page.getByText(file.name, { exact: true }).first().waitFor();
  await button(page, "Preview Data").click();
  await previewDialog(page).waitFor();
  return previewDialog(page);
}

/** Imports from the page, with the preview closed, and takes the pointer off the result. */
async function importData(page: Page): Promise<void> {
  await button(previewDialog(page), "Close").last().click();
  await previewDialog(page).waitFor({ state: "detached" });
  await button(page, "Import Data").click();
}

async function imported(page: Page, file: Given): Promise<void> {
  await previewed(page, file);
  await importData(page);
  await resultDialog(page).getByRole("button", { name: "Done" }).click();
  await resultDialog(page).waitFor({ state: "detached" });
}

const term = (dialog: Locator, name: string) => dialog.locator("dt", { hasText: name }).locator("+ dd").innerText();

async function batches(desk: Desk): Promise<readonly ImportBatch[]> {
  return (await desk.send("GET", "/api/import-batches")) as ImportBatch[];
}

async function storedCount(desk: Desk): Promise<number> {
  return ((await desk.send("GET", "/api/hawala-details?limit=5000")) as unknown[]).length;
}

async function expectBooksBalance(desk: Desk): Promise<void> {
  expect(await desk.send("POST", "/api/verification", {})).toMatchObject({ ok: true });
}

/** A page of an office of its own, for what is expected of an empty store. */
async function seatIn(browser: Browser, office: Office): Promise<Page> {
  const { page, watched } = await openSeat(browser, office.url);
  onTestFinished(async () => {
    await page.context().close();
    expect(watched.faults).toEqual([]);
  });
  return page;
}
