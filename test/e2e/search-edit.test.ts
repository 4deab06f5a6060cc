import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { endSessionAt, fillSignIn, meetWrite, signIn, test } from "./support/fixtures.ts";
import type { Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import {
  actsOn,
  chooseIn,
  dialogOf,
  expectBooksBalance,
  openEdit,
  recordEach,
  rowOf,
  searchPath,
  standing,
  storedTransaction,
} from "./support/searching.ts";

const open = (page: Page, office: Office, narrative: string) =>
  signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
const saved = (page: Page) => page.getByText("Transaction updated successfully").waitFor();

describe("editing a transaction found", () => {
  test("changes a Debit and an Exchange, and the balances by exactly the difference", async ({ page, office }) => {
    const { narrative, debit, exchange, farid, zahra, afghani, desk } = await recordEach(office);
    expect(await standing(desk, [farid, zahra])).toMatchObject({
      [`${String(farid.id)} USD`]: "449.25",
      [`${String(zahra.id)} USD`]: "550.75",
    });
    await open(page, office, narrative);
    let dialog = await openEdit(page, debit);
    await dialog.getByRole("img", { name: /^Picture of/ }).waitFor();
    await dialog.getByRole("img", { name: /^Signature of/ }).waitFor();
    const amount = dialog.getByRole("textbox", { name: "Amount", exact: true });
    expect(await amount.inputValue()).toBe("200.00");
    await screenshot(page, "edit-debit");
    await chooseIn(dialog, "Account", zahra);
    await amount.fill("150.5");
    await dialog.getByLabel("Transaction Date").press("-");
    await dialog.getByRole("row", { name: /Farid Noori.*449\.25 USD.*649\.25 USD/ }).waitFor();
    await dialog.getByRole("row", { name: /Zahra.*550\.75 USD.*400\.25 USD/ }).waitFor();
    await amount.press("Control+Enter");
    await saved(page);
    await dialog.waitFor({ state: "detached" });
    await rowOf(page, debit).getByText("$150.50").waitFor();
    expect(await standing(desk, [farid, zahra])).toMatchObject({
      [`${String(farid.id)} USD`]: "649.25",
      [`${String(zahra.id)} USD`]: "400.25",
    });
    expect(await storedTransaction(desk, debit)).toMatchObject({ version: 2, outAccountId: zahra.id, dAmount: "150.50" });
    await page.getByRole("button", { name: `Open transaction ${String(debit.id)}` }).click();
    const panel = dialogOf(page, `Transaction ${String(debit.id)}`);
    await panel.getByText("Edited by admin").waitFor();
    await panel.getByText("Amount: $200.00 USD → $150.50 USD").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });

    dialog = await openEdit(page, exchange);
    await dialog.getByLabel("Purchase Amount").fill("200");
    await dialog.getByLabel("Exchange Rate").fill("70");
    expect(await dialog.getByLabel("Selling Amount").inputValue()).toBe("14,000.00");
    await axe(page);
    await screenshot(page, "edit-exchange");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await rowOf(page, exchange).getByText("$200.00").waitFor();

    // 1,000 in, less 250.75, less the 200 bought from him; 550.75, less 150.50; 14,000 AFN given.
    expect(await standing(desk, [farid, zahra, afghani])).toMatchObject({
      [`${String(farid.id)} USD`]: "549.25",
      [`${String(zahra.id)} USD`]: "400.25",
      [`${String(afghani.id)} AFN`]: "14000.00",
    });
    await expectBooksBalance(desk);
  });

  test("loses nothing typed: not by another's edit, a lost answer or an ended session", async ({ page, office, watched }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const { narrative, debit, transfer, zahra, farid, desk } = await recordEach(office);
    const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
    await open(page, office, narrative);
    let dialog = await openEdit(page, transfer);
    await dialog.getByLabel("Debit Amount").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Amount is required", { exact: true }).waitFor();
    const theirs = { ...transfer, dAmount: "275", cAmount: "275", cTransDescription: "From Zarghuna" };
    await operator.send("PUT", `/api/transactions/${String(transfer.id)}`, theirs);
    // What is scrolled away has no colours to look at.
    await dialog.getByText("Save to compare it with what you have typed.").scrollIntoViewIfNeeded();
    await axe(page);
    await dialog.getByLabel("Debit Amount").fill("300");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/changed meanwhile: zarghuna at \d{4}-\d{2}-\d{2} \d{2}:\d{2}/).waitFor();
    await dialog.getByText("Debit Amount: $250.75 USD → $275.00 USD").waitFor();
    await dialog.getByText(`Credit Narrative: ${narrative} → From Zarghuna`).waitFor();
    expect(await dialog.getByLabel("Debit Amount").inputValue()).toBe("300");
    await axe(page);
    await screenshot(page, "edit-conflict");
    await dialog.getByRole("button", { name: "Keep my changes" }).click();
    expect(await dialog.getByLabel("Credit Narrative").inputValue()).toBe("From Zarghuna");
    await dialog.getByRole("button", { name: "Save" }).click();
    await saved(page);
    await dialog.waitFor({ state: "detached" });
    const mine = { version: 3, dAmount: "300.00", cTransDescription: "From Zarghuna" };
    expect(await storedTransaction(desk, transfer)).toMatchObject(mine);
    expect(await standing(desk, [zahra])).toMatchObject({ [`${String(zahra.id)} USD`]: "600.00" });

    // The edit is stored and its answer lost; then the session ends.
    dialog = await openEdit(page, debit);
    const amount = dialog.getByRole("textbox", { name: "Amount", exact: true });
    await amount.fill("100");
    const address = `**/api/transactions/${String(debit.id)}`;
    await meetWrite(page, address, (route) => route.fetch().then(() => route.abort("failed")));
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    expect(await actsOn(desk, debit)).toEqual(["created", "edited"]);
    expect(await amount.inputValue()).toBe("100");
    await page.unroute(address);
    await endSessionAt(page, address);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("Username").waitFor();
    await fillSignIn(page, office.admin);
    await dialog.waitFor({ state: "detached" });
    expect(await actsOn(desk, debit)).toEqual(["created", "edited"]);
    expect(await storedTransaction(desk, debit)).toMatchObject({ dAmount: "100.00", version: 2 });
    expect(await standing(desk, [farid])).toMatchObject({ [`${String(farid.id)} USD`]: "500.00" });
    await expectBooksBalance(desk);
  });
});
