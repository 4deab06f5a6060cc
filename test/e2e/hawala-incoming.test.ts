import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { box, entryPath, hawalasFor, newReceiver, saved, senders } from "./support/hawala-entry.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const cash = { id: cashId };
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first();

describe("an incoming hawala", () => {
  async function fill(page: Page, receiver: string, hawalaNo: string): Promise<void> {
    await box(page, "Hawala Number").fill(hawalaNo);
    await box(page, "Sender Name").fill("Idris Hotakzad");
    await box(page, "Receiver Name").fill(receiver);
    await box(page, "Amount").fill("100");
    await box(page, "Exchange Rate").fill("92");
  }

  test("is entered by hand, waits as Pending and posts nothing", async ({ page, office }) => {
    const { desk } = await senders(office);
    await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
    const receiver = newReceiver();
    const before = await balanceOf(desk, cash);
    await signIn(page, office, office.admin, entryPath);
    await page.getByRole("switch", { name: "Incoming (a partner sent it)" }).press("Space");
    await page.getByText("Nothing is posted now. It waits as Pending until it is passed on Pass Hawala.").waitFor();
    expect(await box(page, "Sender Code").inputValue()).toBe("2001");
    await fill(page, receiver, "LDN-900001");
    expect(await box(page, "Receiver Amount").inputValue()).toBe("9,200.00");
    expect(await box(page, "Rate per USD").inputValue()).toBe("70.00");
    expect(await box(page, "Into USD").inputValue()).toBe("131.43");
    await axe(page);
    await screenshot(page, "hawala-entry-incoming");
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
    // The next line of the same message: number and people are asked for anew, the rates stay.
    expect(await box(page, "Exchange Rate").inputValue()).toBe("92");
    await fill(page, newReceiver(), "ldn 900001");
    await save(page).click();
    await alert(page, "The hawala number ldn 900001 exists already for this sender code").waitFor();
    expect(await box(page, "Hawala Number").inputValue()).toBe("ldn 900001");
    await expectBooksBalance(desk);
  });

  test("says what is missing, and asks about figures that do not meet", async ({ page, office }) => {
    const { desk } = await senders(office);
    const receiver = newReceiver();
    await signIn(page, office, office.admin, `${entryPath}?direction=incoming`);
    await box(page, "Sender Code").fill("");
    await save(page).click();
    for (const text of [
      "Hawala number is required",
      "Sender code is required",
      "Sender name is required",
      "Receiver name is required",
      "Amount is required",
      "Exchange rate is required",
      "Receiver amount is required",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await axe(page);
    await box(page, "Sender Code").fill("7007");
    await page.getByText(/^No account has the code 7007 yet/).waitFor();
    await fill(page, receiver, "LDN-900002");
    await box(page, "Receiver Amount").fill("8200");
    await save(page).click();
    await page.getByText("These figures do not meet").waitFor();
    await axe(page);
    await page.keyboard.press("Control+Enter");
    await saved(page);
    expect(await hawalasFor(desk, receiver)).toMatchObject([{ senderCode: "7007", rAmount: "8200.00" }]);
    await expectBooksBalance(desk);
  });
});
