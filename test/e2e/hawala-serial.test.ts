import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { HawalaSettings } from "#contract/hawala-settings.ts";

import { axe } from "./support/axe.ts";
import { focusedField, overflow, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { enter, newReceiver } from "./support/hawala-entry.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const path = "/hawala-serial";
const settingsPath = "/api/hawala-settings";
const series = (page: Page) => page.getByRole("region", { name: "Current series" });
const nextNumber = (page: Page) => page.getByRole("textbox", { name: "Next Number", exact: true });
const edit = (page: Page) => page.getByRole("button", { name: "Edit", exact: true });

async function settings(desk: Desk): Promise<HawalaSettings> {
  return (await desk.send("GET", settingsPath)) as HawalaSettings;
}

test("the series, the counters, the recent hawalas and the sender codes are shown, and the series is changed by keyboard, beside another desk too, and reset", async ({
  page,
  office,
}) => {
  const desk = await office.signIn(office.admin);
  await enter(desk, { receiverName: newReceiver() });
  const incoming = {
    direction: "incoming",
    hawalaNo: "LDN-1",
    senderCode: "7007",
    senderName: "Idris",
    receiverName: newReceiver(),
  };
  await desk.send("POST", "/api/hawala", { ...incoming, amount: "100", exchangeRate: "92", currency: "AFN", rAmount: "9200" });
  const { nextHawalaNo } = await settings(desk);
  await signIn(page, office, office.admin, path);
  await series(page)
    .getByText(nextHawalaNo ?? "", { exact: true })
    .waitFor();
  const table = page.getByRole("table", { name: "Recent Hawalas" });
  await table.getByRole("row", { name: /LDN-1 Idris .* AFN .* Pending/ }).waitFor();
  await table.getByRole("link", { name: "HWL1001" }).waitFor();
  const counters = page.getByRole("region", { name: "Hawalas", exact: true });
  await expect.poll(() => counters.innerText()).toMatch(/Total\s+2\s+Completed\s+0\s+Pending\s+1$/);
  const codes = page.getByRole("table", { name: "Sender Codes" });
  await codes.getByRole("row", { name: /7007 No account has this code/ }).waitFor();
  await screenshot(page, "hawala-serial");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 844 });
  const place = codes.locator("xpath=..");
  expect((await codes.boundingBox())?.width).toBeLessThanOrEqual((await place.boundingBox())?.width ?? 0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await edit(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("prefix");
  await page.keyboard.type("KBL-");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("nextNumber");
  await page.keyboard.type("0");
  await page.keyboard.press("Control+Enter");
  await page.getByText("The next number is a whole number of at least 1").waitFor();
  await axe(page);
  await nextNumber(page).fill("5001");
  await page.getByText("The next hawala gets KBL-5001, or the next free number after it.").waitFor();
  await screenshot(page, "hawala-serial-edit");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Hawala serial settings updated successfully").waitFor();
  await series(page).getByText("KBL-5001", { exact: true }).waitFor();
  expect((await enter(desk, { receiverName: newReceiver() })).hawalaNo).toBe("KBL-5001");

  // Another desk is quicker: what was typed stays.
  await edit(page).click();
  await nextNumber(page).fill("9001");
  await desk.send("PUT", settingsPath, { prefix: "HRT", nextNumber: 7 });
  await save(page).click();
  await page.getByText("Prefix: KBL- → HRT").waitFor();
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await save(page).click();
  await series(page).getByText("HRT9001", { exact: true }).waitFor();
  expect(await settings(desk)).toMatchObject({ prefix: "HRT", nextNumber: 9001 });

  await edit(page).click();
  await page.getByRole("button", { name: "Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the series?" });
  await dialog.getByText(/^The prefix becomes HWL and the next number 1001/).waitFor();
  await axe(page);
  await dialog.getByRole("button", { name: "Reset" }).click();
  await page.getByText("Hawala serial settings reset to defaults").waitFor();
  expect(await settings(desk)).toMatchObject({ prefix: "HWL", nextNumber: 1001 });
  // The first number of the series was issued at the beginning, and is passed over.
  expect((await enter(desk, { receiverName: newReceiver() })).hawalaNo).toBe("HWL1002");
  // Once it stands here the rows below have gone down: a press before might meet none of them.
  await table.getByRole("link", { name: "HWL1002" }).waitFor();
  await codes.getByRole("link", { name: "New Account for the code 7007" }).click();
  await page.waitForURL("**/accounts/new");
  await expectBooksBalance(desk);
});
