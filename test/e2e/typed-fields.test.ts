import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { choose, dateField, focusedField, newNarrative, people, picker, recordedWith, save } from "./support/entries.ts";
import { amountField, narrativeField, transferPage } from "./support/entry-pages.ts";
import { amount, exchangePath, rate } from "./support/exchange.ts";
import { openSeat, signIn, test as base } from "./support/fixtures.ts";
import { arrived, at } from "./support/hawalas.ts";
import type { Office } from "./support/office.ts";
import { visitPage } from "./support/visit.ts";

const debitPath = "/transactions/debit";
/** A telephone zooms in on a field with smaller letters, as it gets the focus. */
const readablePx = 16;
/** How long a person holds a mouse button down. */
const heldMs = 80;

/** One page for all tests of a kind of device, which has loaded the product and signed in once: each test goes on from the one before. */
async function openDevice({ browser, office }: { browser: Browser; office: Office }, options: BrowserContextOptions) {
  const { page, watched } = await openSeat(browser, office.url, options);
  await signIn(page, office, office.admin, debitPath);
  return {
    page,
    close: async () => {
      await page.context().close();
      expect(watched.faults, "the browser's console").toEqual([]);
    },
  };
}

const test = base
  .extend("desk", { scope: "file" }, async ({ browser, office }, { onCleanup }): Promise<Page> => {
    const { page, close } = await openDevice({ browser, office }, {});
    onCleanup(close);
    return page;
  })
  .extend("phone", { scope: "file" }, async ({ browser, office }, { onCleanup }): Promise<Page> => {
    const { page, close } = await openDevice({ browser, office }, { hasTouch: true, isMobile: true });
    onCleanup(close);
    return page;
  });

/** Empties the form, so that it is left without a question. */
const beginAnew = (page: Page) => page.getByRole("button", { name: "New", exact: true }).click();

test("an account picker left with Tab hands the next key to the next field, however long its list is", async ({
  desk: page,
  office,
}) => {
  const wanted = await openAccount(office, { accountName: "Parwin" });
  for (let other = 0; other < 10; other += 1) await openAccount(office, { accountName: "Karim" });
  await visitPage(page, debitPath, "Debit Transaction");
  await expect.poll(() => focusedField(page)).toBe("account");
  // The list of a part of the code stands open while the rest and Tab are faster than the next one.
  const [part, rest] = [wanted.accountCode.slice(0, -2), wanted.accountCode.slice(-2)];
  await page.keyboard.type(part);
  await page.getByText(/^\d\d accounts found$/).waitFor();
  const list = page.getByRole("listbox");
  expect(await list.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
  await page.keyboard.type(rest);
  await page.keyboard.press("Tab");
  await page.keyboard.type("512");
  expect(await focusedField(page)).toBe("amount");
  expect(await amountField(page).inputValue()).toBe("512");
  await expect.poll(() => picker(page, "Account").inputValue()).toBe(`${wanted.accountCode} - Parwin`);
  await beginAnew(page);
});

test("a date typed over a day that was counted is that date", async ({ desk: page }) => {
  await visitPage(page, debitPath, "Debit Transaction");
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
  await beginAnew(page);
});

describe("the Save button stays below the pointer that presses it", () => {
  /** What is typed, and what stands there once the field is left. */
  const calculations = [
    ["=1.1*5", "5.50"],
    ["1.5k", "1,500"],
    ["=10*", "=10*"],
  ] as const;

  /** Where the buttons stand before Save is pressed, and while it is. It sinks by itself then. */
  async function pressed(page: Page): Promise<readonly unknown[]> {
    const buttons = save(page).locator("..");
    await save(page).hover();
    const before = await buttons.boundingBox();
    await page.mouse.down();
    await save(page).and(page.locator(":focus")).waitFor();
    return [before, await buttons.boundingBox()];
  }

  test("as a calculation is left by it, which is saved by one click", async ({ desk: page, office }) => {
    const narrative = newNarrative();
    const { desk, farid } = await people(office);
    // So high that the buttons stand behind the last field, and not at the foot of the window.
    await page.setViewportSize({ width: 1440, height: 1400 });
    for (const { path, title, field } of [
      { path: exchangePath, title: "Exchange", field: amount(page, "Purchase") },
      { path: transferPage.path, title: "Transfer", field: amountField(page) },
      { path: debitPath, title: "Debit Transaction", field: amountField(page) },
    ]) {
      await visitPage(page, path, title);
      // The line below the field goes with the first of them, and comes with the last. The forms differ in where it stands.
      for (const [typed, left] of path === debitPath ? calculations : calculations.slice(0, 1)) {
        await field.fill("");
        await field.click();
        await page.keyboard.type(typed);
        const [before, during] = await pressed(page);
        expect(during, `${title}: ${typed}`).toEqual(before);
        await page.mouse.up();
        await expect.poll(() => field.inputValue()).toBe(left);
        await expect.poll(() => page.getByText("This calculation is not finished").count()).toBe(typed === left ? 1 : 0);
      }
      await field.fill("");
    }
    await choose(page, "Account", farid);
    await narrativeField(page).fill(narrative);
    await amountField(page).click();
    await page.keyboard.type("=1.1*5");
    await save(page).click({ delay: heldMs });
    await expect.poll(async () => (await recordedWith(desk, narrative)).map(({ dAmount }) => dAmount)).toEqual(["5.50"]);
    await expect.poll(() => amountField(page).inputValue()).toBe("");
  });

  test("and below the finger, by which a calculation is left only as it is lifted", async ({ phone: page, office }) => {
    const narrative = newNarrative();
    const { desk, farid } = await people(office);
    // So high that the buttons stand behind the last field, and not at the foot of the window.
    await page.setViewportSize({ width: 390, height: 1400 });
    await visitPage(page, debitPath, "Debit Transaction");
    await choose(page, "Account", farid);
    await narrativeField(page).fill(narrative);
    await amountField(page).tap();
    await page.keyboard.type("=1.1*5");
    // Until the balances stand there they take less room, and Save stands higher.
    for (const whose of ["Farid Noori", "Cash at Shop"])
      await page.getByRole("row", { name: new RegExp(`${whose} .*\\d USD .*\\d USD`) }).waitFor();
    const button = await save(page).boundingBox();
    if (button === null) throw new Error("There is no Save button");
    // At its lower edge, which is beside it once the line below the field has gone.
    await page.touchscreen.tap(button.x + button.width / 2, button.y + button.height - 3);
    await expect.poll(async () => (await recordedWith(desk, narrative)).map(({ dAmount }) => dAmount)).toEqual(["5.50"]);
    await expect.poll(() => amountField(page).inputValue()).toBe("");
  });
});

test("what the keyboard of a telephone composes stands in an amount, a rate, a date, a code and a count once", async ({
  desk: page,
}) => {
  await visitPage(page, exchangePath, "Exchange");
  const session = await page.context().newCDPSession(page);
  const compose = async (field: Locator, word: string): Promise<string> => {
    await field.focus();
    const signs = [...word];
    for (const length of signs.keys()) {
      const text = signs.slice(0, length + 1).join("");
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send("Input.insertText", { text: word });
    return field.inputValue();
  };
  expect(await compose(amount(page, "Purchase"), "۱۲٬۵۰۰٫۵")).toBe("12500.5");
  expect(await compose(amount(page, "Selling"), "12,500.50")).toBe("12500.50");
  expect(await compose(rate(page), "۶۹٫۸")).toBe("69.8");
  const field = dateField(page);
  const today = await field.inputValue();
  await field.fill("2025-11-20");
  expect(await compose(field, "today")).toBe(today);
  await beginAnew(page);
  await visitPage(page, "/currencies", "Currency Management");
  const code = page.getByLabel(/^Code/);
  await page.getByRole("button", { name: "Add Currency" }).click();
  // What is opened takes the focus a moment after it is drawn, which ends what is being composed elsewhere by then.
  await code.and(page.locator(":focus")).waitFor();
  expect(await compose(code, "gbp")).toBe("GBP");
  await code.fill("");
  await visitPage(page, "/reports/daily-book", "Daily Book");
  await page.getByRole("button", { name: "Close Day" }).click();
  await page.getByRole("dialog").locator(":focus").waitFor();
  const count = page.getByRole("region", { name: "AFN" });
  await count.getByRole("button", { name: "Count by notes" }).click();
  expect(await compose(count.getByRole("textbox", { name: "Notes of 100 AFN" }), "۱۲")).toBe("12");
});

/** A field as it is looked at in the page. */
interface DrawnField {
  computedStyleMap(): { get(name: string): { readonly value: number } };
}

test("on a telephone the letters of every field are large enough not to be zoomed in on", async ({ phone: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const fields = page.locator("input:not([type=checkbox], [type=radio], [type=file]), select, textarea");
  for (const [path, title] of [
    [debitPath, "Debit Transaction"],
    ["/transactions/pass-hawala", "Pass Hawala"],
    ["/accounts/new", "Accounts"],
    ["/profile", "My Profile"],
  ] as const) {
    await visitPage(page, path, title);
    await fields.first().waitFor();
    const letters = await fields.evaluateAll((all: DrawnField[]) =>
      all.map((field) => field.computedStyleMap().get("font-size").value),
    );
    expect(Math.min(...letters), path).toBeGreaterThanOrEqual(readablePx);
  }
});

test("the keyboard of a telephone takes its room from the page, and Save of a dialog stands above it", async ({
  phone: page,
  office,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const farid = await openAccount(office, { accountName: "Farid" });
  await visitPage(page, `/accounts/edit?q=${farid.accountCode}`, "Old Account Edit");
  // No browser of tests has such a keyboard: what it leaves of the window is what it is told to.
  expect(await page.locator("meta[name=viewport]").getAttribute("content")).toContain("interactive-widget=resizes-content");
  await page.getByRole("button", { name: `Edit account ${farid.accountCode}` }).tap();
  await page.getByRole("dialog").getByLabel("Phone").tap();
  await page.setViewportSize({ width: 360, height: 340 });
  const box = await page.getByRole("dialog").getByRole("button", { name: "Save" }).boundingBox();
  expect((box?.y ?? 340) + (box?.height ?? 0)).toBeLessThanOrEqual(340);
  await page.getByRole("dialog").getByLabel("Phone").and(page.locator(":focus")).waitFor();
});

test("the buttons of a payout leave the room above the keyboard of a telephone to its papers", async ({
  phone: page,
  office,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const desk = await office.signIn(office.admin);
  await page.keyboard.press("Escape");
  await visitPage(page, at(await arrived(desk)), "Pass Hawala");
  await page.getByLabel("Name on document").tap();
  await page.setViewportSize({ width: 360, height: 400 });
  await page.getByLabel("Name on document").scrollIntoViewIfNeeded();
  const [field, foot] = await Promise.all([
    page.getByLabel("Document number").boundingBox(),
    page.getByRole("button", { name: "Confirm Pass Hawala" }).boundingBox(),
  ]);
  expect(foot?.y).toBeGreaterThan((field?.y ?? 400) + (field?.height ?? 0));
});
