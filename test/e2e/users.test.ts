import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { User } from "#contract/users.ts";

import { axe } from "./support/axe.ts";
import { fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import type { Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

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
async function fillUser(page: Page, username: string, password = `the word of ${username}`): Promise<void> {
  const form = dialog(page, "Add User");
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Full name").fill(`${username} at the counter`);
  await form.getByLabel("Email").fill(`${username}@office.example`);
  await form.getByRole("textbox", { name: "Password" }).fill(password);
}

describe("an administrator", () => {
  test("adds a user, who chooses a password of their own and then works in the role given", async ({ page, office, browser }) => {
    await open(page, office);
    await screenshot(page, "users");
    await page.getByRole("button", { name: "Add User" }).click();
    const form = dialog(page, "Add User");
    await save(page).click();
    for (const words of ["Username is required", "Email is required", "Password is required"])
      await form.getByText(words).waitFor();
    await axe(page);
    await screenshot(page, "users-add");
    await fillUser(page, "zahra", "short");
    await form.getByLabel("Email").fill("nobody");
    await save(page).click();
    await form.getByText("Not a valid email address").waitFor();
    await form.getByText("A password has at least 8 characters").waitFor();
    await fillUser(page, "zahra", "password1");
    await save(page).click();
    await form.getByText("This password is one of the most common ones. Choose another").first().waitFor();
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

    const seat = await openSeat(browser, office.url);
    await seat.page.goto("/");
    await fillSignIn(seat.page, { username: "zahra", password: "the word of zahra" });
    await heading(seat.page, "Change your password").waitFor();
    await seat.page.getByRole("textbox", { name: "Current password" }).fill("the word of zahra");
    await seat.page.getByRole("textbox", { name: "New password", exact: true }).fill("my own long word");
    await seat.page.getByRole("textbox", { name: "Repeat new password" }).fill("my own long word");
    await seat.page.getByRole("button", { name: "Change Password" }).click();
    await heading(seat.page, "Currency Portfolio Overview").waitFor();
    await seat.page.goto("/users");
    await heading(seat.page, "No Access").waitFor();
    await seat.page.context().close();
    expect(seat.watched.faults).toEqual([]);
  });

  test("edits a user by keyboard, and what was typed outlives a server that fails in the middle of the save", async ({
    page,
    office,
    watched,
  }) => {
    await office.addUser("user", "karim");
    await open(page, office);
    await page.getByRole("button", { name: "Edit karim at the counter" }).press("Enter");
    const form = dialog(page, "Edit User");
    await form.getByLabel("Username").waitFor();
    await axe(page);
    await screenshot(page, "users-edit");
    await form.getByLabel("Username").fill("");
    await form.getByLabel("Email").fill("");
    await page.keyboard.press("Control+Enter");
    await form.getByText("Username is required").waitFor();
    await form.getByText("Email is required").waitFor();
    await form.getByLabel("Username").fill("karim");
    await form.getByLabel("Email").fill("karim@seven.example");
    await form.getByLabel("Phone").fill("0700 12 34");
    watched.expect(/Failed to load resource/);
    await page.route("**/api/users/*", (route) => route.abort(), { times: 1 });
    await page.keyboard.press("Control+Enter");
    await form.getByRole("alert").getByText("The server cannot be reached").waitFor();
    expect(await form.getByLabel("Phone").inputValue()).toBe("0700 12 34");
    await page.route(
      "**/api/users/*",
      (route) =>
        route.fulfill({
          status: 500,
          contentType: "application/json",
          body: JSON.stringify({ message: "Something went wrong on the server", code: "internal", requestId: "request-1" }),
        }),
      { times: 1 },
    );
    watched.expect(/^answer: 500/);
    await page.keyboard.press("Control+Enter");
    await form.getByText("Request request-1").waitFor();
    expect(await form.getByLabel("Email").inputValue()).toBe("karim@seven.example");
    await page.keyboard.press("Control+Enter");
    await page.getByText("User updated successfully").waitFor();
    expect(await stored(office, "karim")).toMatchObject({ email: "karim@seven.example", phone: "0700 12 34", version: 2 });
  });

  test("meets another administrator's edit, and loses nothing typed", async ({ page, office }) => {
    await office.addUser("user", "farid");
    const desk = await office.signIn(office.admin);
    const { id } = (await stored(office, "farid")) ?? { id: "" };
    await open(page, office);
    await page.getByRole("button", { name: "Edit farid at the counter" }).click();
    const form = dialog(page, "Edit User");
    await form.getByLabel("Full name").fill("Farid Azizi");
    await desk.send("PATCH", `/api/users/${id}`, { role: "operator", phone: "0799" });
    await save(page).click();
    await form.getByText("Role: User → Operator").waitFor();
    await form
      .getByText(/This user was changed meanwhile: admin at/)
      .first()
      .waitFor();
    await axe(page);
    await screenshot(page, "users-conflict");
    await form.getByRole("button", { name: "Keep my changes" }).click();
    expect(await form.getByLabel("Full name").inputValue()).toBe("Farid Azizi");
    await save(page).click();
    await page.getByText("User updated successfully").waitFor();
    expect(await stored(office, "farid")).toMatchObject({ fullName: "Farid Azizi", role: "operator", phone: "0799" });
  });

  test("deactivates and activates a user, whose sessions end at once", async ({ page, office, browser }) => {
    const credentials = await office.addUser("user", "rahim");
    const seat = await openSeat(browser, office.url);
    await signIn(seat.page, office, credentials);
    await open(page, office);
    await page.getByRole("button", { name: "Deactivate rahim at the counter" }).click();
    await axe(page);
    await screenshot(page, "users-deactivate");
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await page.getByText("User status updated successfully").waitFor();
    await cardOf(page, "rahim").getByText("Inactive").waitFor();
    await seat.page.reload();
    await fillSignIn(seat.page, credentials);
    await seat.page.getByRole("alert").getByText("Invalid username or password").waitFor();
    await page.getByRole("button", { name: "Activate rahim at the counter" }).click();
    await cardOf(page, "rahim").getByText("Active", { exact: true }).waitFor();
    await fillSignIn(seat.page, credentials);
    await heading(seat.page, "Currency Portfolio Overview").waitFor();
    await seat.page.context().close();
  });

  test("deletes a user who has recorded nothing, and deactivates one who has, oneself excepted", async ({ page, office }) => {
    const worker = await office.addUser("operator", "nasim");
    await office.addUser("user", "idle");
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

    for (const [verb, words] of [
      ["Delete", "You cannot delete yourself"],
      ["Deactivate", "You cannot deactivate yourself"],
    ] as const) {
      await page.getByRole("button", { name: `${verb} admin` }).click();
      await page.getByRole("dialog").getByRole("button", { name: verb }).click();
      await page.getByRole("dialog").getByRole("alert").getByText(words).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Edit admin" }).click();
    const form = dialog(page, "Edit User");
    await form.getByLabel("Email").fill("admin@office.example");
    await form.getByLabel("Role").selectOption("User");
    await save(page).click();
    await form.getByText("You cannot demote yourself").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard and leave" }).click();
    expect(await stored(office, "admin")).toMatchObject({ role: "admin", isActive: true });
  });

  test("sees where a user is signed in, and signs them out of one place and of all", async ({ page, office, browser }) => {
    const credentials = await office.addUser("user", "laila");
    const userAgent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    const phone = await openSeat(browser, office.url, { userAgent });
    await phone.page.goto("/");
    await fillSignIn(phone.page, credentials);
    await heading(phone.page, "Currency Portfolio Overview").waitFor();
    const counter = await openSeat(browser, office.url);
    await signIn(counter.page, office, credentials);
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
    await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
    await sessions.getByText("laila at the counter is not signed in anywhere.").waitFor();
    await counter.page.reload();
    await counter.page.getByText("Sign in to manage your accounts").waitFor();
    await phone.page.context().close();
    await counter.page.context().close();
  });
});

test.for(["operator", "user"] as const)("the role %s finds no User Management", async (role, { page, office }) => {
  await signIn(page, office, await office.addUser(role, `a-${role}`), "/users");
  await heading(page, "No Access").waitFor();
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
});

test("the cards are loaded anew after a failure", async ({ page, office, watched }) => {
  watched.expect(/^answer: 500/);
  watched.expect(/status of 500/);
  const broken = {
    status: 500,
    contentType: "application/json",
    body: '{"message":"","code":"internal","requestId":"request-1"}',
  };
  await page.route("**/api/users", (route) => route.fulfill(broken));
  await signIn(page, office, office.admin, "/users");
  await page.getByRole("alert").getByText("The users could not be loaded.").waitFor();
  await page.getByText("Request id: request-1").waitFor();
  await page.unroute("**/api/users");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await cardOf(page, "admin").first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
});
