import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { User } from "#contract/users.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import type { Desk, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { guarded } from "./support/second-factor.ts";

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

async function open(page: Page, office: Office): Promise<void> {
  await signIn(page, office, office.admin, "/users");
  await heading(page, "User Management").waitFor();
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
  test("adds a user, who chooses a password of their own before anything else and then works in the role given", async ({
    page,
    office,
    browser,
  }) => {
    await open(page, office);
    await screenshot(page, "users");
    await page.getByRole("button", { name: "Add User" }).click();
    const form = dialog(page, "Add User");
    await save(page).click();
    for (const words of ["Username is required", "Email is required", "Password is required"])
      await form.getByText(words).waitFor();
    await axe(page);
    await screenshot(page, "users-add");
    await fillUser(page, "ADMIN");
    await save(page).click();
    await form.getByText("The username ADMIN is taken").first().waitFor();
    expect(await form.getByLabel("Full name").inputValue()).toBe("ADMIN at the counter");
    await fillUser(page, "zahra");
    await form.getByLabel("Role").selectOption("Operator");
    await page.keyboard.press("Control+Enter");
    await page.getByText("User created successfully").waitFor();
    await cardOf(page, "zahra").getByText("Must change password").waitFor();
    await cardOf(page, "zahra").getByText("Operator").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);

    const seat = await openSeat(browser, office.url);
    const choose = async (fresh: string, repeated = fresh): Promise<void> => {
      await seat.page.getByRole("textbox", { name: "Current password" }).fill("the word of zahra");
      await seat.page.getByRole("textbox", { name: "New password", exact: true }).fill(fresh);
      await seat.page.getByRole("textbox", { name: "Repeat new password" }).fill(repeated);
      await seat.page.getByRole("button", { name: "Change Password" }).click();
    };
    await seat.page.goto("/users");
    await fillSignIn(seat.page, { username: "zahra", password: "the word of zahra" });
    await heading(seat.page, "Change your password").waitFor();
    expect(await seat.page.getByRole("navigation").count()).toBe(0);
    await screenshot(seat.page, "change-password");
    await choose("short", "other");
    await seat.page.getByText("A password has at least 8 characters").waitFor();
    await seat.page.getByText("The two new passwords differ").waitFor();
    await axe(seat.page);
    await choose("password123");
    await seat.page.getByRole("alert").getByText("This password is one of the most common ones").waitFor();
    await choose("my own long word");
    await seat.page.getByText("Password changed").waitFor();
    await heading(seat.page, "No Access").waitFor();
    await seat.page.getByText("zahra at the counter").first().waitFor();
    await expect(office.signIn({ username: "zahra", password: "the word of zahra" })).rejects.toThrow("401");
    await seat.page.context().close();
    expect(seat.watched.faults).toEqual([]);
  });

  test("edits a user by keyboard, meets another administrator's edit, and loses nothing typed", async ({ page, office }) => {
    await office.addUser("user", "karim");
    const desk = await office.signIn(office.admin);
    const { id } = (await stored(office, "karim")) ?? { id: "" };
    await open(page, office);
    await axe(page);
    await page.getByRole("button", { name: "Edit karim at the counter" }).press("Enter");
    const form = dialog(page, "Edit User");
    await form.getByLabel("Username").waitFor();
    await screenshot(page, "users-edit");
    await form.getByLabel("Full name").fill("Karim Azizi");
    await form.getByLabel("Email").fill("karim@seven.example");
    await desk.send("PATCH", `/api/users/${id}`, { role: "operator", phone: "0799" });
    await page.keyboard.press("Control+Enter");
    await form.getByText("Role: User → Operator").waitFor();
    await form
      .getByText(/This user was changed meanwhile: admin at/)
      .first()
      .waitFor();
    await axe(page);
    await screenshot(page, "users-conflict");
    await form.getByRole("button", { name: "Keep my changes" }).click();
    expect(await form.getByLabel("Full name").inputValue()).toBe("Karim Azizi");
    await page.keyboard.press("Control+Enter");
    await page.getByText("User updated successfully").waitFor();
    expect(await stored(office, "karim")).toMatchObject({
      fullName: "Karim Azizi",
      email: "karim@seven.example",
      role: "operator",
      phone: "0799",
    });
  });

  test("sees where a user is signed in, and signs them out of one place and of all; one who is deactivated is out at once", async ({
    page,
    office,
    browser,
  }) => {
    const credentials = await office.addUser("user", "laila");
    const userAgent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    const phone = await openSeat(browser, office.url, { userAgent });
    await phone.page.goto("/");
    await fillSignIn(phone.page, credentials);
    await heading(phone.page, "Currency Portfolio Overview").waitFor();
    const counter = await office.signIn(credentials);
    const isOut = (desk: Desk): Promise<void> => expect(desk.send("GET", "/api/auth/me")).rejects.toThrow("401");
    await open(page, office);
    await page.getByRole("button", { name: "Sessions of laila at the counter" }).click();
    const sessions = dialog(page, "Sessions of laila at the counter");
    await sessions.getByText("Chrome on Android").waitFor();
    await axe(page);
    await screenshot(page, "users-sessions");
    await sessions.getByRole("button", { name: /^Sign out Chrome on Android/ }).click();
    await sessions.getByText("Chrome on Android").waitFor({ state: "detached" });
    await phone.page.reload();
    await phone.page.getByText("Sign in to manage your accounts").waitFor();
    await phone.page.context().close();
    await counter.send("GET", "/api/auth/me");
    await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
    await sessions.getByText("laila at the counter is not signed in anywhere.").waitFor();
    await isOut(counter);
    await page.keyboard.press("Escape");
    await sessions.waitFor({ state: "detached" });

    const again = await office.signIn(credentials);
    await page.getByRole("button", { name: "Deactivate laila at the counter" }).click();
    await axe(page);
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
    page,
    office,
  }) => {
    const worker = await office.addUser("operator", "nasim");
    await office.addUser("user", "idle");
    const stranded = await guarded(office, "stranded");
    await (await office.signIn(worker)).send("POST", "/api/accounts", { accountName: "Opened by Nasim", currencyId: 2 });
    await open(page, office);
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

    await page.getByRole("button", { name: "Delete admin" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("alert").getByText("You cannot delete yourself").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Reset two-step sign-in of stranded at the counter" }).click();
    await axe(page);
    await screenshot(page, "two-factor-reset");
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByText("Two-step sign-in reset").waitFor();
    expect((await stored(office, "stranded"))?.hasSecondFactor).toBe(false);
    const passwordAlone = await office.signIn(stranded);
    expect(await passwordAlone.send("GET", "/api/auth/me")).toMatchObject({ username: "stranded" });
  });
});
