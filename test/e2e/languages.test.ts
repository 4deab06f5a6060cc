import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { choose, newNarrative, people, recordedWith } from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit } from "./support/visit.ts";

const languages = [
  {
    name: "دری",
    tag: "fa-AF",
    inWords: "یک هزار و دوصد و سی و چهار اعشاریه پنج صفر",
    words: {
      title: "صراف",
      username: "نام کاربری",
      password: "رمز عبور",
      signIn: "ورود",
      heading: "معاملهٔ دریافت",
      account: "حساب",
      amount: "مبلغ",
      narrative: "شرح",
      amountInWords: "مبلغ به حروف",
      preview: "پس از ثبت",
      recorded: "دریافت ثبت شد",
      voucher: "رسید دریافت",
      language: "زبان",
    },
  },
  {
    name: "پښتو",
    tag: "ps-AF",
    inWords: "یو زر او دوه سوه او څلور دېرش اعشاریه پنځه صفر",
    words: {
      title: "صراف",
      username: "د کاروونکي نوم",
      password: "پاسورډ",
      signIn: "ننوتل",
      heading: "د اخیستنې معامله",
      account: "حساب",
      amount: "مبلغ",
      narrative: "شرحه",
      amountInWords: "مبلغ په تورو",
      preview: "له ثبت وروسته",
      recorded: "اخیستنه ثبت شوه",
      voucher: "د اخیستنې رسید",
      language: "ژبه",
    },
  },
] as const;
const root = (page: Page) => page.locator("html");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Words in Latin letters that the page shows somewhere, but for those that are the same in every language. */
async function englishOn(page: Page, known: RegExp): Promise<readonly string[]> {
  const shown = await page.evaluate<string>("document.body.innerText");
  return (shown.replaceAll(known, "").match(/[A-Za-z]{3,}/g) ?? []).filter(
    (word) => !["AFN", "EUR", "PKR", "USD"].includes(word),
  );
}

test.for(languages)(
  "the house is worked in $name from the sign-in screen to the voucher, and in English again",
  async ({ name, tag, inWords, words }, { page, office }) => {
    const { desk, farid } = await people(office);
    // What was chosen in the test before.
    await desk.send("PATCH", "/api/profile/preferences", { language: "auto" });
    await page.goto("/transactions/credit");
    await page.getByRole("button", { name }).click();
    await heading(page, words.title).waitFor();
    expect(await root(page).getAttribute("lang")).toBe(tag);
    expect(await root(page).getAttribute("dir")).toBe("rtl");
    // Both are read from the right: what is beside the form has the same look in either.
    if (tag === "fa-AF") await axe(page);
    await screenshot(page, `${tag}-sign-in`);
    await page.getByLabel(words.username).fill(office.admin.username);
    await page.getByRole("textbox", { name: words.password }).fill(office.admin.password);
    await page.getByRole("button", { name: words.signIn }).click();

    await heading(page, words.heading).waitFor();
    expect(await root(page).getAttribute("dir")).toBe("rtl");
    const narrative = newNarrative();
    await choose(page, words.account, farid);
    await page.getByRole("textbox", { name: words.amount, exact: true }).fill("1234.50");
    await page.getByRole("textbox", { name: words.narrative }).fill(narrative);
    expect(await page.getByRole("textbox", { name: words.amountInWords }).inputValue()).toBe(inWords);
    const preview = page.getByRole("region", { name: words.preview });
    await preview.getByText("$2,234.50").first().waitFor();
    await axe(page);
    await screenshot(page, `${tag}-credit`);
    expect(await englishOn(page, /Sarraf|Farid|Noori|Karim|admin|Dollar|Cash at Shop|Rent of shop|Ctrl|Enter|Shift/g)).toEqual(
      [],
    );
    await page.keyboard.press("Control+Enter");
    await page.getByText(words.recorded).waitFor();

    const [recorded] = await recordedWith(desk, narrative);
    expect(recorded?.cTransDescription).toBe("One Thousand Two Hundred Thirty Four Point Five Zero");
    await visit(page, `/print/transaction/${String(recorded?.id)}`);
    await page.getByText(words.voucher).first().waitFor();
    await page.getByText(inWords).waitFor();
    if (tag === "fa-AF") await axe(page);
    await screenshot(page, `${tag}-voucher`);

    await visit(page, "/profile");
    await page.getByLabel(words.language).selectOption("English");
    await heading(page, "My Profile").waitFor();
    expect(await root(page).getAttribute("dir")).toBe("ltr");
  },
);
