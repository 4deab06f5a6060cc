import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { codeOf, wrongCodeFor } from "#test/support/authenticator.ts";

import { axe } from "./support/axe.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { guarded } from "./support/second-factor.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const card = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });
const codes = (page: Page) => page.getByRole("list", { name: "Recovery codes" });

const giveCode = async (page: Page, code: string, label = "Code"): Promise<void> => {
  await page.getByRole("textbox", { name: label, exact: true }).fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
};

test("two-step sign-in is turned on with the password and a code, and the recovery codes are shown once and can be kept", async ({
  page,
  office,
}) => {
  const credentials = await office.addUser("operator", "careful");
  await signIn(page, office, credentials, "/profile");
  await card(page).getByRole("button", { name: "Turn On" }).press("Enter");
  await page.getByLabel("Your password").fill("not my word");
  await page.keyboard.press("Enter");
  await page.getByText("The password is wrong").waitFor();
  await axe(page);
  await screenshot(page, "two-factor-password");
  await page.getByLabel("Your password").fill(credentials.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await axe(page);
  await screenshot(page, "two-factor-qr");
  const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
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
  await screenshot(page, "two-factor-on");
});

test("the password and then the code are taken, by keyboard alone; before the code nothing is open; a recovery code stands in for it", async ({
  page,
  office,
}) => {
  const someone = await guarded(office, "typist");
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  const givePassword = async (): Promise<void> => {
    await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(someone.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(someone.password);
    await page.keyboard.press("Enter");
    await code.and(page.locator(":focus")).waitFor();
  };
  await page.goto("/transactions/transfer");
  await givePassword();
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  await axe(page);
  await screenshot(page, "two-factor-code");
  // Somebody who loads the page again is a visitor.
  await page.reload();
  await page.getByText("Sign in to manage your accounts").waitFor();
  expect(await page.getByLabel("Username").inputValue()).toBe("");
  await givePassword();
  await page.keyboard.type(someone.usedCode);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This code has been used already. Wait for the next one").waitFor();
  await page.keyboard.type(codeOf(someone.secret, 1));
  await page.keyboard.press("Enter");
  await page.getByText("Login successful").waitFor();
  await heading(page, "Transfer").waitFor();

  await page.getByRole("button", { name: "Log Out" }).click();
  await fillSignIn(page, someone);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  const [recoveryCode = ""] = someone.recoveryCodes;
  await giveCode(page, recoveryCode.toUpperCase(), "Recovery code");
  await page.getByRole("link", { name: /My Profile$/ }).click();
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
  await dialog.getByRole("textbox", { name: "Code", exact: true }).waitFor();
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
