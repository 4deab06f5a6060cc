import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { createHawala } from "#contract/hawalas.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, choose, focusedField, overflow, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import {
  box,
  currencyOf,
  entryPath,
  fillOutgoing,
  hawalasFor,
  issued,
  newReceiver,
  saved,
  senders,
} from "./support/hawala-entry.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { outlookOn } from "./support/shown.ts";

const cash = { id: cashId };
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first();

/** Types into the field that has the focus and goes on by Enter. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe(field);
  if (text !== "") await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

describe("an outgoing hawala", () => {
  test("is entered by keyboard alone; its number is shown, and the form stands ready again", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const receiver = newReceiver();
    const before = await balanceOf(desk, cash);
    await signIn(page, office, office.admin, entryPath);
    await type(page, "senderAccountId", "");
    await type(page, "senderName", "Nabi Sadatyar");
    await type(page, "senderPhone", "0700 123");
    await type(page, "senderLocation", "");
    await type(page, "receiverAccountId", "");
    await type(page, "receiverName", receiver);
    await type(page, "receiverPhone", "");
    await type(page, "receiverLocation", "London");
    await type(page, "amount", "=250*2");
    await type(page, "currencyId", "");
    await type(page, "convertedCurrencyId", "");
    await type(page, "commission", "5");
    await expect.poll(() => focusedField(page)).toBe("convertedAmount");
    expect(await box(page, "Converted Amount").inputValue()).toBe("495.00");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("partnerAccountId");
    await page.keyboard.type(london.accountCode);
    await page.keyboard.press("Enter");
    await type(page, "date", "");
    await expect.poll(() => focusedField(page)).toBe("notes");
    await page.keyboard.type("School fees");
    await page.keyboard.press("Control+Enter");
    await saved(page);
    const [hawala] = await hawalasFor(desk, receiver);
    expect(hawala).toMatchObject({
      direction: "outgoing",
      hawalaStatus: "sent",
      senderName: "Nabi Sadatyar",
      senderPhone: "0700 123",
      receiverLocation: "London",
      amount: "500.00",
      rAmount: "495.00",
      commission: "5.00",
      partnerCode: london.accountCode,
      remarks: "School fees",
      processedBy: "admin",
    });
    await issued(page)
      .getByText(hawala?.hawalaNo ?? "no number", { exact: true })
      .waitFor();
    expect(await balanceOf(desk, london)).toBe("495.00");
    expect(Number(await balanceOf(desk, cash)) - Number(before)).toBe(500);
    await expect.poll(() => focusedField(page)).toBe("senderAccountId");
    expect(await box(page, "Amount").inputValue()).toBe("");
    await expectBooksBalance(desk);
  });

  test("shows beforehand what it does, in figures, words and a sentence, and does that", async ({ page, office }) => {
    const { desk, afghani, london } = await senders(office);
    const receiver = newReceiver();
    await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
    await signIn(page, office, office.admin, entryPath);
    await choose(page, "Sender Account", afghani);
    expect(await box(page, "Sender Name").inputValue()).toBe("Karim");
    expect(await currencyOf(page, "Currency").inputValue()).toBe("1");
    await box(page, "Receiver Name").fill(receiver);
    await choose(page, "Partner Account", london);
    expect(await box(page, "Exchange Rate").inputValue()).toBe("0.01428571");
    await box(page, "Commission").fill("5");
    await box(page, "Converted Amount").fill("1000");
    expect(await box(page, "Amount").inputValue()).toBe("70,350.02");
    const label = `${afghani.accountCode} - Karim`;
    await page
      .getByText(`from the account ${label} and owe ${london.accountCode} - London Office $1,000.00 USD for ${receiver}.`)
      .waitFor();
    await page.getByText("Seventy Thousand Three Hundred Fifty Point Zero Two AFN").waitFor();
    await page.getByText("One Thousand USD", { exact: true }).waitFor();
    await axe(page);
    await screenshot(page, "hawala-entry");
    expect((await outlookOn(page, london.accountCode)).after).toContain("1,000.00");
    await save(page).click();
    await saved(page);
    await axe(page);
    await screenshot(page, "hawala-entry-issued");
    expect(await balanceOf(desk, london)).toBe("1000.00");
    expect(await hawalasFor(desk, receiver)).toMatchObject([{ amount: "70350.02", amountCurrency: "AFN", rAmount: "1000.00" }]);
    await expectBooksBalance(desk);
  });

  test("hands its number over by a button, and opens where it is paid", async ({ page, office }) => {
    const { desk } = await senders(office);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, entryPath);
    await fillOutgoing(page, receiver);
    await save(page).click();
    await saved(page);
    const [hawala] = await hawalasFor(desk, receiver);
    await page.getByRole("button", { name: "Copy number" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(hawala?.hawalaNo);
    await page.getByRole("link", { name: `Open ${hawala?.hawalaNo ?? ""}` }).click();
    await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala?.id)}`);
    await expectBooksBalance(desk);
  });

  test("says what is missing or cannot be", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, entryPath);
    await save(page).click();
    for (const text of ["Sender name is required", "Receiver name is required", "Amount is required"])
      await page.getByText(text, { exact: true }).waitFor();
    expect(await focusedField(page)).toBe("senderName");
    await axe(page);
    await fillOutgoing(page, receiver);
    await box(page, "Commission").fill("500");
    await save(page).click();
    await page.getByText("The commission leaves nothing for the receiver").waitFor();
    await box(page, "Commission").fill("100000000");
    await save(page).click();
    await page.getByText("Commission must be from 0 to 99999999.99").waitFor();
    await box(page, "Commission").fill("5");
    await currencyOf(page, "Converted Currency").selectOption({ label: "AFN - Afghan Afghani" });
    await box(page, "Exchange Rate").fill("0");
    await save(page).click();
    await page.getByText("Exchange rate must be greater than 0").waitFor();
    await box(page, "Exchange Rate").fill("70");
    await box(page, "Converted Amount").fill("100.33");
    await save(page).click();
    await page.getByText(/^At this rate and commission the converted amount is .*100\.00 AFN$/).waitFor();
    await box(page, "Amount").fill("500");
    await choose(page, "Sender Account", london);
    await choose(page, "Partner Account", london);
    await save(page).click();
    await page.getByText("The partner cannot be the sender").waitFor();
    await box(page, "Transaction Date").fill("2026-02-30");
    await page.getByText("Give the date as YYYY-MM-DD, a day that exists").waitFor();
    expect(await hawalasFor(desk, receiver)).toHaveLength(0);
  });

  test("is saved once by a double click, and asked about when it is entered again", async ({ page, office }) => {
    const { desk } = await senders(office);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, entryPath);
    await fillOutgoing(page, receiver);
    await save(page).dblclick();
    await saved(page);
    expect(await hawalasFor(desk, receiver)).toHaveLength(1);
    await page.keyboard.press("Control+Shift+KeyL");
    await expect.poll(() => box(page, "Receiver Name").inputValue()).toBe(receiver);
    await save(page).click();
    await page.getByText("This may have been entered already").waitFor();
    expect(await hawalasFor(desk, receiver)).toHaveLength(1);
    await axe(page);
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect.poll(async () => (await hawalasFor(desk, receiver)).length).toBe(2);
    const [second, first] = (await hawalasFor(desk, receiver)).map(({ hawalaNo }) => Number.parseInt(hawalaNo.slice(3), 10));
    expect((second ?? 0) - (first ?? 0)).toBe(1);
    await expectBooksBalance(desk);
  });

  test("whose answer was lost, or whose server failed in the middle, is recorded once by the retry", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_FAILED|Failed to load resource|answer: 500/);
    const { desk } = await senders(office);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, entryPath);
    await fillOutgoing(page, receiver);
    // The server gets the hawala and books it; the answer never arrives.
    await page.route(
      `**${createHawala.path}`,
      async (route) => {
        await route.fetch();
        await route.abort("failed");
      },
      { times: 1 },
    );
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await hawalasFor(desk, receiver)).toHaveLength(1);
    expect(await box(page, "Receiver Name").inputValue()).toBe(receiver);
    const failure = { message: "Something went wrong in the office's server", code: "internal", requestId: "r-1" };
    await page.route(`**${createHawala.path}`, (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
    await save(page).click();
    await alert(page, "Failed to create hawala transaction").waitFor();
    expect(await box(page, "Amount").inputValue()).toBe("500");
    await save(page).click();
    await saved(page);
    expect(await hawalasFor(desk, receiver)).toHaveLength(1);
    await expectBooksBalance(desk);
  });

  test("keeps what was typed when the server refuses it, and marks the field", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, entryPath);
    await fillOutgoing(page, receiver);
    await choose(page, "Partner Account", london);
    await desk.send("PATCH", `/api/accounts/${String(london.id)}`, { accountStatus: "suspended" });
    await save(page).click();
    await alert(page, `The account ${london.accountCode} - London Office is suspended`).waitFor();
    expect(await box(page, "Receiver Name").inputValue()).toBe(receiver);
    expect(await hawalasFor(desk, receiver)).toHaveLength(0);
    await desk.send("PATCH", `/api/accounts/${String(london.id)}`, { accountStatus: "active" });
    await save(page).click();
    await saved(page);
    await expectBooksBalance(desk);
  });

  test("is not left by accident, and Cancel goes to the dashboard", async ({ page, office }) => {
    await signIn(page, office, office.admin, entryPath);
    await box(page, "Sender Name").fill("Nabi");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await box(page, "Sender Name").inputValue()).toBe("Nabi");
    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("fits a telephone", async ({ page, office }) => {
    await signIn(page, office, office.admin, entryPath);
    await page.setViewportSize({ width: 390, height: 844 });
    await fillOutgoing(page, newReceiver());
    await expect.poll(() => overflow(page)).toBe(0);
    await axe(page);
    await page.goto(`${entryPath}?direction=incoming`);
    await box(page, "Hawala Number").waitFor();
    await expect.poll(() => overflow(page)).toBe(0);
  });
});
