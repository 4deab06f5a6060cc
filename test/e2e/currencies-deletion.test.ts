import { describe, expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { addCurrency, button, card, currencyOf, expectBalanced, problem, toast } from "./support/currencies.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const patience = { timeout: 15_000 };

describe("deleting a currency in use", () => {
  test("is refused with the reason; it can be made inactive instead", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    const { id } = await addCurrency(desk, { code: "AED" });
    await openAccount(office, { accountName: "Dubai", currencyId: id });
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Delete AED").click();
    await problem(page, "AED is in use and cannot be deleted: 1 account").waitFor();
    await axe(page);
    await screenshot(page, "currency-in-use");
    await button(page, "Make inactive").click();
    await toast(page, "Currency updated successfully").waitFor();
    await card(page, "AED").getByText("Inactive").waitFor();
    expect(await currencyOf(desk, "AED")).toMatchObject({ isActive: false });
    await button(page, "Delete USD").click();
    await problem(page, "All rates are counted per 1 USD; it stays").waitFor();
    expect(await button(page, "Make inactive").count()).toBe(0);
  });

  test("is refused as well when it comes into use while the question is on screen", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    const { id } = await addCurrency(desk, { code: "QAR" });
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Delete QAR").click();
    const question = page.getByRole("dialog", { name: "Delete QAR?" });
    const confirm = question.getByRole("button", { name: "Delete" });
    await expect.poll(() => confirm.isEnabled(), patience).toBe(true);
    await openAccount(office, { accountName: "Doha", currencyId: id });
    await confirm.click();
    await question.getByText("QAR is in use and cannot be deleted: 1 account").waitFor();
    await problem(page, "Error").waitFor();
    expect(await currencyOf(desk, "QAR")).toBeDefined();
    await expectBalanced(desk);
  });

  test("says so when the server cannot be reached", async ({ page, office, watched }) => {
    watched.expect(/Failed to load resource/);
    const desk = await office.signIn(office.admin);
    await addCurrency(desk, { code: "KWD" });
    await signIn(page, office, office.admin, "/currencies");
    await button(page, "Delete KWD").click();
    const confirm = page.getByRole("dialog", { name: "Delete KWD?" }).getByRole("button", { name: "Delete" });
    await expect.poll(() => confirm.isEnabled(), patience).toBe(true);
    await page.route("**/api/currencies/*", (route) => route.abort(), { times: 1 });
    await confirm.click();
    await problem(page, "The server cannot be reached").first().waitFor();
    expect(await currencyOf(desk, "KWD")).toBeDefined();
  });
});
