import { readFile } from "node:fs/promises";

import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { overflow, people } from "./support/entries.ts";
import { endSessionAt, fillSignIn, meetWrite, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import {
  actsOn,
  chooseIn,
  dialogOf,
  expectBooksBalance,
  found,
  openEdit,
  pressSearch,
  record,
  recordEach,
  rowOf,
  searchPath,
  standing,
  storedTransaction,
} from "./support/searching.ts";
import { holdToast } from "./support/shown.ts";
import { visit } from "./support/visit.ts";

const field = (page: Page, name: string) => page.getByRole("search").getByLabel(name, { exact: true });
const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const saved = (page: Page) => page.getByText("Transaction updated successfully").waitFor();

const among = (narrative: string) => `${searchPath}?searchWhat=All&narrative=${encodeURIComponent(narrative)}`;

/** What each filter finds `search.test.ts` of the server shows, and how the form is filled and emptied `search-page.test.tsx`. */
test("a search is kept in the address; what it finds has both its sides, wide and narrow, leads to its accounts, and opens with its history", async ({
  walked: page,
  office,
}) => {
  const { narrative, exchange, transfer, farid, desk } = await recordEach(office);
  const body = { ...transfer, transDescription: `${narrative} corrected`, dAmount: "260", cAmount: "260" };
  await desk.send("PUT", `/api/transactions/${String(transfer.id)}`, body);
  await visit(page, searchPath);
  await page.getByText("Fill in what you know and press Search.").waitFor();
  await field(page, "Narrative").fill(narrative.toUpperCase());
  await field(page, "Narrative").press("Enter");
  await found(page, "4");
  await field(page, "Search What").selectOption("Transfer");
  await pressSearch(page);
  await found(page, "1");
  await rowOf(page, transfer).waitFor();
  expect(at(page)).toEqual({ searchWhat: "Transfer", narrative: narrative.toUpperCase() });
  await page.goBack();
  await found(page, "4");
  expect(await field(page, "Search What").inputValue()).toBe("All");

  const row = rowOf(page, exchange);
  for (const text of ["Exchange", narrative, "Farid Noori", "$100.00", "6,980.00", "USD", "AFN"])
    await row.getByText(text).first().waitFor();
  await screenshot(page, "search-results");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("link", { name: `${farid.accountCode} - Farid Noori` }).click();
  await page.getByRole("heading", { level: 2, name: "Farid Noori" }).waitFor();
  await page.goBack();
  await found(page, "4");

  await page.getByRole("button", { name: `Open transaction ${String(transfer.id)}` }).click();
  const panel = dialogOf(page, `Transaction ${String(transfer.id)}`);
  await panel.getByText("Edited by admin").waitFor();
  expect(await panel.getByRole("listitem").allInnerTexts()).toEqual([
    "Amount: $250.75 USD → $260.00 USD",
    `Debit Narrative: ${narrative} → ${narrative} corrected`,
  ]);
  expect(at(page)).toMatchObject({ selected: String(transfer.id) });
  await axe(page);
  await screenshot(page, "search-details");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(at(page)).not.toHaveProperty("selected");
});

test("many are leafed through, and saved as a file with everything of the filter; one that is deleted is taken back at once", async ({
  walked: page,
  office,
}) => {
  const { desk, farid, zahra } = await people(office);
  const narrative = `Leaf ${farid.accountCode}`;
  const sides = { transType: "Transfer", outAccountId: farid.id, inAccountId: zahra.id, transDescription: narrative } as const;
  const many = Array.from({ length: 52 }, (_unused, index) => `${String(index + 1)}.25`);
  const recorded = await Promise.all(many.map((dAmount) => record(desk, { ...sides, dAmount })));
  const before = await standing(desk, [farid, zahra]);
  await visit(page, among(narrative));
  await found(page, "52");
  await page.getByText("1 – 50").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByText("51 – 52").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [sheet] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /xlsx/ }).click()]);
  await page.getByText("Export finished").waitFor();
  expect(sheet.suggestedFilename()).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const files = unzipSync(new Uint8Array(await readFile(await sheet.path())));
  const rows = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(rows.match(/<row /g)).toHaveLength(53);
  for (const dAmount of many) expect(rows, dAmount).toContain(`<v>${dAmount}</v>`);

  const oldest = recorded.reduce((one, other) => (other.id < one.id ? other : one));
  await page.getByRole("button", { name: `Delete transaction ${String(oldest.id)}` }).click();
  await dialogOf(page, "Delete Transaction").getByRole("button", { name: "Delete" }).click();
  await found(page, "51");
  // Its row and the button that was pressed have gone; the one that took its place goes on with the keyboard.
  await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toMatch(/^Open transaction/);
  await holdToast(page, "Transaction deleted successfully");
  await axe(page);
  await screenshot(page, "delete-undo");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Transaction recovered successfully").waitFor();
  await rowOf(page, oldest).waitFor();
  expect(await standing(desk, [farid, zahra])).toEqual(before);
  expect(await actsOn(desk, oldest)).toEqual(["created", "deleted", "recovered"]);
});

test("deleting a transaction takes it back with a reason; recovering it brings the same balances again", async ({
  walked: page,
  office,
}) => {
  const { narrative, exchange, farid, zahra, afghani, desk } = await recordEach(office);
  const before = await standing(desk, [farid, zahra, afghani]);
  await visit(page, among(narrative));
  await found(page, "4");
  await page.getByRole("button", { name: `Delete transaction ${String(exchange.id)}` }).click();
  const question = dialogOf(page, "Delete Transaction");
  await question.getByText(/This action cannot be undone.*audit trail/).waitFor();
  await question.getByText("Purchase Account").waitFor();
  await question.getByRole("row", { name: /Farid Noori.*449\.25 USD.*549\.25 USD/ }).waitFor();
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Cancel");
  await axe(page);
  await screenshot(page, "delete");
  await question.getByLabel("Reason").fill("Typed twice");
  await question.getByRole("button", { name: "Delete" }).dblclick();
  await question.waitFor({ state: "detached" });
  await found(page, "3");
  expect(await standing(desk, [farid, zahra, afghani])).toMatchObject({
    [`${String(farid.id)} USD`]: "549.25",
    [`${String(afghani.id)} AFN`]: "0.00",
  });
  expect(await actsOn(desk, exchange)).toEqual(["created", "deleted"]);

  await page.getByRole("search").getByLabel("Search What").selectOption("Deleted Transactions");
  await pressSearch(page);
  await found(page, "1");
  for (const text of ["Exchange", "$100.00", "6,980.00", "admin"]) await rowOf(page, exchange).getByText(text).first().waitFor();
  await axe(page);
  await screenshot(page, "deleted-list");
  await page.getByRole("button", { name: `Open transaction ${String(exchange.id)}` }).click();
  const panel = dialogOf(page, `Transaction ${String(exchange.id)}`);
  await panel.getByText("Reason: Typed twice").waitFor();
  await panel.getByRole("button", { name: "Recover" }).click();
  const recovery = dialogOf(page, "Recover Transaction");
  await recovery.getByText(/restores the transaction to the active list/).waitFor();
  await recovery.getByText("Typed twice").waitFor();
  await axe(page);
  await screenshot(page, "recover");

  await recovery.getByRole("button", { name: "Recover" }).click();
  await panel.getByText("Recovered by admin").waitFor();
  expect(await standing(desk, [farid, zahra, afghani])).toEqual(before);
  expect(await actsOn(desk, exchange)).toEqual(["created", "deleted", "recovered"]);
  await page.keyboard.press("Escape");
  await page.getByText("No deleted transactions found").waitFor();
  await expectBooksBalance(desk);
});

describe("editing a transaction found", () => {
  test("changes a Debit and an Exchange, and the balances by exactly the difference", async ({ walked: page, office }) => {
    const { narrative, debit, exchange, farid, zahra, afghani, desk } = await recordEach(office);
    expect(await standing(desk, [farid, zahra])).toMatchObject({
      [`${String(farid.id)} USD`]: "449.25",
      [`${String(zahra.id)} USD`]: "550.75",
    });
    await visit(page, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
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
    await signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
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
