import type { Page } from "playwright-core";
import { expect } from "vitest";

import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, choose, focusedField, overflow, save } from "./support/entries.ts";
import { test } from "./support/fixtures.ts";
import { box, currencyOf, enter, entryPath, hawalasFor, issued, newReceiver, saved, senders } from "./support/hawala-entry.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { outlookOn } from "./support/shown.ts";
import { visitPage } from "./support/visit.ts";

const cash = { id: cashId };
const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

/** Puts words into the field that has the focus, in one go, and goes on by Enter. */
async function give(page: Page, field: string, words: string): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe(field);
  await page.keyboard.insertText(words);
  await page.keyboard.press("Enter");
}

/** Types into the field that has the focus and goes on by Enter. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe(field);
  if (text !== "") await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("an outgoing hawala is entered by keyboard alone, read back beforehand, recorded once by a double click, and handed over by its number", async ({
  walked: page,
  office,
}) => {
  const { desk, afghani, london } = await senders(office);
  await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = newReceiver();
  const before = await balanceOf(desk, cash);
  await visitPage(page, entryPath, "Hawala Money Transfer");
  await type(page, "senderAccountId", "");
  await give(page, "senderName", "Nabi Sadatyar");
  await type(page, "senderPhone", "+93 700 123 456");
  await type(page, "senderLocation", "");
  await type(page, "receiverAccountId", "");
  await give(page, "receiverName", receiver);
  await type(page, "receiverPhone", "");
  await give(page, "receiverLocation", "London");
  await type(page, "amount", "=250*2");
  await type(page, "currencyId", "");
  await type(page, "convertedCurrencyId", "");
  await type(page, "commission", "5");
  await expect.poll(() => focusedField(page)).toBe("convertedAmount");
  expect(await box(page, "Converted Amount").inputValue()).toBe("495.00");
  // The number is read back to whoever stands there: all of it is in sight on a small screen, too.
  await page.setViewportSize({ ...wide, width: 1280 });
  expect(await box(page, "Sender Phone").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize(wide);
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("partnerAccountId");
  await page.keyboard.type(london.accountCode);
  await page.keyboard.press("Enter");
  await type(page, "date", "");
  await expect.poll(() => focusedField(page)).toBe("notes");
  await page.keyboard.insertText("School fees");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  const [hawala] = await hawalasFor(desk, receiver);
  expect(hawala).toMatchObject({
    direction: "outgoing",
    hawalaStatus: "sent",
    senderName: "Nabi Sadatyar",
    senderPhone: "+93 700 123 456",
    receiverLocation: "London",
    amount: "500.00",
    rAmount: "495.00",
    commission: "5.00",
    partnerCode: london.accountCode,
    remarks: "School fees",
    processedBy: "admin",
  });
  const number = hawala?.hawalaNo ?? "no number";
  await issued(page).getByText(number, { exact: true }).waitFor();
  expect(await balanceOf(desk, london)).toBe("495.00");
  expect(Number(await balanceOf(desk, cash)) - Number(before)).toBe(500);
  await expect.poll(() => focusedField(page)).toBe("senderAccountId");
  expect(await box(page, "Amount").inputValue()).toBe("");

  // The next customer pays afghani out of an account, for dollars that arrive whole.
  const other = newReceiver();
  await choose(page, "Sender Account", afghani);
  expect(await box(page, "Sender Name").inputValue()).toBe("Karim");
  expect(await currencyOf(page, "Currency").inputValue()).toBe("1");
  await box(page, "Receiver Name").fill(other);
  await choose(page, "Partner Account", london);
  expect(await box(page, "Exchange Rate").inputValue()).toBe("0.01428571");
  await box(page, "Commission").fill("5");
  await box(page, "Converted Amount").fill("1000");
  expect(await box(page, "Amount").inputValue()).toBe("70,350.02");
  const label = `${afghani.accountCode} - Karim`;
  await page
    .getByText(`from the account ${label} and owe ${london.accountCode} - London Office $1,000.00 USD for ${other}.`)
    .waitFor();
  await page.getByText("Seventy Thousand Three Hundred Fifty Point Zero Two AFN").waitFor();
  await page.getByText("One Thousand USD", { exact: true }).waitFor();
  // The balance of before the first hawala stands there until it is read anew.
  await expect.poll(async () => (await outlookOn(page, london.accountCode)).after).toContain("1,495.00");
  await axe(page);
  await screenshot(page, "hawala-entry");
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);
  await save(page).dblclick();
  await issued(page).getByText(number, { exact: true }).waitFor({ state: "detached" });
  await screenshot(page, "hawala-entry-issued");
  expect(await balanceOf(desk, london)).toBe("1495.00");
  const recorded = await hawalasFor(desk, other);
  expect(recorded).toMatchObject([{ amount: "70350.02", amountCurrency: "AFN", rAmount: "1000.00" }]);
  const { id = 0, hawalaNo = "" } = recorded[0] ?? {};
  await issued(page).getByText(hawalaNo, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy number" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(hawalaNo);
  await page.getByRole("link", { name: `Open ${hawalaNo}` }).click();
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(id)}&direction=outgoing`);
  await expectBooksBalance(desk);
});

test("an incoming hawala is entered by hand, waits as Pending and posts nothing", async ({ walked: page, office }) => {
  const { desk } = await senders(office);
  await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
  const receiver = newReceiver();
  const before = await balanceOf(desk, cash);
  await visitPage(page, entryPath, "Hawala Money Transfer");
  await expect.poll(() => focusedField(page)).toBe("senderAccountId");
  await page.getByRole("switch", { name: "Incoming (a partner sent it)" }).press("Space");
  await page.getByText("Nothing is posted now. It waits as Pending until it is passed on Pass Hawala.").waitFor();
  expect(await box(page, "Sender Code").inputValue()).toBe("2001");
  for (const [name, text] of [
    ["Hawala Number", "LDN-900001"],
    ["Sender Name", "Idris Hotakzad"],
    ["Receiver Name", receiver],
    ["Amount", "100"],
    ["Exchange Rate", "92"],
  ] as const)
    await box(page, name).fill(text);
  expect(await box(page, "Receiver Amount").inputValue()).toBe("9,200.00");
  expect(await box(page, "Rate per USD").inputValue()).toBe("70.00");
  expect(await box(page, "Into USD").inputValue()).toBe("131.43");
  await axe(page);
  await screenshot(page, "hawala-entry-incoming");
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);
  await box(page, "Remarks").fill("By telephone");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  await page.getByText("It waits as Pending. Nothing was posted.").waitFor();
  expect(await hawalasFor(desk, receiver)).toMatchObject([
    {
      direction: "incoming",
      hawalaNo: "LDN-900001",
      hawalaStatus: "Pending",
      rAmount: "9200.00",
      intoUSD: "131.43",
      transactionId: null,
    },
  ]);
  expect(await balanceOf(desk, cash)).toBe(before);
  await expectBooksBalance(desk);
});

const editPath = ({ id }: Pick<Hawala, "id">) => `${entryPath}?edit=${String(id)}`;
const pathOf = (path: string, id: number) => path.replace(":id", String(id));

async function stored(desk: Desk, { id }: Pick<Hawala, "id">): Promise<Hawala> {
  return (await desk.send("GET", pathOf(getHawala.path, id))) as Hawala;
}

test("an outgoing hawala that is open is corrected by the difference, and keeps what was typed where another desk was quicker", async ({
  walked: page,
  office,
}) => {
  const { desk, london } = await senders(office);
  const before = Number(await balanceOf(desk, { id: cashId }));
  const receiver = newReceiver();
  const hawala = await enter(desk, { receiverName: receiver });
  await visitPage(page, editPath(hawala), `Edit Hawala ${hawala.hawalaNo}`);
  await box(page, "Amount").fill("650");
  expect(await box(page, "Converted Amount").inputValue()).toBe("645.00");
  await screenshot(page, "hawala-edit");
  const body = { direction: "outgoing", senderName: "Nabi Sadatyar", receiverName: receiver, amount: "500", currency: "USD" };
  await desk.send("PUT", pathOf(updateHawala.path, hawala.id), { ...body, commission: "5", partnerAccountId: london.id });
  await save(page).click();
  await page.getByText(`Partner Account: (empty) → ${london.accountCode} - London Office`).waitFor();
  expect(await box(page, "Amount").inputValue()).toMatch(/^650/);
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await expect.poll(async () => (await outlookOn(page, london.accountCode)).after).toContain("645.00");
  await save(page).click();
  await page.getByText("Hawala updated successfully").waitFor();
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}&direction=outgoing`);
  expect(await stored(desk, hawala)).toMatchObject({
    hawalaNo: hawala.hawalaNo,
    amount: "650.00",
    rAmount: "645.00",
    partnerCode: london.accountCode,
    version: 3,
  });
  expect(await balanceOf(desk, london)).toBe("645.00");
  expect(Number(await balanceOf(desk, { id: cashId })) - before).toBe(650);
  await expectBooksBalance(desk);
});
