import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import {
  balanceOf,
  choose,
  focusedField,
  newNarrative,
  overflow,
  people,
  picker,
  recordedWith,
  save,
} from "./support/entries.ts";
import { amountField, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { isOnWhite } from "./support/shown.ts";
import { visitPage } from "./support/visit.ts";

/** Keeps the page from drawing what it has put off, as one that is busy does, until it may go on: React puts off by such messages. */
const holdPutOff = `{
  const { postMessage } = MessagePort.prototype;
  const held = [];
  MessagePort.prototype.postMessage = function (...message) { held.push([this, message]); };
  window.goOn = () => {
    MessagePort.prototype.postMessage = postMessage;
    for (const [port, message] of held) postMessage.apply(port, message);
  };
}`;

const debit = { path: "/transactions/debit", sides: ["Account"] } as const;
const warning = (page: Page) => page.getByRole("alert").filter({ hasText: "This may have been entered already" });

test("a transfer shows whom it may concern, what it does and why it was refused; typed again it is asked about, and each press of Save on it records one", async ({
  walked: page,
  office,
}) => {
  const cast = await people(office);
  const { farid, zahra, desk } = cast;
  await visitPage(page, transferPage.path, "Transfer");
  await page.setViewportSize({ width: 360, height: 800 });
  await picker(page, "Debit Account").click();
  await page.keyboard.type(farid.accountCode);
  const option = page
    .getByRole("listbox")
    .getByRole("option", { name: new RegExp(farid.accountCode) })
    .first();
  await option.waitFor();
  expect(await option.textContent()).toContain("Father: Karim");
  expect(await isOnWhite(option.locator("img"))).toBe(true);
  await axe(page);
  await screenshot(page, "picker");
  await expect.poll(() => overflow(page)).toBe(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 800 });

  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
  const recorded = () => recordedWith(desk, narrative);
  await page.getByText(`$250.75 USD moves from ${farid.accountCode} - Farid Noori to ${zahra.accountCode} - Zahra.`).waitFor();
  await page.getByRole("row", { name: /Farid Noori 1,000\.00 USD 749\.25 USD/ }).waitFor();
  const face = page.getByRole("img", { name: `Picture of ${farid.accountCode} - Farid` });
  await expect.poll(() => face.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(8);
  expect(await isOnWhite(face)).toBe(true);
  await amountField(page).fill("1000.01");
  await page.getByRole("row", { name: /Farid Noori goes below zero 1,000\.00 USD minus 0\.01 USD/ }).waitFor();
  const address = `/api/accounts/${String(zahra.id)}`;
  const resting = page.getByText(`${zahra.accountCode} - Zahra is suspended.`);
  await page.evaluate(holdPutOff);
  await desk.send("PATCH", address, { accountStatus: "suspended" });
  // The line moves Save away: put off, it could come between a press and its release, and the press would save nothing.
  await resting.waitFor();
  await page.evaluate("window.goOn()");
  await save(page).click();
  await page.getByText("Failed to create transfer").first().waitFor();
  await page.getByText(`The account ${zahra.accountCode} - Zahra is suspended; it takes no postings`).first().waitFor();
  expect(await amountField(page).inputValue()).toBe("1,000.01");
  await axe(page);
  await screenshot(page, "transfer");
  await desk.send("PATCH", address, { accountStatus: "active" });
  // Save comes back to where it stood as the line goes: a press before that may be aimed beside it.
  await resting.waitFor({ state: "detached" });
  await save(page).dblclick();
  await page.getByText(transferPage.saved).waitFor();
  expect(await page.getByText("Debit account is required").count()).toBe(0);
  expect(await recorded()).toHaveLength(1);

  await page.keyboard.press("Control+Shift+KeyL");
  await expect.poll(() => amountField(page).inputValue()).toBe("1,000.01");
  expect(await narrativeField(page).inputValue()).toBe(narrative);
  await screenshot(page, "repeat-transactions-transfer");
  await save(page).dblclick();
  await warning(page).getByText("Entered by admin").waitFor();
  const [{ id } = { id: 0 }] = await recorded();
  const link = warning(page).getByRole("link", { name: `Transfer ${String(id)}`, exact: true });
  expect([await link.getAttribute("target"), await link.getAttribute("href")]).toEqual([
    "_blank",
    expect.stringContaining(`selected=${String(id)}`),
  ]);
  await axe(page);
  await screenshot(page, "duplicate-transactions-transfer");
  expect(await recorded()).toHaveLength(1);
  await warning(page).getByRole("button", { name: "Save anyway" }).dblclick();
  await expect.poll(async () => (await recorded()).length).toBe(2);
  await expect.poll(() => amountField(page).inputValue()).toBe("");
  expect(await page.getByText("Debit account is required").count()).toBe(0);
  expect(await recorded()).toHaveLength(2);
});

/** Which texts are an amount and which are not, `amount-input.test.tsx` shows; here they come from where they come from in a browser. */
async function expectAmountsTaken(page: Page): Promise<void> {
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
  // Nothing is left behind that would be asked about.
  await field.fill("");
}

test("a Debit and a Credit move money between an account and the cash, the right way round; their amount takes digits from keys, clipboard and input method, and cuts nothing", async ({
  walked: page,
  office,
}) => {
  const words = "Two Hundred Five Point Five Zero";
  const { desk, farid } = await people(office);
  for (const { type, after } of [
    { type: "Debit", after: "794.50" },
    { type: "Credit", after: "1000.00" },
  ] as const) {
    const narrative = newNarrative();
    await page.getByRole("navigation").getByRole("link", { name: type, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `${type} Transaction` }).waitFor();
    await choose(page, "Account", farid);
    await amountField(page).fill("205.5");
    await narrativeField(page).fill(narrative);
    expect(await page.getByLabel("Amount Description").inputValue()).toBe(words);
    await page.getByRole("row", { name: /Cash at Shop/ }).waitFor();
    await save(page).dblclick();
    await page.getByText(`${type} transaction created successfully`).waitFor();
    // The page stands ready a moment later than the books.
    await expect.poll(() => amountField(page).inputValue()).toBe("");
    expect(await balanceOf(desk, farid)).toBe(after);
    expect(await recordedWith(desk, narrative)).toMatchObject([
      { transType: type, cTransDescription: words, exRate: "1.00000000" },
    ]);
  }

  await expectAmountsTaken(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open the calendar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Previous month" }).waitFor();
  await axe(page);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

/** Has the next entry of the page wait at the server's door until `answer` is called. */
async function slowSave(page: Page) {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    "**/api/transactions",
    async (route) => {
      await gate;
      await route.continue();
    },
    { times: 1 },
  );
  const sent = page.waitForRequest("**/api/transactions");
  await narrativeField(page).press("Control+Enter");
  await sent;
  return answer;
}

/** In Chromium, since what closes, what stays and what has the focus then are the browser's and the dialogs' affair. */
test("an entry on its way takes nothing that is typed, cut or composed, and the keys after it belong to the next one; a page left meanwhile says so, and is left once that is recorded", async ({
  walked: page,
  office,
}) => {
  const cast = await people(office);
  await visitPage(page, debit.path, "Debit Transaction");
  const narrative = await fillEntry(page, cast, { ...debit, amount: "12.50" });
  const answer = await slowSave(page);
  await page.keyboard.type("Another");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+X");
  await page.keyboard.insertText("Another");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "کرایه", selectionStart: 5, selectionEnd: 5 });
  await session.send("Input.insertText", { text: "کرایه" });
  // A press elsewhere does not even take the focus.
  const { x, y } = (await amountField(page).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 10);
  await page.keyboard.type("9");
  expect(await focusedField(page)).toBe("narrative");
  expect([await narrativeField(page).inputValue(), await amountField(page).inputValue()]).toEqual([narrative, "12.50"]);
  answer();
  await page.getByText("Debit transaction created successfully").waitFor();
  await expect.poll(() => focusedField(page)).toBe("account");
  await page.keyboard.type(cast.zahra.accountCode);
  expect(await picker(page, "Account").inputValue()).toBe(cast.zahra.accountCode);
  await page.keyboard.press("Escape");
  expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ dAmount: "12.50" }]);

  const next = await fillEntry(page, cast, { ...debit, amount: "12.75" });
  const answerNext = await slowSave(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const question = page.getByRole("dialog", { name: "This is being saved" });
  await question.waitFor();
  await screenshot(page, "leave-while-saving");
  expect(new URL(page.url()).pathname).toBe(debit.path);
  answerNext();
  await page.waitForURL("**/dashboard");
  await question.waitFor({ state: "detached" });
  expect(await recordedWith(cast.desk, next)).toHaveLength(1);
});
