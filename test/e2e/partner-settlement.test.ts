import { expect } from "vitest";

import type { Account } from "#contract/accounts.ts";
import type { RecordedHawala } from "#contract/hawalas.ts";
import { listOf } from "#test/support/import-batches.ts";

import { axe } from "./support/axe.ts";
import { overflow, people, spaceBelow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

test("a partner's hawalas are settled by bank up to the latest, listed with the settlement, and opened again by its undo", async ({
  page,
  office,
}) => {
  const { desk, bank } = await people(office);
  const partner = (await desk.send("POST", "/api/accounts", {
    accountName: "Manchester",
    currencyId: 1,
    accountType: "hawala_partner",
  })) as Account;
  for (const hawalaNo of ["MAN-1", "MAN-2", "MAN-3"]) {
    const { id } = (await desk.send("POST", "/api/hawala", {
      direction: "incoming",
      senderCode: partner.accountCode,
      hawalaNo,
      senderName: "Idris Hotakzad",
      receiverName: "مرسل رحیمیار",
      amount: "100",
      exchangeRate: "92",
      currency: "AFN",
      rAmount: "9200",
      rate: "70",
      intoUSD: "131.43",
    })) as RecordedHawala;
    if (hawalaNo !== "MAN-3") await desk.send("POST", `/api/hawala/pass/${String(id)}`, {});
  }
  await signIn(page, office, office.admin, "/reports/partner-settlement");
  await page.getByRole("link", { name: /^Settle with .* - Manchester$/ }).click();
  const figures = page.getByRole("table", { name: "Since the last settlement" });
  await figures.getByRole("row", { name: /Paid for him.*2.*18,400\.00/ }).waitFor();
  await figures.getByRole("row", { name: /Not paid out yet.*1.*9,200\.00/ }).waitFor();
  await page.getByRole("link", { name: "Hawala MAN-2" }).waitFor();
  await axe(page);
  await screenshot(page, "partner-settlement");

  await page.getByRole("button", { name: "Record Settlement" }).click();
  const form = page.getByRole("form", { name: /^Settlement with/ });
  await form.getByRole("combobox", { name: "Through account" }).fill(bank.accountCode);
  await page.getByRole("option", { name: /Azizi Bank/ }).click();
  await form.getByText(/^He pays 18,400\.00 AFN through .* of his account is settled\.$/).waitFor();
  await expect.poll(() => spaceBelow(page.getByRole("dialog"), "Record Settlement")).toBeGreaterThan(12);
  await axe(page);
  await screenshot(page, "partner-settlement-form");
  await form.getByRole("button", { name: "Record Settlement" }).click();
  await page.getByRole("status").filter({ hasText: "Settlement recorded" }).waitFor();
  await page.getByText(/^Since the settlement of/).waitFor();
  expect(await figures.getByRole("row", { name: /Paid for him/ }).count()).toBe(0);
  await page.getByRole("link", { name: /hawalas of settlement/ }).click();
  await page.getByRole("link", { name: "Hawala MAN-1" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "partner-settlement-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: /^Undo settlement/ }).click();
  await page
    .getByRole("dialog", { name: /^Undo the settlement of/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await page.getByRole("status").filter({ hasText: "Settlement undone" }).waitFor();
  await figures.getByRole("row", { name: /Paid for him.*2.*18,400\.00/ }).waitFor();

  await page.getByText("Reconcile with his sheet").click();
  const { bytes } = listOf([{ C: "MAN-1" }, { C: "LATE-1" }]);
  await page
    .getByLabel("Partner's sheet")
    .setInputFiles({ name: "manchester.xlsx", mimeType: "application/octet-stream", buffer: bytes });
  await page.getByRole("button", { name: "Reconcile", exact: true }).click();
  const rows = page.getByRole("table", { name: "Rows" });
  await rows.getByRole("row", { name: /Different.*MAN-1/ }).waitFor();
  await rows.getByRole("row", { name: /Missing here.*LATE-1/ }).waitFor();
  await rows.getByRole("row", { name: /Missing there.*MAN-3/ }).waitFor();
  await axe(page);
  await screenshot(page, "partner-reconcile");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await screenshot(page, "partner-reconcile-narrow");
});
