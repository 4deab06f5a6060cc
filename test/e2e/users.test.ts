import { request, type Page, type Request } from "playwright-core";
import { describe, expect } from "vitest";

import type { User } from "#contract/users.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { endSessionAt, fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { guarded } from "./support/second-factor.ts";
import { visitPage } from "./support/visit.ts";

const largestEntryBytes = 250 * 1024;

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const cards = (page: Page) => page.getByRole("list", { name: "Users" });
const cardOf = (page: Page, username: string) =>
  cards(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(username, { exact: true }) });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const save = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Save" });

/** Everybody as the server has them. */
async function stored(office: Office, username: string): Promise<User | undefined> {
  const users = (await (await office.signIn(office.admin)).send("GET", "/api/users")) as User[];
  return users.find((user) => user.username === username);
}

async function open(page: Page): Promise<void> {
  await visitPage(page, "/users", "User Management");
  await cards(page).waitFor();
}

/** Fills in the Add User form, which is open. */
async function fillUser(page: Page, username: string): Promise<void> {
  const form = dialog(page, "Add User");
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Full name").fill(`${username} at the counter`);
  await form.getByLabel("Email").fill(`${username}@office.example`);
  await form.getByRole("textbox", { name: "Password" }).fill(`the word of ${username}`);
}

describe("an administrator", () => {
  test("sees where a user is signed in, and signs them out of one place and of all; one who is deactivated is out at once", async ({
    walked: page,
    office,
  }) => {
    const credentials = await office.addUser("user", "laila");
    const userAgent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    const phone = await request.newContext({ baseURL: office.url, userAgent });
    await phone.post("/api/auth/login", { data: credentials });
    const isPhoneIn = async (): Promise<boolean> => (await phone.get("/api/auth/me")).ok();
    expect(await isPhoneIn()).toBe(true);
    const counter = await office.signIn(credentials);
    const isOut = (desk: Desk): Promise<void> => expect(desk.send("GET", "/api/auth/me")).rejects.toThrow("401");
    await open(page);
    await page.getByRole("button", { name: "Sessions of laila at the counter" }).click();
    const sessions = dialog(page, "Sessions of laila at the counter");
    await sessions.getByText("Chrome on Android").waitFor();
    await axe(page);
    await screenshot(page, "users-sessions");
    await sessions.getByRole("button", { name: /^Sign out Chrome on Android/ }).click();
    await sessions.getByText("Chrome on Android").waitFor({ state: "detached" });
    expect(await isPhoneIn()).toBe(false);
    await phone.dispose();
    await counter.send("GET", "/api/auth/me");
    await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
    await sessions.getByText("laila at the counter is not signed in anywhere.").waitFor();
    await isOut(counter);
    await page.keyboard.press("Escape");
    await sessions.waitFor({ state: "detached" });

    const again = await office.signIn(credentials);
    await page.getByRole("button", { name: "Deactivate laila at the counter" }).click();
    await screenshot(page, "users-deactivate");
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await page.getByText("User status updated successfully").waitFor();
    await cardOf(page, "laila").getByText("Inactive").waitFor();
    await isOut(again);
    await expect(office.signIn(credentials)).rejects.toThrow("401");
    await page.getByRole("button", { name: "Activate laila at the counter" }).click();
    await cardOf(page, "laila").getByText("Active", { exact: true }).waitFor();
    await office.signIn(credentials);
  });

  test("deletes a user who has recorded nothing, deactivates one who has, and resets the second step of one who has lost telephone and paper", async ({
    walked: page,
    office,
  }) => {
    const worker = await office.addUser("operator", "nasim");
    await office.addUser("user", "idle");
    const stranded = await guarded(office, "stranded");
    await (await office.signIn(worker)).send("POST", "/api/accounts", { accountName: "Opened by Nasim", currencyId: 2 });
    await open(page);
    await page.getByRole("button", { name: "Delete idle at the counter" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("User deleted successfully").waitFor();
    await cardOf(page, "idle").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Delete nasim at the counter" }).click();
    const asked = dialog(page, "Delete nasim at the counter?");
    await asked.getByRole("button", { name: "Delete" }).click();
    await asked
      .getByRole("alert")
      .getByText(/nasim has recorded work and cannot be deleted/)
      .waitFor();
    await axe(page);
    await screenshot(page, "users-delete-refused");
    await asked.getByRole("button", { name: "Deactivate instead" }).click();
    await dialog(page, "Deactivate nasim at the counter?").getByRole("button", { name: "Deactivate" }).click();
    await cardOf(page, "nasim").getByText("Inactive").waitFor();

    await page.getByRole("button", { name: "Reset two-step sign-in of stranded at the counter" }).click();
    await screenshot(page, "two-factor-reset");
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByText("Two-step sign-in reset").waitFor();
    expect((await stored(office, "stranded"))?.hasSecondFactor).toBe(false);
    const passwordAlone = await office.signIn(stranded);
    expect(await passwordAlone.send("GET", "/api/auth/me")).toMatchObject({ username: "stranded" });
  });

  test("adds a user and edits them by keyboard; they choose a password of their own before anything else and then work in the role given", async ({
    walked: page,
    office,
  }) => {
    await open(page);
    await axe(page);
    await screenshot(page, "users");
    await page.getByRole("button", { name: "Add User" }).click();
    const form = dialog(page, "Add User");
    await save(page).click();
    for (const words of ["Username is required", "Email is required", "Password is required"])
      await form.getByText(words).waitFor();
    await axe(page);
    await screenshot(page, "users-add");
    await fillUser(page, "zahra");
    await form.getByLabel("Role").selectOption("Operator");
    await page.keyboard.press("Control+Enter");
    await page.getByText("User created successfully").waitFor();
    await cardOf(page, "zahra").getByText("Must change password").waitFor();
    await cardOf(page, "zahra").getByText("Operator").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);

    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole("button", { name: "Edit zahra at the counter" }).press("Enter");
    const edited = dialog(page, "Edit User");
    await edited.getByLabel("Full name").fill("Zahra Azizi");
    await screenshot(page, "users-edit");
    await page.keyboard.press("Control+Enter");
    await page.getByText("User updated successfully").waitFor();
    expect(await stored(office, "zahra")).toMatchObject({ fullName: "Zahra Azizi", role: "operator" });

    await page.getByRole("button", { name: "Log Out" }).click();
    await fillSignIn(page, { username: "zahra", password: "the word of zahra" });
    await heading(page, "Change your password").waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    await screenshot(page, "change-password");
    await page.getByRole("textbox", { name: "Current password" }).fill("the word of zahra");
    await page.getByRole("textbox", { name: "New password", exact: true }).fill("my own long word");
    await page.getByRole("textbox", { name: "Repeat new password" }).fill("my own long word");
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("Password changed").waitFor();
    await heading(page, "No Access").waitFor();
    await page.getByText("Zahra Azizi").first().waitFor();
    await expect(office.signIn({ username: "zahra", password: "the word of zahra" })).rejects.toThrow("401");
  });
});

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
    page.on("requestfinished", (sent) => {
      if (["script", "stylesheet"].includes(sent.resourceType())) loaded.push(sent);
    });
    await page.goto("/");
    await signInButton(page).waitFor();
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(loaded.map((sent) => sent.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(largestEntryBytes);
    const answers = await Promise.all(loaded.map((sent) => sent.response()));
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
  await second.goto("/profile");
  await heading(second, "My Profile").waitFor();

  await page.context().request.post(`${office.url}/api/auth/login`, { data: await office.addUser("user") });
  await page.getByRole("button", { name: "Verify now" }).click();
  const again = dialog(page, "Sign in again");
  await again.waitFor();
  expect(await again.getByLabel("Username").inputValue()).toBe(office.admin.username);
  await axe(page);
  await screenshot(page, "sign-in-again");
  await again.getByRole("textbox", { name: "Password" }).fill(office.admin.password);
  await page.keyboard.press("Enter");
  await page.getByText("Books balance").waitFor();
  await again.waitFor({ state: "detached" });

  await endSessionAt(page, "**/api/verification");
  await page.getByRole("button", { name: "Verify now" }).click();
  await fillSignIn(page, operator);
  await heading(page, "Currency Portfolio Overview").waitFor();
  const person = second.getByText("operator at the counter").first();
  await person.waitFor();

  await second.reload();
  await person.waitFor();
  await page.getByRole("button", { name: "Log Out" }).click();
  await signInButton(page).waitFor();
  await signInButton(second).waitFor();
  await page.goto("/dashboard");
  await signInButton(page).waitFor();
});
