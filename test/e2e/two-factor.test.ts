import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { User } from "#contract/users.ts";
import { codeOf, wrongCodeFor } from "#test/support/authenticator.ts";

import { axe } from "./support/axe.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import type { Credentials, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const card = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });
const codes = (page: Page) => page.getByRole("list", { name: "Recovery codes" });
const dashboard = "Currency Portfolio Overview";

/** What a person has after turning the second step on: a telephone, and a piece of paper. */
interface Kept {
  readonly secret: string;
  /** The code that turned it on, and is used up by that. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}

/** Turns the second step on from the profile, which is open. */
async function turnOn(page: Page, { password }: Credentials): Promise<Kept> {
  await card(page).getByRole("button", { name: "Turn On" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
  const usedCode = codeOf(secret);
  await page.getByLabel("Code from the authenticator").fill(usedCode);
  await page.keyboard.press("Enter");
  await codes(page).waitFor();
  const recoveryCodes = await codes(page).getByRole("listitem").allInnerTexts();
  await page.getByLabel("I have kept these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await card(page)
    .getByText(/On since/)
    .waitFor();
  return { secret, usedCode, recoveryCodes };
}

async function guarded(page: Page, office: Office, username: string): Promise<Credentials & Kept> {
  const credentials = await office.addUser("user", username);
  await signIn(page, office, credentials, "/profile");
  return { ...credentials, ...(await turnOn(page, credentials)) };
}

/** Gives the right password on the sign-in screen and arrives at the code. */
async function passwordStep(page: Page, credentials: Credentials): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/");
  await fillSignIn(page, credentials);
  await page.getByRole("textbox", { name: "Code", exact: true }).waitFor();
}

const giveCode = async (page: Page, code: string, label = "Code"): Promise<void> => {
  await page.getByRole("textbox", { name: label, exact: true }).fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
};

describe("turning two-step sign-in on", () => {
  test("says each mistake, shows the codes once, and lets them be kept", async ({ page, office, watched }) => {
    const credentials = await office.addUser("operator", "careful");
    await signIn(page, office, credentials, "/profile");
    await card(page).getByRole("button", { name: "Turn On" }).press("Enter");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Password is required").waitFor();
    await page.getByLabel("Your password").fill("not my word");
    await page.keyboard.press("Enter");
    await page.getByText("The password is wrong").waitFor();
    await axe(page);
    await screenshot(page, "two-factor-password");
    await page.getByLabel("Your password").fill(credentials.password);
    watched.expect(/Failed to load resource/);
    await page.route("**/api/profile/second-factor", (route) => route.abort(), { times: 1 });
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The server cannot be reached").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    await axe(page);
    await screenshot(page, "two-factor-qr");
    const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
    await page.getByRole("button", { name: "Turn On" }).last().click();
    await page.getByText("Enter the code").waitFor();
    await page.getByLabel("Code from the authenticator").fill(wrongCodeFor(secret));
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong").waitFor();
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
    await page.emulateMedia({ media: "screen" });

    await page.getByLabel("I have kept these codes").check();
    await page.getByRole("button", { name: "Done" }).click();
    await card(page).getByText("10 recovery codes are left.").waitFor();
    await axe(page);
    await screenshot(page, "two-factor-on");
  });
});

describe("signing in with a second step", () => {
  test("takes the password and then the code, by keyboard alone, and leads to the address that was asked for", async ({
    page,
    office,
  }) => {
    const someone = await guarded(page, office, "typist");
    await page.context().clearCookies();
    await page.goto("/transactions/transfer");
    await page.getByLabel("Username").waitFor();
    await page.keyboard.type(someone.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(someone.password);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Code", exact: true }).waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    await axe(page);
    await screenshot(page, "two-factor-code");
    await page.keyboard.press("Enter");
    await page.getByText("Enter the code").waitFor();
    await page.keyboard.type(someone.usedCode);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("This code has been used already. Wait for the next one").waitFor();
    await page.keyboard.type(codeOf(someone.secret, 1));
    await page.keyboard.press("Enter");
    await page.getByText("Login successful").waitFor();
    await heading(page, "Transfer").waitFor();
  });

  test("opens nothing before the code: a reload is a visitor's again", async ({ page, office }) => {
    const someone = await guarded(page, office, "visitor");
    await passwordStep(page, someone);
    expect(await page.context().cookies()).toEqual([]);
    await page.goto("/profile");
    await page.getByText("Sign in to manage your accounts").waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe("");
  });

  test("takes a recovery code once", async ({ page, office }) => {
    const someone = await guarded(page, office, "lost");
    const [code = ""] = someone.recoveryCodes;
    await passwordStep(page, someone);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await axe(page);
    await giveCode(page, code.toUpperCase(), "Recovery code");
    await heading(page, dashboard).waitFor();
    await passwordStep(page, someone);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await giveCode(page, code, "Recovery code");
    await page.getByRole("alert").getByText("This recovery code has been used already").waitFor();
    await giveCode(page, someone.recoveryCodes[1] ?? "", "Recovery code");
    await heading(page, dashboard).waitFor();
    await page.goto("/profile");
    await card(page).getByText("8 recovery codes are left.").waitFor();
  });

  test("asks to wait after too many wrong codes", async ({ page, office }) => {
    const someone = await guarded(page, office, "guesser");
    await passwordStep(page, someone);
    for (let guess = 0; guess < 5; guess += 1) {
      const answered = page.waitForResponse("**/api/auth/second-factor");
      await giveCode(page, wrongCodeFor(someone.secret));
      expect((await answered).status()).toBe(401);
      await page.getByRole("alert").getByText("This code is wrong").waitFor();
    }
    await giveCode(page, codeOf(someone.secret, 1));
    await page
      .getByRole("alert")
      .getByText(/Too many failed sign-ins. Try again in \d+ seconds/)
      .waitFor();
    await page.getByRole("button", { name: "Back to the password" }).click();
    expect(await page.getByLabel("Username").inputValue()).toBe("guesser");
  });

  test("is begun again over the page when the session has ended, and what was asked for goes on", async ({ page, office }) => {
    const someone = await guarded(page, office, "again");
    await page.getByRole("textbox", { name: "Current password" }).fill("typed before");
    await endSessionAt(page, "**/api/profile/preferences");
    await page.getByText("Compact", { exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.getByRole("textbox", { name: "Password" }).fill(someone.password);
    await page.keyboard.press("Enter");
    await dialog.getByRole("textbox", { name: "Code", exact: true }).waitFor();
    await axe(page);
    await screenshot(page, "two-factor-again");
    await page.keyboard.type(codeOf(someone.secret, 1));
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator('html[data-density="compact"]').waitFor();
    expect(await page.getByRole("textbox", { name: "Current password" }).inputValue()).toBe("typed before");
  });
});

test("new recovery codes replace the old ones, and the step is turned off with a recovery code", async ({ page, office }) => {
  const someone = await guarded(page, office, "renewer");
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
  await form.getByLabel("Your password").fill("not my word");
  await form.getByLabel("Code or recovery code").fill(fresh);
  await page.keyboard.press("Enter");
  await form.getByText("The password is wrong").waitFor();
  await form.getByLabel("Your password").fill(someone.password);
  await form.getByLabel("Code or recovery code").fill(someone.recoveryCodes[1] ?? "");
  await page.keyboard.press("Enter");
  await form.getByText("This code is wrong").waitFor();
  await form.getByLabel("Code or recovery code").fill(fresh);
  await page.keyboard.press("Enter");
  await page.getByText("Two-step sign-in is off").waitFor();
  await card(page).getByRole("button", { name: "Turn On" }).waitFor();
  await page.context().clearCookies();
  await page.goto("/");
  await fillSignIn(page, someone);
  await heading(page, dashboard).waitFor();
});

test("an administrator resets the second step of somebody who has lost telephone and paper", async ({ page, office }) => {
  const someone = await guarded(page, office, "stranded");
  await signIn(page, office, office.admin, "/users");
  await page.getByRole("button", { name: "Reset two-step sign-in of stranded at the counter" }).click();
  await axe(page);
  await screenshot(page, "two-factor-reset");
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByText("Two-step sign-in reset").waitFor();
  const users = (await (await office.signIn(office.admin)).send("GET", "/api/users")) as User[];
  expect(users.find(({ username }) => username === "stranded")?.hasSecondFactor).toBe(false);
  await page.context().clearCookies();
  await page.goto("/");
  await fillSignIn(page, someone);
  await heading(page, dashboard).waitFor();
});
