import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { focusedField, overflow } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("an account is opened after what was wrong was said, with a photograph made small enough and a signature, and can be viewed", async ({
  page,
  office,
}) => {
  await signIn(page, office, office.admin, "/accounts/new");
  await heading(page, "Accounts").waitFor();
  expect(await page.getByLabel("Account Code").inputValue()).toBe("Auto-generated");
  await page.getByLabel("Email").fill("farid@");
  await page.getByLabel("Phone").fill("+93 700 123 456");
  await page.getByLabel("Date of Birth").focus();
  await page.keyboard.type("12");
  await button(page, "Save").click();
  for (const text of ["Account name is required", "Not a valid email address", "Finish the date or clear it"])
    await page.getByText(text).waitFor();
  expect(await focusedField(page)).toBe("accountName");
  expect(await page.getByLabel("Phone").inputValue()).toBe("+93 700 123 456");
  for (const kind of ["picture", "signature"]) {
    const buffer = Buffer.from("no image");
    await upload(page, `Upload ${kind}`, { name: "list.txt", mimeType: "text/plain", buffer });
    await page.getByText(`Please select an image file for the ${kind}`).waitFor();
  }
  expect(await page.getByText("Invalid file type").count()).toBe(1);
  await axe(page);
  await screenshot(page, "account-new-faults");
  await page.getByLabel("Email").fill("farid@example.com");
  await page.getByLabel("Date of Birth").fill("1985-03-21");
  await page.getByLabel("Account Name").fill("Farid");
  await button(page, "Close").click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByText("Keep editing", { exact: true }).click();
  await question.waitFor({ state: "detached" });
  expect(await page.getByLabel("Account Name").inputValue()).toBe("Farid");

  await page.getByLabel("Last Name").fill("Noori");
  await page.getByLabel("Father Name").fill("Karim");
  await page.getByLabel("Tazkira Number").fill("1400-0100-22");
  await page.getByLabel("Currency").selectOption({ label: "USD - US Dollar" });
  await page.getByLabel("Address").fill("Shahr-e Naw\nKabul");
  const photograph = await drawImage(page, 900, "noise");
  expect(photograph.length).toBeGreaterThan(2 * 1024 * 1024);
  await upload(page, "Upload picture", png(photograph));
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  await upload(page, "Upload signature", png(await drawImage(page, 200)));
  await page.getByRole("button", { name: "Remove signature" }).waitFor();
  await axe(page);
  await screenshot(page, "account-new");
  await button(page, "Save").dblclick();
  await page.getByText(/^Account created successfully! Code: \w+$/).waitFor();
  const code = await page.getByLabel("Account Code").inputValue();
  expect(await page.getByLabel("Account Name").inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Remove picture" }).count()).toBe(0);
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await page.setViewportSize(wide);

  const desk = await office.signIn(office.admin);
  const found = (await desk.send("GET", "/api/accounts?q=farid")) as AccountRow[];
  expect(found).toMatchObject([{ accountCode: code, hasPicture: true, hasSignature: true }]);
  const { picture, signature } = await storedAccount(desk, found[0]?.id ?? 0);
  expect([picture, signature]).toEqual([
    expect.stringMatching(/^data:image\/jpeg;base64,/),
    expect.stringMatching(/^data:image\/png;base64,/),
  ]);

  await page.getByRole("link", { name: "View it" }).click();
  await heading(page, "View Account").waitFor();
  for (const text of ["Farid Noori", "Karim", "1400-0100-22", "+93 700 123 456", "farid@example.com"]) {
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  await page.getByText("This account holds no balance yet.").or(page.getByText("$0.00")).first().waitFor();
  await axe(page);
  await screenshot(page, "account-view");
  await page.getByRole("button", { name: "Show the signature larger" }).click();
  const larger = page.getByRole("dialog").getByRole("img", { name: "Signature of Farid Noori" });
  await larger.waitFor();
  await expect.poll(() => larger.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBe(200);
  await axe(page);
});

test("View Account tells who changed what, page by page, and leads to the transactions and to Edit Account, on a narrow phone too", async ({
  page,
  office,
}) => {
  const accountName = "A company with a name that is very much longer than a telephone is wide";
  const { id } = await openAccount(office, { accountName, phone: "0700 1" });
  const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
  const path = `/api/accounts/${String(id)}`;
  for (let change = 1; change <= 10; change += 1) await operator.send("PATCH", path, { phone: `0700 1${String(change)}` });
  await operator.send("PATCH", path, { accountStatus: "suspended", fatherName: "Karim" });
  await signIn(page, office, await office.addUser("user", "reader"), `/accounts/view/${String(id)}`);
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Account Status: Active → Suspended").waitFor();
  await history.getByText("Father Name: (empty) → Karim").waitFor();
  await history.getByText("Phone: 0700 19 → 0700 110").waitFor();
  expect(await history.getByText("Changed by zarghuna").count()).toBe(10);
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "account-history");
  await history.getByRole("button", { name: "Show earlier changes" }).click();
  await history.getByText(`Opened by ${office.admin.username}`).waitFor();
  await history.getByText("Phone: 0700 1", { exact: true }).waitFor();
  expect(await history.getByRole("button", { name: "Show earlier changes" }).count()).toBe(0);

  await page.getByRole("link", { name: "Transactions of this account" }).click();
  await heading(page, "Search Transactions").waitFor();
  expect(new URL(page.url()).searchParams.get("accountId")).toBe(String(id));
  await page.goBack();
  await page.getByRole("link", { name: "Edit Account" }).click();
  await heading(page, "Edit Account").waitFor();
  await button(page, "New").click();
  await heading(page, "Accounts").waitFor();
  await page.goBack();
  await heading(page, "Edit Account").waitFor();
  await page.getByLabel("Date of Birth").fill("1990-01-02");
  await expect.poll(() => overflow(page)).toBe(0);
  await axe(page);
  await screenshot(page, "account-edit");
  await button(page, "Save").click();
  await page.getByText("Account updated successfully").waitFor();
  await heading(page, "Old Account Edit").waitFor();
  expect((await storedAccount(operator, id)).dateOfBirth).toBe("1990-01-02");

  await page.goto("/accounts/edit/999999");
  await heading(page, "Account Not Found").waitFor();
  await page.getByText("The account you're looking for doesn't exist.").waitFor();
  await axe(page);
  await page.getByRole("link", { name: "Back to Accounts" }).click();
  await heading(page, "Old Account Edit").waitFor();
  await page.getByText(accountName, { exact: true }).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
});
