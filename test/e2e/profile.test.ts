import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { changePassword, me } from "#contract/auth.ts";
import { codeOf } from "#test/support/authenticator.ts";

import { axe, axeAsShown } from "./support/axe.ts";
import { overflow } from "./support/entries.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { guarded } from "./support/second-factor.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const part = (page: Page, name: string) => page.getByRole("region", { name });
const scheme = (page: Page, name: "dark" | "light") => page.locator(`html[data-mantine-color-scheme="${name}"]`);
const density = (page: Page, name: "comfortable" | "compact") => page.locator(`html[data-density="${name}"]`);

async function choose(page: Page, label: string): Promise<void> {
  await part(page, "Your screens").getByText(label, { exact: true }).click();
}

const card = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });
const codes = (page: Page) => page.getByRole("list", { name: "Recovery codes" });

test("the profile is reached from the sidebar; there one's own sessions are ended one by one and all but this one, and the password is changed, also over a session that has ended: the others end and this one stays", async ({
  page,
  office,
}) => {
  const word = "eleven red apples";
  const credentials = await office.addUser("operator", "changer");
  const others = [await office.signIn(credentials), await office.signIn(credentials)];
  const out = async (): Promise<number> => {
    const asked = await Promise.allSettled(others.map((desk) => desk.send("GET", "/api/auth/me")));
    return asked.filter(({ status }) => status === "rejected").length;
  };
  await signIn(page, office, credentials, "/currency-conversion");
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
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.getByRole("button").first().click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await out()).toBe(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("This session").waitFor();
  expect(await out()).toBe(2);

  const other = await office.signIn(credentials);
  const form = part(page, "Password");
  const fill = async (current: string): Promise<void> => {
    await form.getByRole("textbox", { name: "Current password" }).fill(current);
    await form.getByRole("textbox", { name: "New password", exact: true }).fill(word);
    await form.getByRole("textbox", { name: "Repeat new password" }).fill(word);
    await form.getByRole("button", { name: "Change Password" }).click();
  };
  await fill("not my word");
  await form.getByRole("alert").getByText("The current password is wrong").waitFor();
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
  expect((await page.context().request.get(me.path)).ok()).toBe(true);
  await expect(other.send("GET", "/api/auth/me")).rejects.toThrow("401");
  await expect(office.signIn(credentials)).rejects.toThrow("401");
  await office.signIn({ ...credentials, password: word });
});

test("how the screens look is chosen by keyboard, really changes them, is the same on another device, and nobody else's on this one", async ({
  page,
  office,
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
  await axeAsShown(page);

  // As on another device: nothing is kept in this browser.
  await page.evaluate("localStorage.clear()");
  await page.context().clearCookies();
  await page.goto("/profile");
  await scheme(page, "light").waitFor();
  await fillSignIn(page, credentials);
  await heading(page, "My Profile").waitFor();
  await density(page, "compact").and(scheme(page, "dark")).waitFor();

  await page.getByRole("button", { name: "Log Out" }).click();
  await fillSignIn(page, second);
  await heading(page, "My Profile").waitFor();
  await scheme(page, "light").and(density(page, "comfortable")).waitFor();
});

test("two-step sign-in is turned on with the password and a code, and the recovery codes are shown once and can be kept; from then on the password and then the code are taken, by keyboard alone, and before the code nothing is open; a recovery code stands in for it", async ({
  page,
  office,
}) => {
  const credentials = await office.addUser("operator", "careful");
  await signIn(page, office, credentials, "/profile");
  await card(page).getByRole("button", { name: "Turn On" }).press("Enter");
  await screenshot(page, "two-factor-password");
  await page.getByLabel("Your password").fill(credentials.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await axe(page);
  await screenshot(page, "two-factor-qr");
  const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
  await page.getByLabel("Code from the authenticator").fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await codes(page).waitFor();
  expect(await codes(page).getByRole("listitem").count()).toBe(10);
  await axe(page);
  await screenshot(page, "two-factor-recovery-codes");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Say that you have kept the codes: they are not shown again").waitFor();

  const shown = await codes(page).getByRole("listitem").allInnerTexts();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
  expect(file.suggestedFilename()).toBe("sarraf-recovery-codes.txt");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("Recovery codes of careful, Sarraf.");
  for (const code of shown) expect(text).toContain(code);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(shown.join("\n"));
  await page.emulateMedia({ media: "print" });
  expect(await codes(page).isVisible()).toBe(true);
  expect(await page.locator("#root").isVisible()).toBe(false);
  expect(await page.getByRole("link", { name: "Download", includeHidden: true }).isVisible()).toBe(false);
  // Nothing of the page is on the paper: it would be dark where the page is.
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgba(0, 0, 0, 0)");
  await page.emulateMedia({ media: "screen" });

  await page.getByLabel("I have kept these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await card(page).getByText("10 recovery codes are left.").waitFor();
  await screenshot(page, "two-factor-on");

  await page.getByRole("button", { name: "Log Out" }).click();
  await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(credentials.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(credentials.password);
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Code", exact: true });
  await field.and(page.locator(":focus")).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  await axe(page);
  await screenshot(page, "two-factor-code");
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await page.getByText("Login successful").waitFor();
  await heading(page, "My Profile").waitFor();

  await page.getByRole("button", { name: "Log Out" }).click();
  await fillSignIn(page, credentials);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  const [recoveryCode = ""] = shown;
  await page.getByRole("textbox", { name: "Recovery code", exact: true }).fill(recoveryCode.toUpperCase());
  await page.getByRole("button", { name: "Verify" }).click();
  await card(page).getByText("9 recovery codes are left.").waitFor();
});

test("a session that has ended is begun again with both steps over the page; new recovery codes replace the old ones, and one of them turns the step off", async ({
  page,
  office,
}) => {
  const someone = await guarded(office, "renewer");
  await page.context().addCookies([{ ...someone.desk.cookie, url: office.url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto("/profile");
  await page.getByRole("textbox", { name: "Current password" }).fill("typed before");
  await endSessionAt(page, "**/api/profile/preferences");
  await page.getByText("Compact", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByRole("textbox", { name: "Password" }).fill(someone.password);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Code", exact: true }).and(page.locator(":focus")).waitFor();
  await axe(page);
  await screenshot(page, "two-factor-again");
  await page.keyboard.type(codeOf(someone.secret, 1));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.locator('html[data-density="compact"]').waitFor();
  expect(await page.getByRole("textbox", { name: "Current password" }).inputValue()).toBe("typed before");

  await card(page).getByRole("button", { name: "New Recovery Codes" }).click();
  await page.getByRole("button", { name: "Make New Codes" }).click();
  await page.getByText("Password is required").waitFor();
  await page.getByText("Enter the code").waitFor();
  await axe(page);
  await page.getByLabel("Your password").fill(someone.password);
  await page.getByLabel("Code or recovery code").fill(someone.recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await codes(page).waitFor();
  const [fresh = ""] = await codes(page).getByRole("listitem").allInnerTexts();
  await page.getByLabel("I have kept these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await card(page).getByText("10 recovery codes are left.").waitFor();

  await card(page).getByRole("button", { name: "Turn Off" }).click();
  const form = page.getByRole("dialog", { name: "Turn off two-step sign-in" });
  await screenshot(page, "two-factor-off");
  await form.getByLabel("Your password").fill(someone.password);
  await form.getByLabel("Code or recovery code").fill(someone.recoveryCodes[1] ?? "");
  await page.keyboard.press("Enter");
  await form.getByText("This code is wrong").waitFor();
  await form.getByLabel("Code or recovery code").fill(fresh);
  await page.keyboard.press("Enter");
  await page.getByText("Two-step sign-in is off").waitFor();
  await card(page).getByRole("button", { name: "Turn On" }).waitFor();
  const passwordAlone = await office.signIn(someone);
  expect(await passwordAlone.send("GET", "/api/auth/me")).toMatchObject({ username: "renewer" });
});
