import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { cashId, choose, newNarrative, people, recordedWith } from "./support/entries.ts";
import { arrived, passPath, test } from "./support/hawalas.ts";
import { screenshot } from "./support/screenshot.ts";
import { searchPath } from "./support/searching.ts";
import { visit, visitPage } from "./support/visit.ts";

const narrow = { width: 390, height: 844 };

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

/** What of a table is looked at in the page. */
interface Drawn {
  readonly textContent: string;
  readonly firstChild: Drawn | null;
  readonly ownerDocument: { createRange(): Reach };
  querySelectorAll(selector: string): Iterable<Drawn>;
  querySelector(selector: string): Drawn | null;
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}
interface Reach {
  setStart(node: Drawn, offset: number): void;
  setEnd(node: Drawn, offset: number): void;
  getBoundingClientRect(): { readonly left: number };
}

/** Where the amounts of a table end on the right, by the columns they stand in; carried out in the page. */
function rightEnds(table: Drawn): number[][] {
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("th, td")]);
  const columns = Math.max(...rows.map(({ length }) => length));
  const endsOf = (index: number): number[] =>
    rows.flatMap((cells) => {
      const amount = cells.length === columns ? cells[index]?.querySelector("[dir=ltr]") : null;
      return amount === null || amount === undefined ? [] : [Math.round(amount.getBoundingClientRect().right)];
    });
  return Array.from({ length: columns }, (_, index) => endsOf(index)).filter(({ length }) => length > 1);
}

/** The characters of a text as they stand from left to right; carried out in the page. */
function asItStands(cell: Drawn): string {
  const written = cell.firstChild ?? cell;
  const placed = [...written.textContent].map((character, index) => {
    const range = cell.ownerDocument.createRange();
    range.setStart(written, index);
    range.setEnd(written, index + 1);
    return { character, left: range.getBoundingClientRect().left };
  });
  return placed
    .toSorted((one, other) => one.left - other.left)
    .map(({ character }) => character)
    .join("");
}

test("the date of a hawala stays in one piece beside a name that takes the line", async ({
  walked: page,
  partners: { desk },
}) => {
  const { hawalaNo } = await arrived(desk, { senderName: "امید کریمی" });
  await page.setViewportSize(narrow);
  await visitPage(page, passPath, "Pass Hawala");
  const date = page
    .getByRole("listitem")
    .filter({ hasText: hawalaNo })
    .getByText(/^\d{4}-\d\d-\d\d$/);
  const linesAt = (width: number): Promise<number> =>
    date.evaluate(
      (place: Drawn & { getClientRects(): { length: number }; parentElement: { style: { inlineSize: string } } }, px) => {
        place.parentElement.style.inlineSize = `${String(px)}px`;
        return place.getClientRects().length;
      },
      width,
    );
  await date.waitFor();
  for (const width of [150, 160, 170, 180, 190, 200, 210]) expect(await linesAt(width), String(width)).toBe(1);
});

test("read from the right, the points of amounts stand below each other all the same, and a date after a Persian word begins with its year", async ({
  walked: page,
  partners: { desk, herat, london },
}) => {
  const deposit = {
    transType: "Credit",
    outAccountId: cashId,
    inAccountId: herat.id,
    currencyId: 1,
    transDescription: "Deposit",
  };
  for (const dAmount of ["5", "12345.67"]) await desk.send("POST", "/api/transactions", { ...deposit, dAmount });
  const paid = await arrived(desk);
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`);
  await visitPage(page, "/profile", "My Profile");
  await page.getByLabel("Language").selectOption("دری");
  await page.locator('html[dir="rtl"]').waitFor();
  for (const [path, title] of [
    ["/reports/trial-balance", "بیلانس آزمایشی"],
    ["/reports/account-balances", "بیلانس حساب‌ها"],
    [`${searchPath}?searchWhat=All`, "جستجوی معاملات"],
  ] as const) {
    await visitPage(page, path, title);
    const table = page.getByRole("table").filter({ hasText: "12,3" }).last();
    await table.waitFor();
    const columns = await table.evaluate(rightEnds);
    expect(columns.length, path).toBeGreaterThan(0);
    for (const ends of columns) expect(new Set(ends).size, `${path}: ${ends.join()}`).toBe(1);
  }

  await page.setViewportSize(narrow);
  await visit(page, `/reports/partner-settlement?partner=${String(london.id)}`);
  const date = page
    .locator("td[data-label]")
    .filter({ hasText: /^\d{4}-\d\d-\d\d$/ })
    .first();
  await date.waitFor();
  expect(await date.getAttribute("data-label")).toBe("تاریخ");
  expect(await date.evaluate(asItStands)).toBe(await date.textContent());
});

test.for(languages)(
  "the house is worked in $name from the sign-in screen to the voucher, and in English again",
  async ({ name, tag, inWords, words }, { page, office }) => {
    const { desk, farid } = await people(office);
    // What was chosen in the tests before.
    await desk.send("PATCH", "/api/profile/preferences", { language: "auto" });
    await page.goto("/transactions/credit");
    await page.getByRole("button", { name }).click();
    await heading(page, words.title).waitFor();
    expect(await root(page).getAttribute("lang")).toBe(tag);
    expect(await root(page).getAttribute("dir")).toBe("rtl");
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
    // Both are read from the right, and look alike.
    if (tag === "fa-AF") await axe(page);
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
    await screenshot(page, `${tag}-voucher`);

    await visit(page, "/profile");
    await page.getByLabel(words.language).selectOption("English");
    await heading(page, "My Profile").waitFor();
    expect(await root(page).getAttribute("dir")).toBe("ltr");
  },
);
