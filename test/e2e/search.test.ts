import { readFile } from "node:fs/promises";

import { strFromU8, unzipSync } from "fflate";
import type { Download, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { cashId, choose, overflow, people } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, found, pressSearch, record, recordEach, results, rowOf, searchPath } from "./support/searching.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Search Transactions" });
const field = (page: Page, name: string) => page.getByRole("search").getByLabel(name, { exact: true });
const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("Search Transactions", () => {
  test("finds by each filter, alone and together, and keeps them in the address", async ({ page, office }) => {
    const { narrative, debit, credit, transfer, exchange, farid, zahra, desk } = await recordEach(office);
    const referred = await record(desk, {
      transType: "Credit",
      outAccountId: cashId,
      inAccountId: zahra.id,
      dAmount: "77.07",
      transDate: "2024-02-29",
      referenceId: 990_001,
      transDescription: narrative,
    });
    await signIn(page, office, office.admin, searchPath);
    await heading(page).waitFor();
    await page.getByText("Fill in what you know and press Search.").waitFor();
    await axe(page);
    await field(page, "Narrative").fill(narrative.toUpperCase());
    await field(page, "Narrative").press("Enter");
    await found(page, "5");
    for (const [what, transaction] of [
      ["Debit", debit],
      ["Transfer", transfer],
      ["Exchange", exchange],
    ] as const) {
      await field(page, "Search What").selectOption(what);
      await pressSearch(page);
      await found(page, "1");
      await rowOf(page, transaction).waitFor();
      expect(at(page)).toEqual({ searchWhat: what, narrative: narrative.toUpperCase() });
    }
    await page.goBack();
    await rowOf(page, transfer).waitFor();
    expect(await field(page, "Search What").inputValue()).toBe("Transfer");
    await page.reload();
    await found(page, "1");
    await page.getByRole("button", { name: "New Search" }).click();
    await page.getByText("Fill in what you know and press Search.").waitFor();

    await field(page, "Reference ID").fill("۹۹۰۰۰۱");
    await pressSearch(page);
    await rowOf(page, referred).waitFor();
    await field(page, "Reference ID").fill(String(credit.id));
    await pressSearch(page);
    await rowOf(page, credit).waitFor();
    await found(page, "1");
    await page.getByRole("button", { name: "New Search" }).click();

    await choose(page, "Account", farid);
    await pressSearch(page);
    await found(page, "4");
    await field(page, "Amount").fill("250.75");
    await pressSearch(page);
    await found(page, "1");
    await rowOf(page, transfer).getByText("$250.75").waitFor();
    await page.getByRole("button", { name: "New Search" }).click();
    await field(page, "Amount").fill("6,980");
    await pressSearch(page);
    await rowOf(page, exchange).waitFor();
    await page.getByRole("button", { name: "New Search" }).click();
    await field(page, "Transaction Date").fill("2024-02-29");
    await pressSearch(page);
    await found(page, "1");
    await rowOf(page, referred).getByText("2024-02-29").waitFor();
    await field(page, "Narrative").fill("nothing of that kind");
    await pressSearch(page);
    await page.getByText("No transactions found").waitFor();
    await axe(page);
    await page.getByRole("search").getByRole("button", { name: "Close" }).click();
    await page.getByText("Fill in what you know and press Search.").waitFor();
    expect(await field(page, "Narrative").inputValue()).toBe("nothing of that kind");
  });

  test("finds what was recorded on an account that takes no postings any more", async ({ page, office }) => {
    const { zahra, transfer, desk } = await recordEach(office);
    await desk.send("PATCH", `/api/accounts/${String(zahra.id)}`, { accountStatus: "suspended" });
    await signIn(page, office, office.admin, searchPath);
    await choose(page, "Account", zahra);
    await pressSearch(page);
    await rowOf(page, transfer).waitFor();
  });

  test("shows both sides of each, wide and narrow, and every code opens its account", async ({ page, office }) => {
    const { narrative, exchange, farid } = await recordEach(office);
    await signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
    await found(page, "4");
    const row = rowOf(page, exchange);
    for (const text of ["Exchange", narrative, "Farid Noori", "$100.00", "6,980.00", "USD", "AFN"])
      await row.getByText(text).first().waitFor();
    await axe(page);
    await screenshot(page, "search-results");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);
    await axe(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole("link", { name: `${farid.accountCode} - Farid Noori` }).click();
    await page.getByRole("heading", { level: 2, name: "Farid Noori" }).waitFor();
    await page.goBack();
    await found(page, "4");
  });

  test("opens a transaction in the address: what it is and who did what to it", async ({ page, office }) => {
    const { narrative, transfer, desk } = await recordEach(office);
    const body = { ...transfer, transDescription: `${narrative} corrected`, dAmount: "260", cAmount: "260" };
    await desk.send("PUT", `/api/transactions/${String(transfer.id)}`, body);
    await signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
    await page.getByRole("button", { name: `Open transaction ${String(transfer.id)}` }).click();
    const panel = dialogOf(page, `Transaction ${String(transfer.id)}`);
    await panel.getByText("Edited by admin").waitFor();
    await panel.getByText("Created by admin").waitFor();
    expect(await panel.getByRole("listitem").allInnerTexts()).toEqual([
      "Amount: $250.75 USD → $260.00 USD",
      `Debit Narrative: ${narrative} → ${narrative} corrected`,
    ]);
    expect(at(page)).toMatchObject({ selected: String(transfer.id) });
    await axe(page);
    await screenshot(page, "search-details");
    await page.goBack();
    await panel.waitFor({ state: "detached" });
    await page.goForward();
    await panel.waitFor();
    await page.reload();
    await panel.getByText("Edited by admin").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(at(page)).not.toHaveProperty("selected");
  });

  test("leafs through many, by address and by the back button", async ({ page, office }) => {
    const { desk, farid, zahra } = await people(office);
    const many = Array.from({ length: 120 }, (_unused, index) => index);
    const narrative = `Leaf ${farid.accountCode}`;
    for (const index of many) {
      const sides = { outAccountId: farid.id, inAccountId: zahra.id, dAmount: `${String(index + 1)}.25` };
      await record(desk, { transType: "Transfer", ...sides, transDescription: narrative });
    }
    await signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
    await found(page, "120");
    await page.getByText("1 – 50").waitFor();
    await results(page).getByText("$120.25").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("51 – 100").waitFor();
    await results(page).getByText("$70.25").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("101 – 120").waitFor();
    await results(page).getByText("$1.25", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("101 – 120").waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Previous page" }).click();
    await page.getByText("51 – 100").waitFor();
    await page.goBack();
    await page.getByText("101 – 120").waitFor();
    await page.getByRole("button", { name: "First page" }).click();
    await page.getByText("1 – 50").waitFor();
  });
});

describe("what a search finds, as a file", () => {
  async function exported(page: Page, kind: RegExp): Promise<Download> {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: kind }).click()]);
    await page.getByText("Export finished").waitFor();
    return download;
  }

  test("is saved as .xlsx and .csv, with everything of the filter", async ({ page, office }) => {
    const { narrative, debit, desk } = await recordEach(office);
    await signIn(page, office, office.admin, `${searchPath}?narrative=${encodeURIComponent(narrative)}`);
    await found(page, "4");
    const sheet = await exported(page, /xlsx/);
    expect(sheet.suggestedFilename()).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.xlsx$/);
    const files = unzipSync(new Uint8Array(await readFile(await sheet.path())));
    const rows = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(rows.match(/<row /g)).toHaveLength(5);
    const table = await exported(page, /csv/);
    const lines = (await readFile(await table.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines.join("\n")).toContain(narrative);

    await desk.send("DELETE", `/api/transactions/${String(debit.id)}`, { reason: "Typed twice" });
    await page.goto(`${searchPath}?searchWhat=Deleted&narrative=${encodeURIComponent(narrative)}`);
    await found(page, "1");
    const deleted = await exported(page, /csv/);
    expect(deleted.suggestedFilename()).toMatch(/^deleted-transactions-/);
    expect(await readFile(await deleted.path(), "utf8")).toContain("Typed twice");
  });
});
