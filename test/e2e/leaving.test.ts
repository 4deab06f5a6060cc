import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { balanceOf, people, save } from "./support/entries.ts";
import { amountField, draftNotice, fillEntry, transferPage } from "./support/entry-pages.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";

describe("what was typed", () => {
  test.for([
    ["a link of the sidebar", (page: Page) => page.getByRole("link", { name: "Dashboard" }).click()],
    ["the back button", (page: Page) => page.goBack({ waitUntil: "commit" }).then(() => undefined)],
    ["a key of the page", (page: Page) => page.keyboard.type("gd")],
  ] as const)("is not left by %s without a question", async ([, leave], { page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/dashboard");
    await page.getByRole("navigation").getByRole("link", { name: "Transfer", exact: true }).click();
    await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
    await page.keyboard.press("Escape");
    await leave(page);
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await amountField(page).inputValue()).toBe("250.75");
    expect(new URL(page.url()).pathname).toBe("/transactions/transfer");
  });

  test("makes the browser ask before its tab is closed", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/transactions/transfer");
    await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    expect(await amountField(page).inputValue()).toBe("250.75");
  });

  test("waits as a draft when another person signs in beside it", async ({ page, browser, office }) => {
    const cast = await people(office);
    const second = await office.addUser("user", "beside");
    await signIn(page, office, office.admin, "/transactions/transfer");
    await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
    const other = await page.context().newPage();
    await signIn(other, office, second, "/");
    await other.evaluate(`new BroadcastChannel("sarraf-session").postMessage({ userId: "somebody else" })`);
    await page.getByRole("complementary").getByText("beside at the counter").waitFor();
    expect(await amountField(page).inputValue()).toBe("");
    await signIn(page, office, office.admin, "/transactions/transfer");
    await draftNotice(page).waitFor();
    const seat = await openSeat(browser, office.url);
    await signIn(seat.page, office, office.admin, "/transactions/transfer");
    await save(seat.page).waitFor();
    expect(await draftNotice(seat.page).count(), "a draft stays in its browser").toBe(0);
    await seat.page.context().close();
    expect(await balanceOf(cast.desk, cast.farid)).toBe("1000.00");
  });
});
