import { expect } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { sheetExpectations, sheetFixture } from "#test/support/hawala-sheets.ts";

import { cashId } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { act, afghaniOf, opened, panel, test, told } from "./support/hawalas.ts";
import {
  button,
  counted,
  done,
  heldResult,
  importData,
  importPath,
  preview,
  sheetRows,
  storedHawalas,
  toast,
} from "./support/importing.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

/** A list as one arrived: read from the right, its names in Dari and Pashto. Of every other one `fixtures.test.ts` has what comes of it. */
const file = "rtl-dari.xlsx";

test("a partner's sheet is previewed and imported, a hawala of it found by its number, paid, taken back, and cancelled", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const { preview: read, import: wanted, sample = [] } = sheetExpectations.find((one) => one.file === file) ?? {};
  const [cash, owed] = [await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)];

  await signIn(page, office, office.admin, importPath);
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
  expect(await storedHawalas(desk)).toBe(wanted?.importedCount);
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
