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
  found,
  openEdit,
  recordEach,
  rowOf,
  searchPath,
  standing,
  storedTransaction,
} from "./support/searching.ts";

const open = (page: Page, office: Office, narrative: string, who = office.admin) =>
  signIn(page, office, who, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
const saved = (page: Page) => page.getByText("Transaction updated successfully").waitFor();

describe("editing a transaction found", () => {
  test("changes a Debit, a Credit, a Transfer and an Exchange, and the balances by exactly the difference", async ({
    page,
    office,
  }) => {
    const { narrative, debit, credit, transfer, exchange, farid, zahra, afghani, bank, desk } = await recordEach(office);
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
    await axe(page);
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

    dialog = await openEdit(page, credit);
    await dialog.getByRole("textbox", { name: "Amount", exact: true }).fill("400");
    await dialog.getByRole("button", { name: "Save" }).click();
    await rowOf(page, credit).getByText("$400.00").waitFor();
    await dialog.waitFor({ state: "detached" });

    dialog = await openEdit(page, transfer);
    await screenshot(page, "edit-transfer");
    await chooseIn(dialog, "Credit Account", bank);
    await dialog.getByLabel("Debit Amount").fill("50.75");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await rowOf(page, transfer).getByText("$50.75").waitFor();

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

    // 1,000 in, less 50.75, less the 200 bought from him; 400 in, less 150.50; 14,000 AFN given; 50.75 lent to the bank.
    expect(await standing(desk, [farid, zahra, afghani, bank])).toMatchObject({
      [`${String(farid.id)} USD`]: "749.25",
      [`${String(zahra.id)} USD`]: "249.50",
      [`${String(afghani.id)} AFN`]: "14000.00",
      [`${String(bank.id)} USD`]: "-50.75",
    });
    await expectBooksBalance(desk);
  });

  test("loses nothing typed: not by a fault, another's edit, a lost answer, an ended session or a deletion meanwhile", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const { narrative, debit, credit, transfer, exchange, zahra, farid, desk } = await recordEach(office);
    const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
    await open(page, office, narrative);
    let dialog = await openEdit(page, exchange);
    await dialog.getByLabel("Selling Amount").fill("7000");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("At this rate the selling amount is 6980.00 AFN").first().waitFor();
    expect(await dialog.getByLabel("Selling Amount").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Selling Amount").fill("6980.00");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Nothing has been changed.").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await actsOn(desk, exchange)).toEqual(["created"]);

    dialog = await openEdit(page, transfer);
    await dialog.getByLabel("Debit Amount").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Amount is required", { exact: true }).waitFor();
    await axe(page);
    await dialog.getByLabel("Debit Amount").fill("300");
    await page.keyboard.press("Escape");
    const question = dialogOf(page, "Leave without saving?");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    const theirs = { ...transfer, dAmount: "275", cAmount: "275", cTransDescription: "From Zarghuna" };
    await operator.send("PUT", `/api/transactions/${String(transfer.id)}`, theirs);
    // What is scrolled away has no colours to look at.
    await dialog.getByText("Save to compare it with what you have typed.").scrollIntoViewIfNeeded();
    await axe(page);
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

    dialog = await openEdit(page, credit);
    await desk.send("DELETE", `/api/transactions/${String(credit.id)}`);
    await dialog.getByRole("textbox", { name: "Amount", exact: true }).fill("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("This transaction has been deleted").first().waitFor();
    expect(await dialog.getByRole("textbox", { name: "Amount", exact: true }).inputValue()).toBe("1");
    await expectBooksBalance(desk);
  });

  test("is nothing for a user, neither from the list nor from the details", async ({ page, office }) => {
    const { narrative, transfer } = await recordEach(office);
    await open(page, office, narrative, await office.addUser("user", "sadaf"));
    await found(page, "4");
    expect(await page.getByRole("button", { name: /^(Edit|Delete) transaction/ }).count()).toBe(0);
    await page.getByRole("button", { name: `Open transaction ${String(transfer.id)}` }).click();
    const panel = dialogOf(page, `Transaction ${String(transfer.id)}`);
    await panel.getByText("Created by admin").waitFor();
    expect(await panel.getByRole("button", { name: "Edit" }).count()).toBe(0);
  });
});
