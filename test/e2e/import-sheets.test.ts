import type { Page } from "playwright-core";
import { expect } from "vitest";

import { hawalaKey } from "#kernel/hawala-number.ts";
import { sheetExpectations, sheetFixture, type SheetExpectation } from "#test/support/hawala-sheets.ts";

import { signIn, test } from "./support/fixtures.ts";
import {
  button,
  choose,
  counted,
  done,
  heldResult,
  importPath,
  previewDialog,
  sheetRows,
  storedHawalas,
  toast,
} from "./support/importing.ts";
import { expectBooksBalance } from "./support/searching.ts";

const limitMs = 240_000;

/** One of each way that the screens can go. How else a list may be written is nothing to them: fixtures.test.ts has every sheet. */
const shown = new Set([
  "clean.xlsx",
  "rtl-dari.xlsx",
  "duplicates-in-file.xlsx",
  "changed-amounts.xlsx",
  "unknown-currency.xlsx",
  "truncated.xlsx",
]);

/** The numbers of the first rows of the preview that is open. */
async function firstNumbers(page: Page, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const row = sheetRows(page)
      .getByRole("row")
      .nth(nth + 1);
    numbers.push(hawalaKey(await row.getByRole("cell").nth(1).innerText()));
  }
  return numbers;
}

async function previewAsExpected(page: Page, { file, preview, sample = [] }: SheetExpectation): Promise<void> {
  await button(page, "Preview Data").click();
  await previewDialog(page).waitFor();
  await button(previewDialog(page), `All ${String(preview.rows)}`).waitFor();
  const wanted = sample.map((row) => hawalaKey(row["hawalaNo"] ?? ""));
  expect(await firstNumbers(page, sample.length), file).toEqual(wanted);
}

async function importAsExpected(page: Page, { file, transactionDate, import: wanted }: SheetExpectation): Promise<void> {
  await page.getByRole("textbox", { name: "Transaction Date" }).fill(transactionDate);
  await button(page, "Import Data").click();
  if (wanted.status !== 200) {
    await toast(page, "Import Failed").waitFor();
    return;
  }
  await heldResult(page);
  expect([await counted(page, "Imported"), await counted(page, "Duplicates")], file).toEqual([
    String(wanted.importedCount),
    String(wanted.duplicateCount),
  ]);
  await done(page);
}

test("each kind of partner's sheet is previewed and imported as expected", { timeout: limitMs }, async ({ page, office }) => {
  const desk = await office.signIn(office.admin);
  await signIn(page, office, await office.addUser("operator"), importPath);
  let stored = 0;
  for (const expectation of sheetExpectations.filter(({ file }) => shown.has(file))) {
    const { file, preview, import: wanted } = expectation;
    await choose(page, { name: file, bytes: sheetFixture(file) });
    // Among the imports below it stands as well, where it was imported before.
    await page.getByRole("region", { name: "Hawala sheet" }).getByText(file, { exact: true }).waitFor();
    expect(await button(page, "Import Data").isDisabled()).toBe(true);
    if (preview.status === 200) {
      await previewAsExpected(page, expectation);
      await page.keyboard.press("Escape");
      await previewDialog(page).waitFor({ state: "detached" });
      await importAsExpected(page, expectation);
    } else {
      await button(page, "Preview Data").click();
      await toast(page, "Preview Failed").waitFor();
      expect(await button(page, "Import Data").isDisabled()).toBe(true);
    }
    // A success goes by itself.
    if (wanted.status !== 200 || wanted.importedCount === 0) {
      await page.getByRole("button", { name: "Dismiss" }).click();
      await toast(page, "Import Failed").or(toast(page, "Preview Failed")).waitFor({ state: "detached" });
    }
    stored += wanted.status === 200 ? (wanted.importedCount ?? 0) : 0;
    expect(await storedHawalas(desk), file).toBe(stored);
  }
  await expectBooksBalance(desk);
});
