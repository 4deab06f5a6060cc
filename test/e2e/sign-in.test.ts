import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { endSessionAt, fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const largestEntryBytes = 250 * 1024;

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe("the sign-in screen", () => {
  test("is all that a visitor sees, says what is missing or wrong, works by keyboard alone, and leads to the address that was asked for", async ({
    page,
    office,
  }) => {
    const password = page.getByRole("textbox", { name: "Password" });
    await page.goto("/transactions/transfer");
    await page.getByText("Sign in to manage your accounts").waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.locator("html").getAttribute("translate"), "no browser offers to translate figures").toBe("no");
    await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(office.admin.username);
    await screenshot(page, "sign-in");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Please enter both username and password").waitFor();
    await axe(page);
    await page.keyboard.type("not the word");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Invalid username or password").waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe(office.admin.username);
    await screenshot(page, "sign-in-refused");
    // The word that was refused is selected: typing replaces it.
    await page.keyboard.type(office.admin.password);
    expect(await password.inputValue()).toBe(office.admin.password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await password.getAttribute("type")).toBe("text");
    await page.keyboard.press("Space");
    expect(await password.getAttribute("type")).toBe("password");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Login successful").waitFor();
    expect(new URL(page.url()).pathname).toBe("/transactions/transfer");
  });

  test("loads at most 250 KB of scripts and styles, and each of them once; one that is not the product's own is blocked, and a test would notice", async ({
    browser,
    office,
  }) => {
    // In a browser that has never been here.
    const { page, watched } = await openSeat(browser, office.url);
    const loaded: Request[] = [];
    page.on("requestfinished", (request) => {
      if (["script", "stylesheet"].includes(request.resourceType())) loaded.push(request);
    });
    await page.goto("/");
    await signInButton(page).waitFor();
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(loaded.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(largestEntryBytes);
    const answers = await Promise.all(loaded.map((request) => request.response()));
    expect(answers.filter((answer) => answer?.headers()["cache-control"]?.includes("immutable") !== true)).toEqual([]);
    expect(watched.faults).toEqual([]);

    await page.evaluate(`
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.head.append(style);
      const script = document.createElement("script");
      script.textContent = "window.intruded = true";
      document.head.append(script);
    `);
    expect(await page.evaluate("window.intruded")).toBeUndefined();
    expect(await page.getByRole("button", { name: "Sign In" }).isVisible()).toBe(true);
    await expect.poll(() => watched.faults).toHaveLength(2);
    for (const fault of watched.faults) expect(fault).toContain("Content Security Policy");
    await page.context().close();
  });
});

test("a page beside which somebody else has signed in, unheard, does nothing in their name and goes on as who has opened it; a session that has ended is begun again over the page, or by somebody else on a fresh one; it outlives a reload and ends at log-out, in every tab", async ({
  page,
  office,
}) => {
  const operator = await office.addUser("operator");
  await signIn(page, office, office.admin);
  await heading(page, "Admin Dashboard").waitFor();
  const second = await page.context().newPage();
  await second.goto("/dashboard");
  await heading(second, "Admin Dashboard").waitFor();

  await page.context().request.post(`${office.url}/api/auth/login`, { data: await office.addUser("user") });
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

  await endSessionAt(page, "**/api/verification");
  await page.getByRole("button", { name: "Verify now" }).click();
  await fillSignIn(page, operator);
  await heading(page, "Currency Portfolio Overview").waitFor();
  await heading(second, "Currency Portfolio Overview").waitFor();

  await second.reload();
  await heading(second, "Currency Portfolio Overview").waitFor();
  await page.getByRole("button", { name: "Log Out" }).click();
  await signInButton(page).waitFor();
  await signInButton(second).waitFor();
  await page.goto("/dashboard");
  await signInButton(page).waitFor();
});
