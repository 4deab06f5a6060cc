import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import type { ImportBatch } from "#contract/import-batches.ts";
import { sheetExpectations, sheetFixture } from "#test/support/hawala-sheets.ts";

import { axe } from "./support/axe.ts";
import { cashId, overflow } from "./support/entries.ts";
import { act, afghaniOf, opened, panel, test, told } from "./support/hawalas.ts";
import {
  button,
  closePreview,
  counted,
  done,
  fileField,
  heldResult,
  importData,
  importPath,
  imports,
  list,
  preview,
  previewDialog,
  sheetRows,
  storedHawalas,
  toast,
  type SheetFile,
} from "./support/importing.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { visitPage } from "./support/visit.ts";

const narrow = { width: 390, height: 844 };

/** What a row of the preview shows on the line of what the receiver gets: its currency, and not his name. */
async function onTheLineOfTheAmount(row: Locator): Promise<string[]> {
  const middleOf = async (header: string): Promise<number> => {
    const place = await row.getByRole("cell").nth(previewHeaders.indexOf(header)).boundingBox();
    return place === null ? Number.NaN : place.y + place.height / 2;
  };
  const line = await middleOf("R Amount");
  const shown = await Promise.all(["Receiver", "Currency"].map(async (header) => ({ header, at: await middleOf(header) })));
  return shown.filter(({ at }) => Math.abs(at - line) < 10).map(({ header }) => header);
}

const previewHeaders = ["Verdict", "Hawala No", "Sender", "Receiver", "Amount", "Currency", "R Amount"];

const isFocused = (page: Page, name: string) =>
  button(page, name).evaluate((element) => element === element.ownerDocument.activeElement);

/** The import that was made last. */
async function latest(desk: Desk): Promise<ImportBatch | undefined> {
  return ((await desk.send("GET", "/api/import-batches?limit=1")) as ImportBatch[])[0];
}

test("a sheet is picked or dropped, its reading can be stopped, each row is shown with its verdict, and one that was corrected since is not copied before that was asked", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  await visitPage(page, importPath, "Import Hawala");
  expect(await fileField(page).getAttribute("accept")).toBe(".xls,.xlsx,.ods");
  const drop = ({ name, bytes }: SheetFile, ...more: readonly string[]): Promise<unknown> =>
    page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString("base64"))}), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      for (const name of ${JSON.stringify([name, ...more])}) dataTransfer.items.add(new File([bytes], name));
      const zone = document.querySelector("input[type=file]").parentElement;
      for (const type of ["dragenter", "dragover", "drop"]) {
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
  // The content decides, not the name.
  const dropped = list([{ C: "V1" }, { C: "V2" }, { C: "R12" }], "dropped.ods");
  await drop(dropped, "two.xlsx");
  await page.getByRole("alert").getByText("Please drop one file at a time").waitFor();
  await drop(dropped);
  await page.getByText("dropped.ods", { exact: true }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/api/hawala/preview",
    async (route) => {
      await held.promise;
      await route.abort().catch(() => undefined);
    },
    { times: 1 },
  );
  await button(page, "Preview Data").click();
  await page.getByRole("progressbar").waitFor();
  expect(await button(page, "Reading...").isDisabled()).toBe(true);
  expect(await isFocused(page, "Reading...")).toBe(true);
  await axe(page);
  await button(page, "Stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  held.resolve();
  await button(page, "Preview Data").click();
  await button(previewDialog(page), "All 3").waitFor();
  await button(previewDialog(page), "Import 3 hawalas").click();
  await heldResult(page);
  await screenshot(page, "import-result");
  await done(page);

  const before = await storedHawalas(desk);
  await expectVerdicts(page);
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 844 });
  for (const row of await sheetRows(page).getByRole("row").filter({ hasText: /^Row/ }).all())
    await expect.poll(() => onTheLineOfTheAmount(row), { message: (await row.textContent()) ?? "" }).toEqual(["Currency"]);
  await page.setViewportSize(narrow);
  await closePreview(page);
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "import-page");
  await button(page, "Show Preview").focus();
  await page.keyboard.press("Enter");
  const dialog = previewDialog(page);
  await dialog.waitFor();
  await dialog.getByRole("region", { name: "Rows of the sheet" }).focus();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  const [corrected] = (await desk.send("GET", "/api/hawala-details?number=R12")) as Hawala[];
  await desk.send("PUT", `/api/hawala/${String(corrected?.id)}`, { ...corrected, hawalaNo: "R12a" });
  await preview(page, dropped);
  await dialog.getByText(/\. 1 hawala of it is not stored under its number and would be imported\.$/).waitFor();
  await dialog.getByText(/ was corrected by hand since: R12 is now R12a\. /).waitFor();
  await button(dialog, "Import 1 hawala").click();
  await dialog.getByText("Press Import once more to import them again; each copy can then be paid.").waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  expect(await storedHawalas(desk)).toBe(before);
  await closePreview(page);
});

/** Previews a sheet of which no two rows stand alike to what is stored by then: V1 and V2. */
async function expectVerdicts(page: Page): Promise<void> {
  const file = list([
    { C: "V1" },
    { C: "V2", F: 200, I: 18_000, L: 300 },
    { C: "V3", I: 9100 },
    { C: "V4" },
    { C: "V4" },
    { C: "V5", F: null },
  ]);
  const dialog = await preview(page, file);
  const rows = sheetRows(page).getByRole("row");
  const verdicts = ["Already stored", "Changed", "Warning", "OK", "Duplicate in file", "Error"];
  for (const [nth, verdict] of verdicts.entries()) {
    const row = rows.nth(nth + 1);
    expect(await row.getByRole("cell").first().innerText()).toBe(`Row ${String(nth + 2)} ${verdict}`);
    await button(dialog, new RegExp(`^${verdict} 1$`)).waitFor();
  }
  await rows.nth(6).getByText("F7: amount is missing", { exact: true }).waitFor();
  await rows.nth(3).getByText("I4: R Amount is 9100.00, but Amount × Exchange Rate gives 9000.00").waitFor();
  await rows.nth(2).getByText("Stored: Amount: 100.00 · R Amount: 9,000.00 · Into USD: 150.00").waitFor();
  await dialog.getByText("2 hawalas", { exact: true }).waitFor();
  await axe(page);
  await screenshot(page, "import-preview");
  await button(dialog, /^Error 1$/).click();
  await expect.poll(() => rows.count()).toBe(2);
  await button(dialog, /^All 6$/).click();
  await expect.poll(() => rows.count()).toBe(7);
}

test("faulty rows stop an import until they are to be skipped, and the result says what was left out; it leads to its hawalas, and is undone", async ({
  walked: page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  await visitPage(page, importPath, "Import Hawala");
  const before = await storedHawalas(desk);
  const dialog = await preview(page, list([{}, { F: "abc" }, {}], "faulty.xlsx"));
  expect(await button(dialog, "Import 2 hawalas").isDisabled()).toBe(true);
  await importData(page);
  await toast(page, "Import Failed").waitFor();
  await page.getByText(/^1 row is faulty, nothing was imported\. F3: /).waitFor();
  expect(await storedHawalas(desk)).toBe(before);
  await page.getByText("1 row is faulty: nothing is imported", { exact: true }).waitFor();
  await axe(page);
  await screenshot(page, "import-faulty");
  await page.getByLabel("Skip 1 faulty row").check();
  await button(page, "Import Data").click();
  // The result clears by itself after a few seconds: nothing is waited for in between.
  const [result] = await Promise.all([heldResult(page), toast(page, "Import Successful").waitFor()]);
  await result.getByText("2 hawalas imported, 1 faulty row was left out").waitFor();
  await result.getByText(/^F3: /).waitFor();
  expect(await storedHawalas(desk)).toBe(before + 2);
  await axe(page);
  await done(page);
  await button(page, "Choose File").waitFor();
  expect(await isFocused(page, "Choose File")).toBe(true);

  const { id = 0, sha256 = "" } = (await latest(desk)) ?? {};
  const row = imports(page).getByRole("listitem", { name: `Import ${String(id)}` });
  await row.getByText("2 imported · 1 faulty row left out · 2 of 2 Pending").waitFor();
  await row.getByText(`SHA-256 ${sha256.slice(0, 12)}…`).waitFor();
  await screenshot(page, "import-list");

  await row.getByRole("link", { name: `Show hawalas of import ${String(id)}` }).click();
  await page.getByRole("heading", { level: 1, name: "Hawala Details" }).waitFor();
  await button(page, `Import ${String(id)}: show the others again`).waitFor();
  await expect.poll(() => page.getByRole("table", { name: "Hawalas" }).getByRole("row").count()).toBe(3);
  await page.goBack();

  await button(row, `Undo import ${String(id)}`).click();
  const question = page.getByRole("dialog", { name: "Undo Import" });
  await question.getByText("Take back the import of faulty.xlsx? Its 2 hawalas are removed from the list.").waitFor();
  await axe(page);
  await button(question, "Undo Import").click();
  await toast(page, "Import Undone").waitFor();
  await row.getByText("Undone", { exact: true }).waitFor();
  expect(await button(row, `Undo import ${String(id)}`).count()).toBe(0);
  expect(await storedHawalas(desk)).toBe(before);
  await expectBooksBalance(desk);
});

/** A list as one arrived: read from the right, its names in Dari and Pashto. Of every other one `fixtures.test.ts` has what comes of it. */
const file = "rtl-dari.xlsx";

test("a partner's sheet is previewed and imported, a hawala of it found by its number, paid, taken back, and cancelled", async ({
  walked: page,
  partners: { desk, london },
}) => {
  const { preview: read, import: wanted, sample = [] } = sheetExpectations.find((one) => one.file === file) ?? {};
  const before = await storedHawalas(desk);
  const [cash, owed] = [await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)];

  await visitPage(page, importPath, "Import Hawala");
  const dialog = await preview(page, { name: file, bytes: sheetFixture(file) });
  await button(dialog, `All ${String(read?.rows)}`).waitFor();
  for (const [nth, { hawalaNo = "" }] of sample.entries())
    await sheetRows(page)
      .getByRole("row")
      .nth(nth + 1)
      .getByText(hawalaNo, { exact: true })
      .waitFor();
  await importData(page);
  // The result clears by itself after a few seconds: nothing is waited for in between.
  await Promise.all([toast(page, "Import Successful").waitFor(), heldResult(page)]);
  const counts = [await counted(page, "Imported"), await counted(page, "Duplicates")];
  expect(counts).toEqual([String(wanted?.importedCount), String(wanted?.duplicateCount)]);
  expect((await storedHawalas(desk)) - before).toBe(wanted?.importedCount);
  await done(page);

  // The receiver reads the number out as he likes.
  await page.getByRole("navigation").getByRole("link", { name: "Pass Hawala", exact: true }).click();
  await page.getByRole("searchbox").or(page.getByLabel("Search hawalas")).first().fill("311 001");
  await page.keyboard.press("Enter");
  await opened(page, { hawalaNo: "311001" });
  const [{ receiverName }] = (await desk.send("GET", "/api/hawala-details?number=311001")) as [Hawala];
  await page.getByLabel("Name on document").fill("Karim B.");
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");

  // What a voucher prints stands ready.
  const payout = page.getByRole("region", { name: "Payout" });
  for (const text of ["311001", receiverName, /^Twenty.Seven Thousand One Hundred Five AFN$/, "Karim B.", "admin"]) {
    await payout.or(panel(page)).getByText(text).first().waitFor();
  }
  await screenshot(page, "hawala-life-paid");
  expect(Number(cash) - Number(await afghaniOf(desk, cashId))).toBe(27_105);
  expect(Number(owed) - Number(await afghaniOf(desk, london.id))).toBe(27_105);

  await act(page, "Mark as Pending").click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);

  await page.keyboard.press("/");
  await page.keyboard.press("Enter");
  await opened(page, { hawalaNo: "311001" });
  await act(page, "Cancel Hawala").click();
  await button(page.getByRole("dialog", { name: "Cancel Hawala" }), "Cancel Hawala").click();
  await told(page, "Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
  await panel(page).getByText("Cancelled", { exact: true }).first().waitFor();
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);
  await expectBooksBalance(desk);
});
