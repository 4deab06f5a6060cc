import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import { fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const part = (page: Page, name: string) => page.getByRole("region", { name });
const scheme = (page: Page, name: "dark" | "light") => page.locator(`html[data-mantine-color-scheme="${name}"]`);
const density = (page: Page, name: "comfortable" | "compact") => page.locator(`html[data-density="${name}"]`);

async function choose(page: Page, label: string): Promise<void> {
  await part(page, "Your screens").getByText(label, { exact: true }).click();
}

test.for(["admin", "operator", "user"] as const)(
  "the role %s reaches the profile from the sidebar",
  async (role, { page, office }) => {
    const credentials = role === "admin" ? office.admin : await office.addUser(role);
    await signIn(page, office, credentials);
    await page.getByRole("link", { name: /My Profile$/ }).click();
    await heading(page, "My Profile").waitFor();
    expect(await page.title()).toBe("My Profile · Sarraf");
    await part(page, "About you").getByText(credentials.username, { exact: true }).first().waitFor();
    await part(page, "Two-step sign-in").getByText("Off").waitFor();
    await part(page, "Where you are signed in").getByText("This session").waitFor();
    await axe(page);
    await screenshot(page, `profile-${role}`);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  },
);

describe("how the screens look", () => {
  test("is chosen by keyboard, really changes them, and is the same on another device", async ({ page, office, browser }) => {
    const credentials = await office.addUser("user", "compact");
    await signIn(page, office, credentials, "/profile");
    await heading(page, "My Profile").waitFor();
    const control = page.getByRole("button", { name: "Change Password" });
    const height = async (): Promise<number> => (await control.boundingBox())?.height ?? 0;
    const before = await height();
    await page.getByRole("radio", { name: "Comfortable" }).focus();
    await page.keyboard.press("ArrowRight");
    await density(page, "compact").waitFor();
    await expect.poll(height).toBeLessThan(before);
    await choose(page, "Dark");
    await scheme(page, "dark").waitFor();
    await axeAsChosen(page);
    await page.reload();
    await density(page, "compact").and(scheme(page, "dark")).waitFor();
    await heading(page, "My Profile").waitFor();

    const other = await openSeat(browser, office.url);
    await other.page.goto("/transactions/transfer");
    await scheme(other.page, "light").waitFor();
    await fillSignIn(other.page, credentials);
    await heading(other.page, "Transfer").waitFor();
    await density(other.page, "compact").and(scheme(other.page, "dark")).waitFor();
    await other.page.context().close();
    expect(other.watched.faults).toEqual([]);
  });

  test("changed by the switch in the sidebar is the same choice", async ({ page, office }) => {
    await signIn(page, office, await office.addUser("user", "switcher"), "/profile");
    await page.getByRole("button", { name: "Switch to dark mode" }).click();
    await scheme(page, "dark").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
    const kept = page.waitForResponse((reply) => reply.request().postData()?.includes("auto") === true);
    await choose(page, "Auto");
    await scheme(page, "light").waitFor();
    await kept;
    await page.reload();
    await heading(page, "My Profile").waitFor();
    expect(await page.getByRole("radio", { name: "Auto" }).isChecked()).toBe(true);
  });

  test("is taken back where the server did not keep it", async ({ page, office, watched }) => {
    await signIn(page, office, await office.addUser("user", "unlucky"), "/profile");
    await heading(page, "My Profile").waitFor();
    watched.expect(/Failed to load resource/);
    await page.route("**/api/profile/preferences", (route) => route.abort(), { times: 1 });
    await choose(page, "Compact");
    await page.getByRole("alert").getByText("The server cannot be reached").first().waitFor();
    await density(page, "comfortable").waitFor();
    await choose(page, "Compact");
    await density(page, "compact").waitFor();
  });

  test("is somebody else's own on the same browser", async ({ page, office }) => {
    const [first, second] = [await office.addUser("user", "night"), await office.addUser("user", "day")];
    await signIn(page, office, first, "/profile");
    await choose(page, "Dark");
    await choose(page, "Compact");
    await scheme(page, "dark").and(density(page, "compact")).waitFor();
    await expect
      .poll(async () => (await office.signIn(first)).send("GET", "/api/auth/me"))
      .toMatchObject({
        preferences: { theme: "dark", density: "compact" },
      });
    await signIn(page, office, second, "/profile");
    await scheme(page, "light").and(density(page, "comfortable")).waitFor();
  });
});

/** The rules of accessibility in the scheme that the person has chosen, whatever the device would like. */
async function axeAsChosen(page: Page): Promise<void> {
  const { AxeBuilder } = await import("@axe-core/playwright");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
}

describe("one's own password", () => {
  const word = "eleven red apples";

  test("is changed after every mistake was said, ends the other sessions and keeps this one", async ({
    page,
    office,
    browser,
  }) => {
    const credentials = await office.addUser("operator", "changer");
    const other = await openSeat(browser, office.url);
    await signIn(other.page, office, credentials);
    await signIn(page, office, credentials, "/profile");
    const form = part(page, "Password");
    const fill = async (current: string, fresh: string, repeated = fresh): Promise<void> => {
      await form.getByRole("textbox", { name: "Current password" }).fill(current);
      await form.getByRole("textbox", { name: "New password", exact: true }).fill(fresh);
      await form.getByRole("textbox", { name: "Repeat new password" }).fill(repeated);
      await form.getByRole("button", { name: "Change Password" }).click();
    };
    await fill("", "short", "other");
    for (const words of ["Current password is required", "A password has at least 8 characters", "The two new passwords differ"])
      await form.getByText(words).waitFor();
    await fill("not my word", word);
    await form.getByRole("alert").getByText("The current password is wrong").waitFor();
    await fill(credentials.password, "password123");
    await form.getByRole("alert").getByText("This password is one of the most common ones").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await fill(credentials.password, word);
    await page.getByText("Password changed").waitFor();
    expect(await form.getByRole("textbox", { name: "Current password" }).inputValue()).toBe("");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await heading(page, "Currency Portfolio Overview").waitFor();
    await other.page.reload();
    await fillSignIn(other.page, credentials);
    await other.page.getByRole("alert").getByText("Invalid username or password").waitFor();
    await fillSignIn(other.page, { ...credentials, password: word });
    await heading(other.page, "Currency Portfolio Overview").waitFor();
    await other.page.context().close();
  });

  test("typed when the session has ended is still there after signing in again", async ({ page, office }) => {
    const credentials = await office.addUser("user", "late");
    await signIn(page, office, credentials, "/profile");
    await heading(page, "My Profile").waitFor();
    const form = part(page, "Password");
    await form.getByRole("textbox", { name: "Current password" }).fill(credentials.password);
    await form.getByRole("textbox", { name: "New password", exact: true }).fill(word);
    await form.getByRole("textbox", { name: "Repeat new password" }).fill(word);
    await page.context().clearCookies();
    await form.getByRole("button", { name: "Change Password" }).click();
    const again = page.getByRole("dialog", { name: "Sign in again" });
    await again.getByRole("textbox", { name: "Password" }).fill(credentials.password);
    await page.keyboard.press("Enter");
    await again.waitFor({ state: "detached" });
    expect(await form.getByRole("textbox", { name: "New password", exact: true }).inputValue()).toBe(word);
    await form.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("Password changed").waitFor();
  });
});

test("one's own sessions are ended one by one and all but this one", async ({ page, office, browser }) => {
  const credentials = await office.addUser("user", "everywhere");
  const seats = [await openSeat(browser, office.url), await openSeat(browser, office.url)];
  for (const seat of seats) {
    await seat.page.goto("/");
    await fillSignIn(seat.page, credentials);
    await heading(seat.page, "Currency Portfolio Overview").waitFor();
  }
  await signIn(page, office, credentials, "/profile");
  const rows = part(page, "Where you are signed in").getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(3);
  await rows.filter({ hasText: "Chrome on Linux" }).getByRole("button").first().click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("This session").waitFor();
  for (const seat of seats) {
    await seat.page.reload();
    await seat.page.getByText("Sign in to manage your accounts").waitFor();
    await seat.page.context().close();
  }
});
