import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { axe } from "./support/axe.ts";
import { endSessionAt, fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import { startOffice } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const largestEntryBytes = 250 * 1024;

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe("the sign-in screen", () => {
  test("is all that a visitor sees, whatever the address", async ({ page }) => {
    for (const path of ["/", "/accounts/new", "/users", "/nowhere"]) {
      await page.goto(path);
      await page.getByText("Sign in to manage your accounts").waitFor();
      expect(await page.getByRole("navigation").count()).toBe(0);
    }
    await axe(page);
    await screenshot(page, "sign-in");
  });

  test("asks for both fields and says so", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Username").fill("admin");
    await signInButton(page).click();
    await page.getByRole("alert").getByText("Please enter both username and password").waitFor();
    await axe(page);
  });

  test("refuses a wrong password and keeps the username", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, { username: "admin", password: "not the word" });
    await page.getByRole("alert").getByText("Invalid username or password").waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe("admin");
    await screenshot(page, "sign-in-refused");
  });

  test("works by keyboard alone, shows and hides the password, and leads to the address that was asked for", async ({
    page,
    office,
  }) => {
    await page.goto("/transactions/transfer");
    await page.getByLabel("Username").waitFor();
    await page.keyboard.type(office.admin.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(office.admin.password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await page.getByRole("textbox", { name: "Password" }).getAttribute("type")).toBe("text");
    await page.keyboard.press("Space");
    expect(await page.getByRole("textbox", { name: "Password" }).getAttribute("type")).toBe("password");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Login successful").waitFor();
    expect(new URL(page.url()).pathname).toBe("/transactions/transfer");
  });

  test("loads at most 250 KB of scripts and styles", async ({ browser, office }) => {
    // In a browser that has never been here.
    const { page, watched } = await openSeat(browser, office.url);
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (["script", "stylesheet"].includes(request.resourceType()))
        sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    await page.goto("/");
    await signInButton(page).waitFor();
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(largestEntryBytes);
    expect(watched.faults).toEqual([]);
    await page.context().close();
  });
});

describe("a session", () => {
  test("outlives a reload and ends at log-out, in every tab of the browser", async ({ page, office }) => {
    await signIn(page, office, office.admin);
    await page.reload();
    await heading(page, "Admin Dashboard").waitFor();
    const second = await page.context().newPage();
    await second.goto("/dashboard");
    await heading(second, "Admin Dashboard").waitFor();
    await page.getByRole("button", { name: "Log Out" }).click();
    await signInButton(page).waitFor();
    await signInButton(second).waitFor();
    await page.goto("/dashboard");
    await signInButton(page).waitFor();
  });

  test("that has ended is begun again over the page, and what was asked for goes on", async ({ page, office }) => {
    await signIn(page, office, office.admin);
    await heading(page, "Admin Dashboard").waitFor();
    await endSessionAt(page, "**/api/verification");
    await page.getByRole("button", { name: "Verify now" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.waitFor();
    expect(await dialog.getByLabel("Username").inputValue()).toBe(office.admin.username);
    await axe(page);
    await screenshot(page, "sign-in-again");
    await dialog.getByRole("textbox", { name: "Password" }).fill(office.admin.password);
    await page.keyboard.press("Enter");
    await page.getByText("Books balance").waitFor();
    await dialog.waitFor({ state: "detached" });
  });

  test("of somebody else makes a fresh page, here and in the other tabs", async ({ page, office }) => {
    const operator = await office.addUser("operator");
    await signIn(page, office, office.admin);
    await heading(page, "Admin Dashboard").waitFor();
    const second = await page.context().newPage();
    await second.goto("/");
    await heading(second, "Admin Dashboard").waitFor();
    await endSessionAt(page, "**/api/verification");
    await page.getByRole("button", { name: "Verify now" }).click();
    await fillSignIn(page, operator);
    await heading(page, "Currency Portfolio Overview").waitFor();
    await heading(second, "Currency Portfolio Overview").waitFor();
  });
});

test("the printed password opens the door once: it has to be changed before anything else", async ({ browser }) => {
  const office = await startOffice({ printed: true });
  onTestFinished(() => office.stop());
  const { page, watched } = await openSeat(browser, office.url);
  const change = page.getByRole("button", { name: "Change Password" });
  const fill = async (current: string, fresh: string, repeated: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Current password" }).fill(current);
    await page.getByRole("textbox", { name: "New password", exact: true }).fill(fresh);
    await page.getByRole("textbox", { name: "Repeat new password" }).fill(repeated);
    await change.click();
  };

  await page.goto("/accounts/new");
  await fillSignIn(page, office.admin);
  await heading(page, "Change your password").waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await screenshot(page, "change-password");

  await fill(office.admin.password, "short", "other");
  await page.getByText("A password has at least 8 characters").waitFor();
  await page.getByText("The two new passwords differ").waitFor();
  await axe(page);
  await fill(office.admin.password, "password123", "password123");
  await page.getByRole("alert").waitFor();
  await heading(page, "Change your password").waitFor();
  await fill(office.admin.password, "coins of seven valleys", "coins of seven valleys");
  await page.getByText("Password changed").waitFor();

  await page.goto("/");
  await page.getByRole("button", { name: "Log Out" }).click();
  await signInButton(page).waitFor();
  await fillSignIn(page, office.admin);
  await page.getByRole("alert").getByText("Invalid username or password").waitFor();
  await fillSignIn(page, { username: "admin", password: "coins of seven valleys" });
  await heading(page, "Admin Dashboard").waitFor();
  await page.context().close();
  expect(watched.faults).toEqual([]);
});
