import { expect } from "vitest";

import { cashId } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { act, afghaniOf, opened, panel, test, told } from "./support/hawalas.ts";
import { button, done, importData, importPath, list, preview, sheetRows, toast } from "./support/importing.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

test("a partner's sheet is previewed and imported, found by its number, paid, taken back, and cancelled", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const sheet = list([{ C: "LDN-77001" }, { C: "LDN-77002", E: "Laila Bakhtwal" }], "london.xlsx");
  const [cash, owed] = [await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)];

  await signIn(page, office, office.admin, importPath);
  await preview(page, sheet);
  await sheetRows(page).getByText("LDN-77002").waitFor();
  await importData(page);
  // The result clears by itself after a few seconds: nothing is waited for in between.
  await Promise.all([toast(page, "Import Successful").waitFor(), done(page)]);

  // The receiver reads the number out as he likes.
  await page.getByRole("navigation").getByRole("link", { name: "Pass Hawala", exact: true }).click();
  await page.getByRole("searchbox").or(page.getByLabel("Search hawalas")).first().fill("ldn 77002");
  await page.keyboard.press("Enter");
  await opened(page, { hawalaNo: "LDN-77002" });
  await page.getByLabel("Name on document").fill("Laila B.");
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");

  // What a voucher prints stands ready.
  const payout = page.getByRole("region", { name: "Payout" });
  for (const text of ["LDN-77002", "Laila Bakhtwal", "Nine Thousand AFN", "Laila B.", "admin"]) {
    await payout.or(panel(page)).getByText(text).first().waitFor();
  }
  await screenshot(page, "hawala-life-paid");
  expect(Number(cash) - Number(await afghaniOf(desk, cashId))).toBe(9_000);
  expect(Number(owed) - Number(await afghaniOf(desk, london.id))).toBe(9_000);

  await act(page, "Mark as Pending").click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);

  await page.keyboard.press("/");
  await page.keyboard.press("Enter");
  await opened(page, { hawalaNo: "LDN-77002" });
  await act(page, "Cancel Hawala").click();
  await button(page.getByRole("dialog", { name: "Cancel Hawala" }), "Cancel Hawala").click();
  await told(page, "Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
  await panel(page).getByText("Cancelled", { exact: true }).first().waitFor();
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);
  await expectBooksBalance(desk);
});
