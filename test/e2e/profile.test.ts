import type { Page } from "playwright-core";
import { expect } from "vitest";

import { changePassword } from "#contract/auth.ts";

import { axe } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { endSessionAt, fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const part = (page: Page, name: string) => page.getByRole("region", { name });
const scheme = (page: Page, name: "dark" | "light") => page.locator(`html[data-mantine-color-scheme="${name}"]`);
const density = (page: Page, name: "comfortable" | "compact") => page.locator(`html[data-density="${name}"]`);

async function choose(page: Page, label: string): Promise<void> {
  await part(page, "Your screens").getByText(label, { exact: true }).click();
}

test("the profile is reached from the sidebar; there one's own sessions are ended one by one and all but this one", async ({
  page,
  office,
}) => {
  const credentials = await office.addUser("user", "everywhere");
  const others = [await office.signIn(credentials), await office.signIn(credentials)];
  const out = async (): Promise<number> => {
    const asked = await Promise.allSettled(others.map((desk) => desk.send("GET", "/api/auth/me")));
    return asked.filter(({ status }) => status === "rejected").length;
  };
  await signIn(page, office, credentials);
  await page.getByRole("link", { name: /My Profile$/ }).click();
  await heading(page, "My Profile").waitFor();
  expect(await page.title()).toBe("My Profile · Sarraf");
  await part(page, "About you").getByText(credentials.username, { exact: true }).first().waitFor();
  await part(page, "Two-step sign-in").getByText("Off").waitFor();
  const rows = part(page, "Where you are signed in").getByRole("listitem");
  await rows.getByText("This session").waitFor();
  expect(await rows.count()).toBe(3);
  await axe(page);
  await screenshot(page, "profile");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await rows.getByRole("button").first().click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await out()).toBe(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("This session").waitFor();
  expect(await out()).toBe(2);
});

test("how the screens look is chosen by keyboard, really changes them, is the same on another device, and nobody else's on this one", async ({
  page,
  office,
  browser,
}) => {
  const [credentials, second] = [await office.addUser("user", "compact"), await office.addUser("user", "day")];
  await signIn(page, office, credentials, "/profile");
  await heading(page, "My Profile").waitFor();
  const control = page.getByRole("button", { name: "Change Password" });
  const height = async (): Promise<number> => (await control.boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole("radio", { name: "Comfortable" }).focus();
  await page.keyboard.press("ArrowRight");
  await density(page, "compact").waitFor();
  await expect.poll(height).toBeLessThan(before);
  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes("dark") === true);
  await choose(page, "Dark");
  await scheme(page, "dark").waitFor();
  await kept;
  await axeAsChosen(page);

  const other = await openSeat(browser, office.url);
  await other.page.goto("/transactions/transfer");
  await scheme(other.page, "light").waitFor();
  await fillSignIn(other.page, credentials);
  await heading(other.page, "Transfer").waitFor();
  await density(other.page, "compact").and(scheme(other.page, "dark")).waitFor();
  await other.page.context().close();
  expect(other.watched.faults).toEqual([]);

  await signIn(page, office, second, "/profile");
  await scheme(page, "light").and(density(page, "comfortable")).waitFor();
});

/** The rules of accessibility in the scheme that the person has chosen, whatever the device would like. */
async function axeAsChosen(page: Page): Promise<void> {
  const { AxeBuilder } = await import("@axe-core/playwright");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
}

test("one's own password is changed, also over a session that has ended: the other sessions end and this one stays", async ({
  page,
  office,
}) => {
  const word = "eleven red apples";
  const credentials = await office.addUser("operator", "changer");
  const other = await office.signIn(credentials);
  await signIn(page, office, credentials, "/profile");
  const form = part(page, "Password");
  const fill = async (current: string): Promise<void> => {
    await form.getByRole("textbox", { name: "Current password" }).fill(current);
    await form.getByRole("textbox", { name: "New password", exact: true }).fill(word);
    await form.getByRole("textbox", { name: "Repeat new password" }).fill(word);
    await form.getByRole("button", { name: "Change Password" }).click();
  };
  await fill("not my word");
  await form.getByRole("alert").getByText("The current password is wrong").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await endSessionAt(page, `**${changePassword.path}`);
  await fill(credentials.password);
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByRole("textbox", { name: "Password" }).fill(credentials.password);
  await page.keyboard.press("Enter");
  await again.waitFor({ state: "detached" });
  expect(await form.getByRole("textbox", { name: "New password", exact: true }).inputValue()).toBe(word);
  await form.getByRole("button", { name: "Change Password" }).click();
  await page.getByText("Password changed").waitFor();
  await expect.poll(() => form.getByRole("textbox", { name: "Current password" }).inputValue()).toBe("");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await heading(page, "Currency Portfolio Overview").waitFor();
  await expect(other.send("GET", "/api/auth/me")).rejects.toThrow("401");
  await expect(office.signIn(credentials)).rejects.toThrow("401");
  await office.signIn({ ...credentials, password: word });
});
