import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { balanceOf, choose, newNarrative, overflow, people, picker, recordedWith, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

describe.each([
  { type: "Debit", path: "/transactions/debit", customerAfter: "794.50", bankAfter: "-205.50" },
  { type: "Credit", path: "/transactions/credit", customerAfter: "1205.50", bankAfter: "205.50" },
] as const)("a $type", ({ type, path, customerAfter, bankAfter }) => {
  const words = "Two Hundred Five Point Five Zero";

  test("moves money between an account and the cash, the right way round", async ({ page, office }) => {
    const narrative = newNarrative();
    const { desk, farid, bank } = await people(office);
    await signIn(page, office, office.admin, path);
    for (const account of [farid, bank]) {
      await choose(page, "Account", account);
      await page.getByRole("textbox", { name: "Amount", exact: true }).fill("205.5");
      await page.getByLabel("Narrative").fill(narrative);
      expect(await page.getByLabel("Amount Description").inputValue()).toBe(words);
      await page.getByRole("row", { name: /Cash at Shop/ }).waitFor();
      await save(page).dblclick();
      await page.getByText(`${type} transaction created successfully`).waitFor();
      await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(account === farid ? 1 : 2);
    }
    expect(await balanceOf(desk, farid)).toBe(customerAfter);
    expect(await balanceOf(desk, bank)).toBe(bankAfter);
    for (const entry of await recordedWith(desk, narrative))
      expect(entry).toMatchObject({ transType: type, cTransDescription: words, exRate: "1.00000000" });
  });

  test("says what is missing", async ({ page, office }) => {
    await signIn(page, office, office.admin, path);
    await save(page).click();
    for (const text of [
      "Account is required",
      "Narrative is required",
      "Amount must be greater than 0",
      "Please select an account",
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await axe(page);
    await screenshot(page, `${type.toLowerCase()}-missing`);
  });

  test("lets only a company account choose its currency", async ({ page, office }) => {
    const { afghani, bank } = await people(office);
    await signIn(page, office, office.admin, path);
    await choose(page, "Account", afghani);
    expect(await page.getByLabel("Currency").isDisabled()).toBe(true);
    expect(await page.getByLabel("Currency").inputValue()).toBe("1");
    await choose(page, "Account", bank);
    await page.getByLabel("Currency").selectOption("3");
    await page.getByText("Name", { exact: true }).click();
    await expect.poll(() => picker(page, "Account").inputValue()).toBe(`Azizi Bank - ${bank.accountCode}`);
  });

  test("is for admins alone", async ({ page, office }) => {
    const operator = await office.addUser("operator", `operator-${type}`);
    await signIn(page, office, operator, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await save(page).count()).toBe(0);
  });

  test("shows the whole of its preview, however long the figures and narrow the panel", async ({ page, office }) => {
    const { farid } = await people(office);
    await signIn(page, office, office.admin, path);
    await choose(page, "Account", farid);
    await page.getByRole("textbox", { name: "Amount", exact: true }).fill("888888888888.88");
    const preview = page.getByRole("region", { name: "After saving" });
    await preview
      .getByText(/888,888,88\d,888\.88/)
      .first()
      .waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => preview.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    }
  });

  test("fits a phone, calendar included, without an accessibility fault", async ({ page, office }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, office, office.admin, path);
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Previous month" }).waitFor();
    await axe(page);
    await expect.poll(() => overflow(page)).toBe(0);
  });
});
