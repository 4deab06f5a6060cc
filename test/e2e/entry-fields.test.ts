import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { choose, overflow, people, picker } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const transferPath = "/transactions/transfer";

describe("the account picker", () => {
  test("has no accessibility fault while it is open, on a wide and on a narrow screen", async ({ page, office }) => {
    const { farid } = await people(office);
    await signIn(page, office, office.admin, transferPath);
    for (const width of [1440, 360]) {
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
  });

  test("puts the accounts chosen before in front", async ({ page, office }) => {
    const { zahra } = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await choose(page, "Debit Account", zahra);
    await page.goto("/transactions/credit");
    await picker(page, "Account").click();
    const first = page.getByRole("listbox").getByRole("option").first();
    await expect.poll(() => first.textContent()).toContain(zahra.accountCode);
    expect(await first.getByRole("img", { name: "Recent" }).count()).toBe(1);
  });
});

describe("the amount field", () => {
  test.for([
    ["AFN 1,234.50", "1,234.50", undefined],
    ["۱٬۲۳۴٫۵۰", "1,234.50", undefined],
    ["12,50", "12,50", "An amount has digits and one decimal point only"],
    ["1.234,50", "1.234,50", "An amount has digits and one decimal point only"],
    ["12abc34", "12abc34", "An amount has digits and one decimal point only"],
    ["12.345", "12.345", "An amount has at most two decimals"],
  ] as const)("takes or refuses a pasted %s, and never cuts it", async ([clip, shown, reason], { page, office }) => {
    await signIn(page, office, office.admin, transferPath);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(clip)})`);
    const field = page.getByLabel("Debit Amount");
    await field.click();
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toBe(shown);
    expect(await field.getAttribute("aria-invalid")).toBe(reason === undefined ? null : "true");
    if (reason !== undefined) await page.getByText(reason).waitFor();
  });

  test("takes only digits and one point from the keyboard, and ignores the wheel", async ({ page, office }) => {
    await signIn(page, office, office.admin, transferPath);
    const field = page.getByLabel("Debit Amount");
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
  });
});
