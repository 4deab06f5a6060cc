import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { BackupList } from "#contract/backups.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { button, toast } from "./support/importing.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const path = "/backups";
/** A database is made and filled for it, however much else the machine has to do. */
const proofWithinMs = 45_000;
const rows = (page: Page) => page.getByRole("list", { name: "All backups" }).getByRole("listitem");
const state = (page: Page) => page.getByRole("region", { name: "State" });

describe("the backups", () => {
  test(
    "are made by a button, seen as they advance, good in the end, downloaded whole, and made at the time of the settings",
    { timeout: 2 * proofWithinMs },
    async ({ page, office }) => {
      const desk = await office.signIn(office.admin);
      await signIn(page, office, office.admin, path);
      await page.getByText("No backups yet").waitFor();
      await button(page, "Back up now").click();
      await toast(page, "The backup has begun").waitFor();
      await rows(page).first().waitFor();
      const listed = async (): Promise<BackupList> => (await desk.send("GET", "/api/backups")) as BackupList;
      await expect.poll(async () => (await listed()).isRunning, { timeout: proofWithinMs }).toBe(false);
      const { backups } = await listed();
      expect(backups).toMatchObject([{ verdict: "good", reason: null }]);
      await rows(page).getByText("Good", { exact: true }).waitFor();
      await button(page, "Back up now").waitFor();
      await state(page).getByText("The office is backed up").waitFor();
      await axe(page);
      await screenshot(page, "backups");

      const { fileName = "", sha256 = "" } = backups[0] ?? {};
      const [downloaded] = await Promise.all([page.waitForEvent("download"), button(page, `Download ${fileName ?? ""}`).click()]);
      await toast(page, "Backup Successful").waitFor();
      expect(downloaded.suggestedFilename()).toBe(fileName);
      expect(
        createHash("sha256")
          .update(readFileSync(await downloaded.path()))
          .digest("hex"),
      ).toBe(sha256);
      // On a telephone there is nothing that is wider than the screen.
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => overflow(page)).toBe(0);

      await desk.send("PUT", "/api/business-settings", { backupTime: "23:45" });
      await state(page)
        .getByText(/, 23:45$/)
        .waitFor();
      await expectBooksBalance(desk);
    },
  );
});
