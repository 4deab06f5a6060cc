import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { balanceOf, choose, dateField, newNarrative, overflow, people, picker, recordedWith, save } from "./support/entries.ts";
import { amountField, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const warning = (page: Page) => page.getByRole("alert").filter({ hasText: "This may have been entered already" });

describe("a transfer", () => {
  test("shows whom it may concern, what it does, and why it was refused, without an accessibility fault", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    const { farid, zahra, desk } = cast;
    await signIn(page, office, office.admin, transferPage.path);
    await page.setViewportSize({ width: 360, height: 800 });
    await picker(page, "Debit Account").click();
    await page.keyboard.type(farid.accountCode);
    const option = page
      .getByRole("listbox")
      .getByRole("option", { name: new RegExp(farid.accountCode) })
      .first();
    await option.waitFor();
    expect(await option.textContent()).toContain("Father: Karim");
    await axe(page);
    await screenshot(page, "picker");
    await expect.poll(() => overflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 800 });

    const narrative = await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
    await page.getByText(`$250.75 USD moves from ${farid.accountCode} - Farid Noori to ${zahra.accountCode} - Zahra.`).waitFor();
    await page.getByRole("row", { name: /Farid Noori 1,000\.00 USD 749\.25 USD/ }).waitFor();
    const face = page.getByRole("img", { name: `Picture of ${farid.accountCode} - Farid` });
    await expect.poll(() => face.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(8);
    await amountField(page).fill("1000.01");
    await page.getByRole("row", { name: /Farid Noori goes below zero 1,000\.00 USD minus 0\.01 USD/ }).waitFor();
    await axe(page);
    await screenshot(page, "transfer");

    const address = `/api/accounts/${String(zahra.id)}`;
    await desk.send("PATCH", address, { accountStatus: "suspended" });
    await save(page).click();
    await page.getByText("Failed to create transfer").first().waitFor();
    await page.getByText(`The account ${zahra.accountCode} - Zahra is suspended; it takes no postings`).first().waitFor();
    expect(await amountField(page).inputValue()).toBe("1,000.01");
    await axe(page);
    await desk.send("PATCH", address, { accountStatus: "active" });
    await save(page).click();
    await page.getByText(transferPage.saved).waitFor();
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
  });

  test("takes digits and one point from the keyboard, ignores the wheel, and never cuts what is pasted", async ({
    page,
    office,
  }) => {
    await signIn(page, office, office.admin, transferPage.path);
    const field = amountField(page);
    await field.click();
    await page.keyboard.type("1x2,3.4.5");
    expect(await field.inputValue()).toBe("123.45");
    await field.hover();
    await page.mouse.wheel(0, -300);
    expect(await field.inputValue()).toBe("123.45");
    await page.keyboard.press("Home");
    await page.keyboard.type("۹");
    await page.keyboard.type("8");
    expect(await field.inputValue()).toBe("98123.45");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toBe("98,123.45");

    // Out of a real clipboard; which texts are an amount and which are not, `amount-input.test.tsx` shows.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [clip, shown] of [
      ["AFN ۱٬۲۳۴٫۵۰", "1,234.50"],
      ["1.234,50", "1.234,50"],
    ] as const) {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(clip)})`);
      await field.fill("");
      await field.click();
      await page.keyboard.press("Control+V");
      await page.keyboard.press("Tab");
      expect(await field.inputValue()).toBe(shown);
    }
    await page.getByText("An amount has digits and one decimal point only").waitFor();
    await field.fill("");
    // As an input method does, at once.
    await page.keyboard.insertText("12,50");
    expect(await field.inputValue()).toBe("12,50");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });

  test("is filled with the last one by Ctrl+Shift+L; what looks entered already is asked about, named and opened beside, and once recorded by a double click", async ({
    page,
    office,
  }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    const recorded = () => recordedWith(cast.desk, narrative);
    await signIn(page, office, office.admin, transferPage.path);
    expect(await page.getByRole("button", { name: "Repeat last" }).count()).toBe(0);
    await fillEntry(page, cast, { ...transferPage, narrative, amount: "120.5" });
    await save(page).dblclick();
    await page.getByText(transferPage.saved).waitFor();
    expect(await page.getByText("Debit account is required").count()).toBe(0);
    expect(await recorded()).toHaveLength(1);

    // On another day it is nothing that was entered already.
    await dateField(page).press("-");
    const day = await dateField(page).inputValue();
    await page.keyboard.press("Control+Shift+KeyL");
    await expect.poll(() => amountField(page).inputValue()).toBe("120.5");
    expect(await narrativeField(page).inputValue()).toBe(narrative);
    expect(await dateField(page).inputValue()).toBe(day);
    await screenshot(page, "repeat-transactions-transfer");
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await recorded()).map(({ transDate }) => transDate)).toContain(day);
    expect(await recorded()).toHaveLength(2);

    // It is still there in the next hour, and what it replaces can be taken back.
    await page.reload();
    await narrativeField(page).fill("Typed by hand");
    await page.getByRole("button", { name: "Repeat last" }).click();
    expect(await amountField(page).inputValue()).toBe("120.5");
    await screenshot(page, "repeat-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await narrativeField(page).inputValue()).toBe("Typed by hand");
    expect(await amountField(page).inputValue()).toBe("");

    await page.keyboard.press("Control+Shift+KeyL");
    await save(page).dblclick();
    await warning(page).getByText("Entered by admin").waitFor();
    await axe(page);
    await screenshot(page, "duplicate-transactions-transfer");
    const opened = page.waitForEvent("popup");
    await warning(page)
      .getByRole("link", { name: /^Transfer \d+$/ })
      .click();
    const list = await opened;
    await list.getByRole("dialog", { name: /^Transaction \d+$/ }).waitFor();
    await list.close();
    expect(await amountField(page).inputValue()).toBe("120.5");
    expect(await recorded()).toHaveLength(2);
    await warning(page).getByRole("button", { name: "Save anyway" }).dblclick();
    await expect.poll(async () => (await recorded()).length).toBe(3);
    await expect.poll(() => amountField(page).inputValue()).toBe("");
    expect(await page.getByText("Debit account is required").count()).toBe(0);
    expect(await recorded()).toHaveLength(3);
  });
});

test("a Debit and a Credit move money between an account and the cash, the right way round, on every width", async ({
  page,
  office,
}) => {
  const words = "Two Hundred Five Point Five Zero";
  const { desk, farid, bank } = await people(office);
  await signIn(page, office, office.admin, "/transactions/debit");
  await save(page).click();
  await page.getByText("Account is required", { exact: true }).waitFor();
  await axe(page);
  await screenshot(page, "debit-missing");
  for (const { type, customerAfter, bankAfter } of [
    { type: "Debit", customerAfter: "794.50", bankAfter: "-205.50" },
    { type: "Credit", customerAfter: "1000.00", bankAfter: "0.00" },
  ] as const) {
    const narrative = newNarrative();
    await page.getByRole("navigation").getByRole("link", { name: type, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `${type} Transaction` }).waitFor();
    for (const account of [farid, bank]) {
      await choose(page, "Account", account);
      await amountField(page).fill("205.5");
      await narrativeField(page).fill(narrative);
      expect(await page.getByLabel("Amount Description").inputValue()).toBe(words);
      await page.getByRole("row", { name: /Cash at Shop/ }).waitFor();
      await save(page).dblclick();
      await page.getByText(`${type} transaction created successfully`).first().waitFor();
      await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(account === farid ? 1 : 2);
      // The page stands ready a moment later than the books; the message may be that of the entry before.
      await expect.poll(() => amountField(page).inputValue()).toBe("");
    }
    expect(await balanceOf(desk, farid)).toBe(customerAfter);
    expect(await balanceOf(desk, bank)).toBe(bankAfter);
    for (const entry of await recordedWith(desk, narrative))
      expect(entry).toMatchObject({ transType: type, cTransDescription: words, exRate: "1.00000000" });
  }

  // The whole of the preview is shown, however long the figures and narrow the panel.
  await choose(page, "Account", farid);
  await amountField(page).fill("888888888888.88");
  const preview = page.getByRole("region", { name: "After saving" });
  await preview
    .getByText(/888,888,8\d\d,\d{3}\.\d{2}/)
    .first()
    .waitFor();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => preview.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open the calendar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Previous month" }).waitFor();
  await axe(page);
  await expect.poll(() => overflow(page)).toBe(0);
});
