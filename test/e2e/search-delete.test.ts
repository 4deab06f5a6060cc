import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { cashId } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import {
  actsOn,
  dialogOf,
  expectBooksBalance,
  found,
  pressSearch,
  recordEach,
  rowOf,
  searchPath,
  standing,
} from "./support/searching.ts";

const among = (narrative: string, what = "All") => `${searchPath}?searchWhat=${what}&narrative=${encodeURIComponent(narrative)}`;

describe("deleting a transaction found", () => {
  test("takes it back with a reason; recovering it brings the same balances again", async ({ page, office }) => {
    const { narrative, exchange, farid, zahra, afghani, desk } = await recordEach(office);
    const before = await standing(desk, [farid, zahra, afghani]);
    await signIn(page, office, office.admin, among(narrative));
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
    await page.getByText("Transaction deleted successfully").waitFor();
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
    for (const text of ["Exchange", "$100.00", "6,980.00", "admin"])
      await rowOf(page, exchange).getByText(text).first().waitFor();
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
    await page.getByText("Transaction recovered successfully").waitFor();
    await panel.getByText("Recovered by admin").waitFor();
    expect(await standing(desk, [farid, zahra, afghani])).toEqual(before);
    expect(await actsOn(desk, exchange)).toEqual(["created", "deleted", "recovered"]);
    await page.keyboard.press("Escape");
    await page.getByText("No deleted transactions found").waitFor();
    await expectBooksBalance(desk);
  });

  test("can be undone from the toast at once", async ({ page, office }) => {
    const { narrative, transfer, farid, zahra, desk } = await recordEach(office);
    const before = await standing(desk, [farid, zahra]);
    await signIn(page, office, office.admin, among(narrative));
    await page.getByRole("button", { name: `Delete transaction ${String(transfer.id)}` }).click();
    await dialogOf(page, "Delete Transaction").getByRole("button", { name: "Delete" }).click();
    await found(page, "3");
    await axe(page);
    await screenshot(page, "delete-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Transaction recovered successfully").waitFor();
    await found(page, "4");
    expect(await standing(desk, [farid, zahra])).toEqual(before);
    expect(await actsOn(desk, transfer)).toEqual(["created", "deleted", "recovered"]);
    await expectBooksBalance(desk);
  });

  test("that was edited meanwhile shows the current version before it is deleted", async ({ page, office }) => {
    const { narrative, transfer, desk } = await recordEach(office);
    await signIn(page, office, office.admin, among(narrative));
    await page.getByRole("button", { name: `Delete transaction ${String(transfer.id)}` }).click();
    const question = dialogOf(page, "Delete Transaction");
    await question.getByText("$250.75 USD").first().waitFor();
    await desk.send("PUT", `/api/transactions/${String(transfer.id)}`, { ...transfer, dAmount: "300", cAmount: "300" });
    await question.getByLabel("Reason").fill("Typed twice");
    await question.getByRole("button", { name: "Delete" }).click();
    await question.getByText(/changed meanwhile: admin at/).waitFor();
    await question.getByText("$300.00 USD").first().waitFor();
    expect(await question.getByLabel("Reason").inputValue()).toBe("Typed twice");
    await axe(page);
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Transaction deleted successfully").waitFor();
    expect(await actsOn(desk, transfer)).toEqual(["created", "edited", "deleted"]);
  });

  test("whose answer was lost is deleted once by the retry", async ({ page, office, watched }) => {
    const { narrative, debit, farid, desk } = await recordEach(office);
    watched.expect(/ERR_FAILED|Failed to load resource/);
    await signIn(page, office, office.admin, among(narrative));
    await page.getByRole("button", { name: `Delete transaction ${String(debit.id)}` }).click();
    const question = dialogOf(page, "Delete Transaction");
    await question.getByLabel("Reason").fill("Typed twice");
    await page.route(`**/api/transactions/${String(debit.id)}`, (route) => route.abort("failed"), { times: 1 });
    await question.getByRole("button", { name: "Delete" }).click();
    await question.getByText("The server cannot be reached.").waitFor();
    expect(await question.getByLabel("Reason").inputValue()).toBe("Typed twice");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Transaction deleted successfully").waitFor();
    expect(await actsOn(desk, debit)).toEqual(["created", "deleted"]);
    expect(await standing(desk, [farid])).toMatchObject({ [`${String(farid.id)} USD`]: "649.25" });
  });

  test("whose account has been suspended cannot be recovered, and says why", async ({ page, office }) => {
    const { narrative, transfer, zahra, desk } = await recordEach(office);
    await desk.send("DELETE", `/api/transactions/${String(transfer.id)}`);
    await desk.send("PATCH", `/api/accounts/${String(zahra.id)}`, { accountStatus: "suspended" });
    await signIn(page, office, office.admin, among(narrative, "Deleted"));
    await page.getByRole("button", { name: `Recover transaction ${String(transfer.id)}` }).click();
    const recovery = dialogOf(page, "Recover Transaction");
    await recovery.getByRole("button", { name: "Recover" }).click();
    await recovery.getByText(/is suspended/).waitFor();
    await axe(page);
    expect(await actsOn(desk, transfer)).toEqual(["created", "deleted"]);
  });
});

test("the deleted list is narrowed by every filter", async ({ page, office }) => {
  const { narrative, debit, credit, transfer, farid, desk } = await recordEach(office);
  for (const { id } of [debit, credit, transfer]) await desk.send("DELETE", `/api/transactions/${String(id)}`);
  for (const [filter, count] of [
    [`narrative=${encodeURIComponent(narrative)}`, "3"],
    [`narrative=${encodeURIComponent(narrative)}&accountId=${String(farid.id)}`, "2"],
    [`narrative=${encodeURIComponent(narrative)}&amount=250.75`, "1"],
    [`narrative=${encodeURIComponent(narrative)}&accountId=${String(cashId)}&amount=300`, "1"],
    [`narrative=${encodeURIComponent(narrative)}&transactionDate=2024-01-01`, "0"],
    [`referenceId=${String(credit.id)}`, "1"],
  ] as const) {
    await signIn(page, office, office.admin, `${searchPath}?searchWhat=Deleted&${filter}`);
    await found(page, count);
  }
});

test("an operator recovers what an operator may delete, a user nothing", async ({ page, office }) => {
  const { narrative, debit, transfer, desk } = await recordEach(office);
  for (const { id } of [debit, transfer]) await desk.send("DELETE", `/api/transactions/${String(id)}`);
  for (const [role, recoverable] of [
    ["operator", [transfer]],
    ["user", []],
  ] as const) {
    const who = await office.addUser(role, `${role}-of-the-deleted`);
    await signIn(page, office, who, among(narrative, "Deleted"));
    await found(page, "2");
    const offered = await page.getByRole("button", { name: /^Recover transaction/ }).all();
    const names = await Promise.all(offered.map((button) => button.getAttribute("aria-label")));
    expect(names).toEqual(recoverable.map(({ id }) => `Recover transaction ${String(id)}`));
  }
});
