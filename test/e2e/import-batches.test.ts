import { describe, expect } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import type { ImportBatch } from "#contract/import-batches.ts";

import { axe } from "./support/axe.ts";
import { signIn, test } from "./support/fixtures.ts";
import { button, done, importData, importPath, imports, list, preview, storedHawalas, toast } from "./support/importing.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

async function latest(desk: Desk): Promise<ImportBatch | undefined> {
  return ((await desk.send("GET", "/api/import-batches?limit=1")) as ImportBatch[])[0];
}

describe("the imports", () => {
  test("lead to their hawalas, and are undone while all of them are Pending", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, importPath);
    const before = await storedHawalas(desk);
    await preview(page, list([{ C: "U1" }, { C: "U2" }], "undo-me.xlsx"));
    await importData(page);
    await done(page);
    const { id = 0, sha256 = "" } = (await latest(desk)) ?? {};
    const row = imports(page).getByRole("listitem", { name: `Import ${String(id)}` });
    await row.getByText("2 imported · 2 of 2 Pending").waitFor();
    await row.getByText(`SHA-256 ${sha256.slice(0, 12)}…`).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(row, `Copy the SHA-256 of import ${String(id)}`).click();
    await toast(page, "SHA-256 copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(sha256);
    await axe(page);
    await screenshot(page, "import-list");

    await row.getByRole("link", { name: `Show hawalas of import ${String(id)}` }).click();
    await page.getByRole("heading", { level: 1, name: "Hawala Details" }).waitFor();
    await button(page, `Import ${String(id)}: show the others again`).waitFor();
    await expect.poll(() => page.getByRole("table", { name: "Hawalas" }).getByRole("row").count()).toBe(3);
    await page.goBack();

    await button(row, `Undo import ${String(id)}`).click();
    const dialog = page.getByRole("dialog", { name: "Undo Import" });
    await dialog.getByText("Take back the import of undo-me.xlsx? Its 2 hawalas are removed from the list.").waitFor();
    await axe(page);
    await button(dialog, "Keep the Import").click();
    await dialog.waitFor({ state: "detached" });
    await button(row, `Undo import ${String(id)}`).click();
    await button(dialog, "Undo Import").click();
    await toast(page, "Import Undone").waitFor();
    await row.getByText("Undone", { exact: true }).waitFor();
    expect(await button(row, `Undo import ${String(id)}`).count()).toBe(0);
    expect(await storedHawalas(desk)).toBe(before);
    await expectBooksBalance(desk);
  });

  test("are not undone once a hawala of theirs was paid: the button says why, the server says it again", async ({
    page,
    office,
  }) => {
    const desk = await office.signIn(office.admin);
    const london = { accountName: "London", currencyId: 1, accountType: "hawala_partner" };
    const { accountCode } = (await desk.send("POST", "/api/accounts", london)) as { accountCode: string };
    await signIn(page, office, office.admin, importPath);
    await page.getByRole("combobox", { name: "Partner (sender code)" }).selectOption(accountCode);
    await preview(page, list([{}, {}], "paid.xlsx"));
    await importData(page);
    await done(page);
    const { id = 0 } = (await latest(desk)) ?? {};
    const row = imports(page).getByRole("listitem", { name: `Import ${String(id)}` });
    const undo = button(row, `Undo import ${String(id)}`);
    await undo.click();
    const dialog = page.getByRole("dialog", { name: "Undo Import" });
    await dialog.waitFor();
    const [hawala] = (await desk.send("GET", `/api/hawala-details?batchId=${String(id)}`)) as Hawala[];
    await desk.send("POST", `/api/hawala/pass/${String(hawala?.id)}`, {});
    await button(dialog, "Undo Import").click();
    await dialog.getByText(`This import cannot be undone: hawala ${String(hawala?.hawalaNo)} is Passed`).waitFor();
    await button(dialog, "Keep the Import").click();
    await row.getByText("Cannot be undone: 1 hawala is no longer Pending").waitFor();
    expect(await undo.isDisabled()).toBe(true);
    await expectBooksBalance(desk);
  });
});
