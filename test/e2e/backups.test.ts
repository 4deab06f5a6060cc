import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { BackupList } from "#contract/backups.ts";

import { axe } from "./support/axe.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import { button, toast } from "./support/importing.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const path = "/backups";
/** A database is made and filled for it, however much else the machine has to do. */
const proofWithinMs = 45_000;
const rows = (page: Page) => page.getByRole("list", { name: "All backups" }).getByRole("listitem");
const state = (page: Page) => page.getByRole("region", { name: "State" });

describe("the backups", () => {
  test("are made by a button, seen by every administrator as they advance, good in the end, and downloaded whole", async ({
    browser,
    page,
    office,
  }) => {
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, path);
    await page.getByText("No backups yet").waitFor();
    const other = await openSeat(browser, office.url);
    await signIn(other.page, office, await office.addUser("admin", "second"), path);
    await other.page.getByText("No backups yet").waitFor();
    await axe(page);

    await button(page, "Back up now").click();
    await toast(page, "The backup has begun").waitFor();
    await rows(other.page).first().waitFor();
    const listed = async (): Promise<BackupList> => (await desk.send("GET", "/api/backups")) as BackupList;
    await expect.poll(async () => (await listed()).isRunning, { timeout: proofWithinMs }).toBe(false);
    const { backups } = await listed();
    expect(backups).toMatchObject([{ verdict: "good", reason: null }]);
    await rows(page).getByText("Good", { exact: true }).waitFor();
    await rows(other.page).getByText("Good", { exact: true }).waitFor();
    await button(page, "Back up now").waitFor();
    await state(page).getByText("The office is backed up").waitFor();
    await axe(page);
    await screenshot(page, "backups");

    const { fileName = "", sha256 = "" } = backups[0] ?? {};
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, `Copy the SHA-256 of ${fileName ?? ""}`).click();
    await toast(page, "SHA-256 copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(sha256);
    const [downloaded] = await Promise.all([page.waitForEvent("download"), button(page, `Download ${fileName ?? ""}`).click()]);
    await toast(page, "Backup Successful").waitFor();
    expect(downloaded.suggestedFilename()).toBe(fileName);
    expect(
      createHash("sha256")
        .update(readFileSync(await downloaded.path()))
        .digest("hex"),
    ).toBe(sha256);
    await other.page.context().close();
    expect(other.watched.faults).toEqual([]);
    await expectBooksBalance(desk);
  });

  test("are made at the time that the settings say, which the page shows; it is reached by keyboard alone", async ({
    page,
    office,
  }) => {
    await signIn(page, office, office.admin, "/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Backups");
    await page.getByRole("option", { name: "Backups" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Backups" }).waitFor();
    await page.getByRole("link", { name: "Change time and number kept" }).click();
    await page.getByLabel(/^Time of the nightly backup/).fill("23:45");
    await page.getByLabel(/^Good backups to keep/).fill("0");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The number of backups to keep is a whole number from 1 to 365").waitFor();
    await page.getByLabel(/^Good backups to keep/).fill("30");
    await page.keyboard.press("Control+Enter");
    await toast(page, "Business settings updated successfully").waitFor();
    await page.goBack();
    await state(page)
      .getByText(/, 23:45$/)
      .waitFor();
  });

  test("fit a telephone, and are no business of anybody else", async ({ page, office }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, office, office.admin, path);
    await page.getByRole("heading", { level: 1, name: "Backups" }).waitFor();
    await state(page).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(true);
    await signIn(page, office, await office.addUser("operator"), path);
    expect(await page.getByRole("heading", { level: 1, name: "Backups" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Backups" }).count()).toBe(0);
  });
});
