import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import {
  balanceOf,
  choose,
  dateField,
  dollars,
  focusedField,
  newNarrative,
  overflow,
  people,
  picker,
  readOn,
  recordedWith,
  save,
} from "./support/entries.ts";
import { amountField, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { holdToast } from "./support/shown.ts";

const warning = (page: Page) => page.getByRole("alert").filter({ hasText: "This may have been entered already" });
const debitPage = { path: "/transactions/debit", sides: ["Account"] } as const;

describe("a transfer", () => {
  test("is recorded by keyboard alone, and the form stands ready again", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    await page.keyboard.type(cast.farid.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("amount");
    await page.keyboard.type("=100*2.5");
    await page.keyboard.press("Enter");
    expect(await amountField(page).inputValue()).toBe("250");
    await page.keyboard.type(narrative);
    await page.keyboard.press("Enter");
    await page.keyboard.type(cast.zahra.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("creditNarrative");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("date");
    await page.keyboard.press("-");
    const yesterday = await dateField(page).inputValue();
    await page.keyboard.press("Control+Enter");
    await page.getByText(transferPage.saved).waitFor();
    expect(await balanceOf(cast.desk, cast.farid)).toBe("750.00");
    expect(await balanceOf(cast.desk, cast.zahra)).toBe("250.00");
    expect(await recordedWith(cast.desk, narrative)).toMatchObject([
      { transType: "Transfer", cTransDescription: narrative, transDate: yesterday, userCreated: "admin" },
    ]);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    expect(await amountField(page).inputValue()).toBe("");
    expect(await dateField(page).inputValue()).toBe(yesterday);
    // The account chosen last stands in front.
    await picker(page, "Debit Account").click();
    const first = page.getByRole("listbox").getByRole("option").first();
    await expect.poll(() => first.textContent()).toContain(cast.zahra.accountCode);
    expect(await first.getByRole("img", { name: "Recent" }).count()).toBe(1);
  });

  test("shows what is missing, whom it may concern, what it does, and why it was refused, without an accessibility fault", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    const { farid, zahra, desk } = cast;
    await signIn(page, office, office.admin, transferPage.path);
    await save(page).click();
    await page.getByText("Debit account is required", { exact: true }).waitFor();
    await axe(page);

    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await picker(page, "Debit Account").click();
      await page.keyboard.type(farid.accountCode);
      const option = page
        .getByRole("listbox")
        .getByRole("option", { name: new RegExp(farid.accountCode) })
        .first();
      await option.waitFor();
      expect(await option.textContent()).toContain("Father: Karim");
      await axe(page);
      await screenshot(page, `picker-${String(width)}`);
      await expect.poll(() => overflow(page)).toBe(0);
      await page.keyboard.press("Escape");
    }

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

  test("is filled with the last one by Ctrl+Shift+L; what looks entered already is asked about, and once recorded by a double click", async ({
    page,
    office,
  }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    const fill = () => fillEntry(page, cast, { ...transferPage, narrative, amount: "120.5" });
    const recorded = () => recordedWith(cast.desk, narrative);
    await signIn(page, office, office.admin, transferPage.path);
    expect(await page.getByRole("button", { name: "Repeat last" }).count()).toBe(0);
    await fill();
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

    await expect.poll(() => amountField(page).inputValue()).toBe("");
    await fill();
    await save(page).dblclick();
    await warning(page).waitFor();
    expect(await recorded()).toHaveLength(2);
    await axe(page);
    await screenshot(page, "duplicate-transactions-transfer");
    await readOn(page);
    await page.keyboard.press("Control+Enter");
    await warning(page).waitFor({ state: "detached" });
    await expect.poll(() => amountField(page).inputValue()).toBe("");
    expect(await recorded()).toHaveLength(3);
    await fill();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => warning(page).getByRole("link").getAttribute("href")).toMatch(/referenceId=\d+/);
    await warning(page).getByRole("button", { name: "Save anyway" }).dblclick();
    await expect.poll(async () => (await recorded()).length).toBe(4);
    expect(await page.getByText("Debit account is required").count()).toBe(0);

    // It is still there in the next hour, and what it replaces can be taken back.
    await page.reload();
    await narrativeField(page).fill("Typed by hand");
    await page.getByRole("button", { name: "Repeat last" }).click();
    await holdToast(page, "Filled with your last entry");
    expect(await amountField(page).inputValue()).toBe("120.5");
    await axe(page);
    await screenshot(page, "repeat-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await narrativeField(page).inputValue()).toBe("Typed by hand");
    expect(await amountField(page).inputValue()).toBe("");
  });
});

test("the warning of a duplicate names the other one, opens it in a tab of its own, and goes once something else is typed", async ({
  page,
  office,
}) => {
  const narrative = newNarrative();
  const cast = await people(office);
  const body = { transType: "Transfer", outAccountId: cast.farid.id, inAccountId: cast.bank.id, currencyId: dollars };
  const other = { ...body, dAmount: "120.50", transDescription: "By telephone" };
  const { id } = (await cast.desk.send("POST", "/api/transactions", other)) as Transaction;
  await signIn(page, office, office.admin, debitPage.path);
  await fillEntry(page, cast, { ...debitPage, narrative, amount: "120.5" });
  await save(page).click();
  await warning(page).getByText(`debits ${cast.farid.accountCode} - Farid Noori with $120.50 USD`).waitFor();
  await warning(page).getByText("Entered by admin").waitFor();
  await warning(page).getByText("By telephone").waitFor();
  const opened = page.waitForEvent("popup");
  await warning(page)
    .getByRole("link", { name: `Transfer ${String(id)}` })
    .click();
  const list = await opened;
  await list.getByRole("dialog", { name: `Transaction ${String(id)}` }).waitFor();
  await list.close();
  expect(await amountField(page).inputValue()).toBe("120.5");
  expect(await balanceOf(cast.desk, cast.farid)).toBe("879.50");
  await amountField(page).fill("120.51");
  await warning(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => amountField(page).inputValue()).toBe("");
  expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ dAmount: "120.51" }]);
});

test.for([
  { type: "Debit", path: "/transactions/debit", customerAfter: "794.50", bankAfter: "-205.50" },
  { type: "Credit", path: "/transactions/credit", customerAfter: "1205.50", bankAfter: "205.50" },
] as const)(
  "a $type moves money between an account and the cash, the right way round, on every width",
  async ({ type, path, customerAfter, bankAfter }, { page, office }) => {
    const words = "Two Hundred Five Point Five Zero";
    const narrative = newNarrative();
    const { desk, farid, bank } = await people(office);
    await signIn(page, office, office.admin, path);
    await save(page).click();
    await page.getByText("Account is required", { exact: true }).waitFor();
    await axe(page);
    await screenshot(page, `${type.toLowerCase()}-missing`);
    for (const account of [farid, bank]) {
      await choose(page, "Account", account);
      await amountField(page).fill("205.5");
      await narrativeField(page).fill(narrative);
      expect(await page.getByLabel("Amount Description").inputValue()).toBe(words);
      await page.getByRole("row", { name: /Cash at Shop/ }).waitFor();
      await save(page).dblclick();
      await page.getByText(`${type} transaction created successfully`).waitFor();
      await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(account === farid ? 1 : 2);
      // The page stands ready a moment later than the books; the message may be that of the entry before.
      await expect.poll(() => amountField(page).inputValue()).toBe("");
    }
    expect(await balanceOf(desk, farid)).toBe(customerAfter);
    expect(await balanceOf(desk, bank)).toBe(bankAfter);
    for (const entry of await recordedWith(desk, narrative))
      expect(entry).toMatchObject({ transType: type, cTransDescription: words, exRate: "1.00000000" });

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
  },
);
