import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import {
  button,
  choose,
  closePreview,
  done,
  fileField,
  heldResult,
  importData,
  importPath,
  imports,
  list,
  preview,
  previewDialog,
  resultDialog,
  sheetRows,
  storedHawalas,
  toast,
} from "./support/importing.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const narrow = { width: 390, height: 844 };
const isFocused = (page: Page, name: string) =>
  button(page, name).evaluate((element) => element === element.ownerDocument.activeElement);

describe("choosing a file", () => {
  test("names the columns, and what is wrong with a file before anything is sent", async ({ page, office }) => {
    await signIn(page, office, await office.addUser("operator", "chooser"), importPath);
    const card = page.getByRole("region", { name: "Column Requirements" });
    await card.getByText("Trans No").waitFor();
    const columns = await card.getByRole("listitem").allInnerTexts();
    expect(columns.map((text) => text.split("\n").slice(0, 2).join(" "))).toEqual([
      "C Trans No",
      "D Sender Name",
      "E Receiver Name",
      "F Amount",
      "G Exchange Rate",
      "H Currency",
      "I R Amount",
      "J Destination",
      "K Rate",
      "L Into USD",
    ]);
    expect(await fileField(page).getAttribute("accept")).toBe(".xls,.xlsx,.ods");
    expect(await button(page, "Import Data").isDisabled()).toBe(true);

    await button(page, "Preview Data").click();
    await page.getByRole("alert").getByText("No file selected", { exact: true }).waitFor();
    expect(await isFocused(page, "Choose File")).toBe(true);

    const invalid = "Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)";
    await choose(page, { name: "list.pdf", bytes: Buffer.from("%PDF") });
    await page.getByRole("alert").getByText(invalid, { exact: true }).waitFor();
    await axe(page);

    await choose(page, { name: "big.xlsx", bytes: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await page.getByRole("alert").getByText("The file is larger than 10 MB. Divide the list into several files").waitFor();

    await choose(page, { name: "small.xlsx", bytes: Buffer.alloc(1_234) });
    await page.getByText("1.21 KB", { exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await button(page, "Remove small.xlsx").click();
    await button(page, "Choose File").waitFor();
  });

  test("takes a file that is dropped, and refuses two at once", async ({ page, office }) => {
    await signIn(page, office, office.admin, importPath);
    const { bytes } = list([{}]);
    const drop = (names: readonly string[]): Promise<unknown> =>
      page.evaluate(`(() => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString("base64"))}), (letter) => letter.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File([bytes], name));
        const zone = document.querySelector("input[type=file]").parentElement;
        for (const type of ["dragenter", "dragover", "drop"]) {
          zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      })()`);
    await button(page, "Choose File").waitFor();
    await drop(["one.xlsx", "two.xlsx"]);
    await page.getByRole("alert").getByText("Please drop one file at a time").waitFor();
    await drop(["dropped.ods"]);
    await page.getByText("dropped.ods", { exact: true }).waitFor();
    // The content decides, not the name.
    await button(page, "Preview Data").click();
    await button(previewDialog(page), "All 1").waitFor();
  });
});

test("the preview shows each row with its verdict, says what is wrong by cell, and filters", async ({ page, office }) => {
  const desk = await office.signIn(office.admin);
  await signIn(page, office, office.admin, importPath);
  await preview(page, list([{ C: "V1" }, { C: "V2" }]));
  await importData(page);
  await done(page);
  const before = await storedHawalas(desk);
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
  const headers = await sheetRows(page).getByRole("columnheader").allInnerTexts();
  expect(headers.slice(1, 9)).toEqual([
    "Hawala No",
    "Sender",
    "Receiver",
    "Amount",
    "Currency",
    "R Amount",
    "Rate",
    "Destination",
  ]);
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
  expect(await storedHawalas(desk)).toBe(before);
});

test("faulty rows stop the import until they are to be skipped; the result says so and clears by itself", async ({
  page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  await signIn(page, office, office.admin, importPath);
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
  await toast(page, "Import Successful").waitFor();
  await resultDialog(page).getByText("2 hawalas imported, 1 faulty row was left out").waitFor();
  await resultDialog(page).getByText(/^F3: /).waitFor();
  expect(await storedHawalas(desk)).toBe(before + 2);
  await resultDialog(page).waitFor({ state: "detached" });
  await button(page, "Choose File").waitFor();
  expect(await isFocused(page, "Choose File")).toBe(true);
  expect(await button(page, "Import Data").isDisabled()).toBe(true);
  await imports(page).getByText("faulty.xlsx").waitFor();
  await expectBooksBalance(desk);
});

test("the result of duplicates is told by the toasts of its own, and a file seen before by a notice", async ({
  page,
  office,
}) => {
  await signIn(page, office, office.admin, importPath);
  const file = list([{}, {}], "twice.xlsx");
  await preview(page, file);
  await button(previewDialog(page), "Import 2 hawalas").click();
  await toast(page, "Import Successful").waitFor();
  await heldResult(page);
  await axe(page);
  await screenshot(page, "import-result");
  await done(page);
  const dialog = await preview(page, file);
  await dialog.getByText("This file was imported before", { exact: true }).waitFor();
  await dialog.getByText(/^twice\.xlsx was imported by admin on /).waitFor();
  await dialog.getByText("Nothing: no row is new").waitFor();
  await importData(page);
  await toast(page, "Duplicate Records Detected").waitFor();
  await done(page);
  await preview(page, list([{ C: "D1" }, { C: "D1" }]));
  await importData(page);
  await toast(page, "Import Completed with Duplicates").waitFor();
  await done(page);
});

test("while a sheet is read the page says so, and it can be stopped; a failure keeps the file", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/net::ERR_FAILED|ERR_ABORTED/);
  await signIn(page, office, office.admin, importPath);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/hawala/preview", async (route) => {
    await held.promise;
    await route.abort().catch(() => undefined);
  });
  const file = list([{}], "slow.xlsx");
  await choose(page, file);
  await button(page, "Preview Data").click();
  await page.getByRole("progressbar").waitFor();
  await page
    .getByRole("status")
    .getByText(/slow\.xlsx/)
    .waitFor();
  expect(await button(page, "Reading...").isDisabled()).toBe(true);
  await axe(page);
  await button(page, "Stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await button(page, "Preview Data").click();
  await page.getByRole("progressbar").waitFor();
  held.resolve();
  await toast(page, "Preview Failed").waitFor();
  await page.unroute("**/api/hawala/preview");
  await page.getByText("slow.xlsx", { exact: true }).waitFor();
  await button(page, "Preview Data").click();
  await previewDialog(page).waitFor();
});

test("a sender code that no account has is warned about", async ({ page, office }) => {
  const desk = await office.signIn(office.admin);
  const settings = (await desk.send("GET", "/api/business-settings")) as Readonly<Record<string, unknown>>;
  await desk.send("PUT", "/api/business-settings", { ...settings, senderCode: "7999" });
  await signIn(page, office, office.admin, importPath);
  await page.getByText("No account has the code 7999: hawalas of this sheet could be imported, but not passed.").waitFor();
  await axe(page);
  const { version } = (await desk.send("GET", "/api/business-settings")) as { version: number };
  await desk.send("PUT", "/api/business-settings", { ...settings, version });
});

test("on a phone nothing is wider than the screen, and the keyboard reaches everything", async ({ page, office }) => {
  await page.setViewportSize(narrow);
  await signIn(page, office, office.admin, importPath);
  await preview(page, list([{}, { F: null }], "phone.xlsx"));
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await closePreview(page);
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "import-page");
  await button(page, "Show Preview").focus();
  await page.keyboard.press("Enter");
  await previewDialog(page).waitFor();
  await previewDialog(page).getByRole("region", { name: "Rows of the sheet" }).focus();
  await page.keyboard.press("Escape");
  await previewDialog(page).waitFor({ state: "detached" });
});

test("admins and operators have the page, others are told", async ({ page, office }) => {
  await signIn(page, office, await office.addUser("operator", "importer"));
  await page.keyboard.press("KeyG");
  await page.keyboard.press("KeyI");
  await page.getByRole("heading", { level: 1, name: "Import Hawala" }).waitFor();
  await signIn(page, office, await office.addUser("user", "onlooker"), importPath);
  await page.getByText("No Access").first().waitFor();
  expect(await page.getByRole("link", { name: "Import Hawala" }).count()).toBe(0);
});
