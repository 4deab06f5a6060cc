import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import {
  balanceOf,
  choose,
  dateField,
  focusedField,
  newNarrative,
  people,
  picker,
  recordedWith,
  save,
  type People,
} from "./support/entries.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const transferPath = "/transactions/transfer";

async function fillTransfer(page: Page, { farid, zahra }: People, narrative: string): Promise<void> {
  await choose(page, "Debit Account", farid);
  await choose(page, "Credit Account", zahra);
  await page.getByLabel("Debit Amount").fill("250.75");
  await page.getByLabel("Debit Narrative").fill(narrative);
}

describe("a transfer", () => {
  test("is recorded by keyboard alone, and the form stands ready again", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    await page.keyboard.type(cast.farid.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("amount");
    await page.keyboard.type("=100*2.5");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("250");
    await page.keyboard.type(narrative);
    await page.keyboard.press("Enter");
    await page.keyboard.type(cast.zahra.accountCode);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("creditNarrative");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("date");
    await page.keyboard.press("-");
    const yesterday = await dateField(page).inputValue();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await balanceOf(cast.desk, cast.farid)).toBe("750.00");
    expect(await balanceOf(cast.desk, cast.zahra)).toBe("250.00");
    expect(await recordedWith(cast.desk, narrative)).toMatchObject([
      { transType: "Transfer", cTransDescription: narrative, transDate: yesterday, userCreated: "admin" },
    ]);
    await expect.poll(() => focusedField(page)).toBe("debitAccount");
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("");
    expect(await dateField(page).inputValue()).toBe(yesterday);
  });

  test("is recorded once by a double click", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await fillTransfer(page, cast, narrative);
    await save(page).dblclick();
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await page.getByText("Debit account is required").count()).toBe(0);
    await fillTransfer(page, cast, narrative);
    await save(page).dblclick();
    await page.getByText("This may have been entered already").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    await page.getByRole("button", { name: "Save anyway" }).dblclick();
    await expect.poll(async () => (await recordedWith(cast.desk, narrative)).length).toBe(2);
    expect(await page.getByText("Debit account is required").count()).toBe(0);
  });

  test("shows beforehand what it does, in figures, words and a sentence", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await fillTransfer(page, cast, narrative);
    const { farid, zahra } = cast;
    await page.getByText(`$250.75 USD moves from ${farid.accountCode} - Farid Noori to ${zahra.accountCode} - Zahra.`).waitFor();
    await page.getByRole("row", { name: /Farid Noori 1,000\.00 USD 749\.25 USD/ }).waitFor();
    expect(await page.getByLabel("Amount in Words").inputValue()).toBe("Two Hundred Fifty");
    expect(await page.getByLabel("Credit Narrative").inputValue()).toBe(narrative);
    const face = page.getByRole("img", { name: `Picture of ${farid.accountCode} - Farid` });
    await expect.poll(() => face.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(8);
    await page.getByLabel("Debit Amount").fill("1000.01");
    await page.getByRole("row", { name: /Farid Noori goes below zero 1,000\.00 USD minus 0\.01 USD/ }).waitFor();
    await axe(page);
    await screenshot(page, "transfer");
    await page.getByRole("button", { name: "Reverse" }).click();
    expect(await picker(page, "Debit Account").inputValue()).toBe(`${zahra.accountCode} - Zahra`);
  });

  test("says what is missing or cannot be", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await save(page).click();
    for (const text of [
      "Debit account is required",
      "Credit account is required",
      "Amount is required",
      "Debit narrative is required",
      "Credit narrative is required",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await axe(page);
    await fillTransfer(page, cast, narrative);
    await choose(page, "Credit Account", cast.afghani);
    await save(page).click();
    await page.getByText("This account holds no USD. Record an Exchange to open a balance in it.").waitFor();
    await choose(page, "Credit Account", cast.farid);
    await save(page).click();
    await page.getByText("The debit account and the credit account must be different").waitFor();
    await dateField(page).fill("2026-02-30");
    await page.getByText("Give the date as YYYY-MM-DD, a day that exists").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(0);
  });

  test("keeps what was typed when the server refuses it, and marks the field", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await fillTransfer(page, cast, narrative);
    const address = `/api/accounts/${String(cast.zahra.id)}`;
    await cast.desk.send("PATCH", address, { accountStatus: "suspended" });
    await save(page).click();
    await page.getByText("Failed to create transfer").first().waitFor();
    const reason = `The account ${cast.zahra.accountCode} - Zahra is suspended; it takes no postings`;
    await page.getByText(reason).first().waitFor();
    expect(await page.getByLabel("Debit Amount").inputValue()).toBe("250.75");
    await axe(page);
    await cast.desk.send("PATCH", address, { accountStatus: "active" });
    await save(page).click();
    await page.getByText("Transfer completed successfully").waitFor();
  });

  test("whose answer was lost is recorded once by the retry", async ({ page, office, watched }) => {
    const narrative = newNarrative();
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await fillTransfer(page, cast, narrative);
    // The server gets the transfer and records it; the answer never arrives.
    await page.route(
      "**/api/transactions",
      async (route) => {
        await route.fetch();
        await route.abort("failed");
      },
      { times: 1 },
    );
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await page.getByLabel("Debit Narrative").inputValue()).toBe(narrative);
    expect(await picker(page, "Debit Account").inputValue()).toContain(cast.farid.accountCode);
    await save(page).click();
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    expect(await balanceOf(cast.desk, cast.farid)).toBe("749.25");
  });

  test("goes on after a new sign-in, with everything still typed", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPath);
    await fillTransfer(page, cast, narrative);
    await endSessionAt(page, "**/api/transactions");
    await save(page).click();
    await page.getByRole("dialog").waitFor();
    await fillSignIn(page, office.admin);
    await page.getByText("Transfer completed successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
  });

  test("is not left by accident", async ({ page, office }) => {
    const narrative = newNarrative();
    await signIn(page, office, office.admin, transferPath);
    await page.getByLabel("Debit Narrative").fill(narrative);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await page.getByLabel("Debit Narrative").inputValue()).toBe(narrative);
    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL("**/dashboard");
  });

  test("to or from the cash is offered to admins alone", async ({ page, office }) => {
    await people(office);
    const operator = await office.addUser("operator", "operator");
    await signIn(page, office, operator, transferPath);
    await picker(page, "Debit Account").fill("Cash at Shop");
    await page.getByText("No account found.").waitFor();
    await signIn(page, office, office.admin, transferPath);
    await picker(page, "Debit Account").fill("Cash at Shop");
    await page
      .getByRole("listbox")
      .getByRole("option", { name: /Cash at Shop/ })
      .first()
      .waitFor();
  });
});
