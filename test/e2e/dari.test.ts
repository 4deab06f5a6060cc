import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { choose, newNarrative, people, recordedWith } from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const inWords = "یک هزار و دوصد و سی و چهار اعشاریه پنج صفر";
const root = (page: Page) => page.locator("html");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Words in Latin letters that the page shows somewhere, but for those that are the same in every language. */
async function englishOn(page: Page, known: RegExp): Promise<readonly string[]> {
  const shown = await page.evaluate<string>("document.body.innerText");
  return (shown.replaceAll(known, "").match(/[A-Za-z]{3,}/g) ?? []).filter(
    (word) => !["AFN", "EUR", "PKR", "USD"].includes(word),
  );
}

test("the house is worked in Dari from the sign-in screen to the voucher, and in English again", async ({ page, office }) => {
  const { desk, farid } = await people(office);
  await page.goto("/transactions/credit");
  await page.getByRole("button", { name: "دری" }).click();
  await heading(page, "صراف").waitFor();
  expect(await root(page).getAttribute("lang")).toBe("fa-AF");
  expect(await root(page).getAttribute("dir")).toBe("rtl");
  await axe(page);
  await screenshot(page, "dari-sign-in");
  await page.getByLabel("نام کاربری").fill(office.admin.username);
  await page.getByRole("textbox", { name: "رمز عبور" }).fill(office.admin.password);
  await page.getByRole("button", { name: "ورود" }).click();

  await heading(page, "معاملهٔ دریافت").waitFor();
  expect(await root(page).getAttribute("dir")).toBe("rtl");
  const narrative = newNarrative();
  await choose(page, "حساب", farid);
  await page.getByRole("textbox", { name: "مبلغ", exact: true }).fill("1234.50");
  await page.getByRole("textbox", { name: "شرح" }).fill(narrative);
  expect(await page.getByRole("textbox", { name: "مبلغ به حروف" }).inputValue()).toBe(inWords);
  const preview = page.getByRole("region", { name: "پس از ثبت" });
  await preview.getByText("$2,234.50").first().waitFor();
  await axe(page);
  await screenshot(page, "dari-credit");
  expect(await englishOn(page, /Sarraf|Farid|Noori|Karim|admin|Dollar|Cash at Shop|Rent of shop|Ctrl|Enter|Shift/g)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByText("دریافت ثبت شد").waitFor();

  const [recorded] = await recordedWith(desk, narrative);
  expect(recorded?.cTransDescription).toBe("One Thousand Two Hundred Thirty Four Point Five Zero");
  await page.goto(`/print/transaction/${String(recorded?.id)}`);
  await page.getByText("رسید دریافت").first().waitFor();
  await page.getByText(inWords).waitFor();
  await axe(page);
  await screenshot(page, "dari-voucher");

  await page.goto("/profile");
  await page.getByLabel("زبان").selectOption("English");
  await heading(page, "My Profile").waitFor();
  expect(await root(page).getAttribute("dir")).toBe("ltr");
  await page.reload();
  await heading(page, "My Profile").waitFor();
});
