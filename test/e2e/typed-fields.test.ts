import { describe, expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { dateField, focusedField, picker } from "./support/entries.ts";
import { amountField } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";

const debitPath = "/transactions/debit";

describe("an account picker", () => {
  test("that is left with Tab hands the next key to the next field, however long its list is", async ({ page, office }) => {
    const wanted = await openAccount(office, { accountName: "Parwin" });
    for (let other = 0; other < 12; other += 1) await openAccount(office, { accountName: "Karim" });
    await signIn(page, office, office.admin, debitPath);
    await expect.poll(() => focusedField(page)).toBe("account");
    // The list of a part of the code stands open while the rest and Tab are faster than the next one.
    const [part, rest] = [wanted.accountCode.slice(0, -2), wanted.accountCode.slice(-2)];
    await page.keyboard.type(part);
    await page.getByText("13 accounts found").waitFor();
    const list = page.getByRole("listbox");
    expect(await list.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
    await page.keyboard.type(rest);
    await page.keyboard.press("Tab");
    await page.keyboard.type("512");
    expect(await focusedField(page)).toBe("amount");
    expect(await amountField(page).inputValue()).toBe("512");
    await expect.poll(() => picker(page, "Account").inputValue()).toBe(`${wanted.accountCode} - Parwin`);
  });
});

test("a date typed over a day that was counted is that date", async ({ page, office }) => {
  await signIn(page, office, office.admin, debitPath);
  const field = dateField(page);
  for (const select of ["Control+A", "Shift+Home", "three clicks"]) {
    await field.focus();
    await page.keyboard.press("t");
    const today = await field.inputValue();
    await page.keyboard.press("-");
    await expect.poll(() => field.inputValue()).not.toBe(today);
    if (select === "three clicks") await field.click({ clickCount: 3 });
    else await page.keyboard.press(select);
    await page.keyboard.type("2025-11-20");
    expect(await field.inputValue(), select).toBe("2025-11-20");
  }
});
