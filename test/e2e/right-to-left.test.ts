import type { Page } from "playwright-core";
import { expect } from "vitest";

import { cashId } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, passPath, test } from "./support/hawalas.ts";
import type { Office } from "./support/office.ts";
import { searchPath } from "./support/searching.ts";
import { visitPage } from "./support/visit.ts";

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

/** Opens a page as somebody whose screens speak a language. */
async function signInSpeaking(page: Page, office: Office, language: "en" | "fa-AF", path: string): Promise<void> {
  const desk = await office.signIn(office.admin);
  await desk.send("PATCH", "/api/profile/preferences", { language });
  await signIn(page, office, office.admin, path);
  expect(await page.locator("html").getAttribute("dir")).toBe(language === "en" ? "ltr" : "rtl");
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

test("read from the right, the points of amounts stand below each other all the same", async ({
  page,
  office,
  partners: { desk, herat },
}) => {
  const deposit = {
    transType: "Credit",
    outAccountId: cashId,
    inAccountId: herat.id,
    currencyId: 1,
    transDescription: "Deposit",
  };
  for (const dAmount of ["5", "12345.67"]) await desk.send("POST", "/api/transactions", { ...deposit, dAmount });
  await signInSpeaking(page, office, "fa-AF", "/");
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
});

test("a date after a Persian word begins with its year", async ({ page, office, partners: { desk, london } }) => {
  const paid = await arrived(desk);
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInSpeaking(page, office, "fa-AF", `/reports/partner-settlement?partner=${String(london.id)}`);
  const date = page
    .locator("td[data-label]")
    .filter({ hasText: /^\d{4}-\d\d-\d\d$/ })
    .first();
  await date.waitFor();
  expect(await date.getAttribute("data-label")).toBe("تاریخ");
  expect(await date.evaluate(asItStands)).toBe(await date.textContent());
});

test("the date of a hawala stays in one piece beside a name that takes the line", async ({
  page,
  office,
  partners: { desk },
}) => {
  const { hawalaNo } = await arrived(desk, { senderName: "امید کریمی" });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInSpeaking(page, office, "en", passPath);
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
