import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { HawalaSettings } from "#contract/hawala-settings.ts";

import { axe } from "./support/axe.ts";
import { focusedField, overflow, save } from "./support/entries.ts";
import { meetWrite, signIn, test } from "./support/fixtures.ts";
import { enter, newReceiver } from "./support/hawala-entry.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const path = "/hawala-serial";
const settingsPath = "/api/hawala-settings";
const series = (page: Page) => page.getByRole("region", { name: "Current series" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const edit = (page: Page) => page.getByRole("button", { name: "Edit", exact: true }).click();

async function settings(desk: Desk): Promise<HawalaSettings> {
  return (await desk.send("GET", settingsPath)) as HawalaSettings;
}

/** An office whose series stands at its defaults. */
async function begin(page: Page, office: Office): Promise<Desk> {
  const desk = await office.signIn(office.admin);
  await desk.send("POST", `${settingsPath}/reset`);
  await signIn(page, office, office.admin, path);
  await series(page).getByText("HWL", { exact: true }).waitFor();
  return desk;
}

describe("Hawala Serial Number Management", () => {
  test("shows the series, the counters, the recent hawalas and the sender codes", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    const first = await enter(desk, { receiverName: newReceiver() });
    const body = {
      direction: "incoming",
      hawalaNo: "LDN-1",
      senderCode: "7007",
      senderName: "Idris",
      receiverName: newReceiver(),
    };
    await desk.send("POST", "/api/hawala", { ...body, amount: "100", exchangeRate: "92", currency: "AFN", rAmount: "9200" });
    const { nextHawalaNo } = await settings(desk);
    await signIn(page, office, office.admin, path);
    await series(page).getByText(nextHawalaNo, { exact: true }).waitFor();
    const table = page.getByRole("table", { name: "Recent Hawalas" });
    await table.getByRole("row", { name: /LDN-1 Idris .* AFN .* Pending/ }).waitFor();
    await table.getByRole("link", { name: first.hawalaNo }).waitFor();
    const counters = page.getByRole("region", { name: "Hawalas", exact: true });
    await expect.poll(() => counters.innerText()).toMatch(/Total\s+2\s+Completed\s+0\s+Pending\s+1$/);
    const codes = page.getByRole("table", { name: "Sender Codes" });
    await codes.getByRole("row", { name: /7007 No account has this code/ }).waitFor();
    await axe(page);
    await screenshot(page, "hawala-serial");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);
    await axe(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await codes.getByRole("link", { name: "New Account for the code 7007" }).click();
    await page.waitForURL("**/accounts/new");
    await expectBooksBalance(desk);
  });

  test("changes the series by keyboard alone, and the next hawala gets its number", async ({ page, office }) => {
    const desk = await begin(page, office);
    await page.getByRole("button", { name: "Edit", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("prefix");
    await page.keyboard.type("KBL-");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedField(page)).toBe("nextNumber");
    await page.keyboard.type("5001");
    await page.getByText("The next hawala gets KBL-5001, or the next free number after it.").waitFor();
    await axe(page);
    await screenshot(page, "hawala-serial-edit");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Hawala serial settings updated successfully").waitFor();
    await series(page).getByText("KBL-5001", { exact: true }).waitFor();
    expect((await enter(desk, { receiverName: newReceiver() })).hawalaNo).toBe("KBL-5001");
    await expectBooksBalance(desk);
  });

  test("says what is wrong with a prefix or a number, and stores nothing", async ({ page, office }) => {
    const desk = await begin(page, office);
    const before = await settings(desk);
    await edit(page);
    for (const [name, text, message] of [
      ["Prefix", "KBL 1", "A prefix has at most ten letters, digits and hyphens"],
      ["Prefix", "ABCDEFGHIJK", "A prefix has at most ten letters, digits and hyphens"],
      ["Next Number", "0", "The next number is a whole number of at least 1"],
      ["Next Number", "one", "The next number is a whole number of at least 1"],
      ["Next Number", "1000000000", "The next number has at most nine digits"],
    ] as const) {
      const good = await field(page, name).inputValue();
      await field(page, name).fill(text);
      await save(page).click();
      await page.getByText(message).waitFor();
      expect(await field(page, name).inputValue()).toBe(text);
      await field(page, name).fill(good);
    }
    await axe(page);
    expect(await settings(desk)).toEqual(before);
  });

  test("goes back to the defaults once that is confirmed; numbers already issued are passed over", async ({ page, office }) => {
    const desk = await begin(page, office);
    await desk.send("PUT", settingsPath, { prefix: "KBL", nextNumber: 7 });
    await page.reload();
    await series(page).getByText("KBL7", { exact: true }).waitFor();
    await edit(page);
    await page.getByRole("button", { name: "Reset" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset the series?" });
    await dialog.getByText(/^The prefix becomes HWL and the next number 1001/).waitFor();
    await axe(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await settings(desk)).toMatchObject({ prefix: "KBL", nextNumber: 7 });
    await page.getByRole("button", { name: "Reset" }).click();
    await dialog.getByRole("button", { name: "Reset" }).click();
    await page.getByText("Hawala serial settings reset to defaults").waitFor();
    expect(await settings(desk)).toMatchObject({ prefix: "HWL", nextNumber: 1001 });
    const [first, second] = [
      await enter(desk, { receiverName: newReceiver() }),
      await enter(desk, { receiverName: newReceiver() }),
    ];
    expect(Number(second.hawalaNo.slice(3)) - Number(first.hawalaNo.slice(3))).toBe(1);
    await expectBooksBalance(desk);
  });

  test("keeps what was typed when the server fails, and when another desk was quicker", async ({ page, office, watched }) => {
    watched.expect(/answer: 500|Failed to load resource/);
    const desk = await begin(page, office);
    await edit(page);
    await field(page, "Next Number").fill("9001");
    const failure = { message: "", code: "internal", requestId: "r-1" };
    await meetWrite(page, `**${settingsPath}`, (route) => route.fulfill({ status: 500, json: failure }));
    await save(page).click();
    await page.getByText("Failed to update settings").first().waitFor();
    expect(await field(page, "Next Number").inputValue()).toBe("9001");
    await desk.send("PUT", settingsPath, { prefix: "HRT", nextNumber: 1001 });
    await save(page).click();
    await page.getByText("Prefix: HWL → HRT").waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Keep my changes" }).click();
    await save(page).click();
    await page.getByText("Hawala serial settings updated successfully").waitFor();
    expect(await settings(desk)).toMatchObject({ prefix: "HRT", nextNumber: 9001 });
  });

  test("is for administrators alone", async ({ page, office }) => {
    const operator = await office.addUser("operator", "no-series");
    await signIn(page, office, operator, path);
    await page.getByRole("heading", { level: 1, name: "No Access" }).waitFor();
    expect(await page.getByRole("link", { name: "Hawala Serial Numbers" }).count()).toBe(0);
    const theirs = await office.signIn(operator);
    for (const [method, address, body] of [
      ["GET", settingsPath, undefined],
      ["PUT", settingsPath, { prefix: "X", nextNumber: 1 }],
      ["POST", `${settingsPath}/reset`, undefined],
    ] as const)
      await expect(theirs.send(method, address, body)).rejects.toThrow("403");
  });
});
