import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, openAccount, png, storedAccount, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const narrow = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const entry = (page: Page) => page.getByRole("dialog", { name: "Account Entry" });

async function overflowOf(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

describe("New Account", () => {
  test("opens an account with picture and signature, shows its code and stands ready for the next", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/accounts/new");
    await heading(page, "Accounts").waitFor();
    expect(await page.getByLabel("Account Code").inputValue()).toBe("Auto-generated");
    await page.getByLabel("Account Name").fill("Farid");
    await page.getByLabel("Last Name").fill("Noori");
    await page.getByLabel("Father Name").fill("Karim");
    await page.getByLabel("Tazkira Number").fill("1400-0100-22");
    await page.getByLabel("Email").fill("farid@example.com");
    await page.getByLabel("Phone").fill("+93 700 123 456");
    await page.getByLabel("Date of Birth").fill("1985-03-21");
    await page.getByLabel("Currency").selectOption({ label: "USD - US Dollar" });
    await page.getByLabel("Address").fill("Shahr-e Naw\nKabul");
    await upload(page, "Upload picture", png(await drawImage(page, 300)));
    await upload(page, "Upload signature", png(await drawImage(page, 200)));
    await page.getByRole("button", { name: "Remove signature" }).waitFor();
    await axe(page);
    await screenshot(page, "account-new");
    await save(page).dblclick();
    await page.getByText(/^Account created successfully! Code: \w+$/).waitFor();
    const code = await page.getByLabel("Account Code").inputValue();
    expect(await page.getByLabel("Account Name").inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Remove picture" }).count()).toBe(0);
    await axe(page);

    const desk = await office.signIn(office.admin);
    const found = (await desk.send("GET", "/api/accounts?q=farid")) as AccountRow[];
    expect(found.map(({ accountCode, hasPicture, hasSignature }) => ({ accountCode, hasPicture, hasSignature }))).toEqual([
      { accountCode: code, hasPicture: true, hasSignature: true },
    ]);

    await page.getByRole("link", { name: "View it" }).click();
    await heading(page, "View Account").waitFor();
    for (const text of ["Farid Noori", "Karim", "1400-0100-22", "+93 700 123 456", "farid@example.com"]) {
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    await page.getByText("This account holds no balance yet.").or(page.getByText("$0.00")).first().waitFor();
    await axe(page);
    await screenshot(page, "account-view");
    await page.getByRole("button", { name: "Show the picture larger" }).click();
    const larger = page.getByRole("dialog").getByRole("img", { name: "Picture of Farid Noori" });
    await larger.waitFor();
    expect(await larger.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBe(300);
    await axe(page);
  });

  test("says what is wrong beside the field, focuses the first and keeps what was typed", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/accounts/new");
    await page.getByLabel("Email").fill("farid@");
    await page.getByLabel("Phone").fill("0700");
    await save(page).click();
    await page.getByText("Account name is required").waitFor();
    await page.getByText("Not a valid email address").waitFor();
    expect(await page.locator(":focus").getAttribute("data-path")).toBe("accountName");
    expect(await page.getByLabel("Phone").inputValue()).toBe("0700");
    await axe(page);
    await screenshot(page, "account-new-faults");
    await page.getByLabel("Account Name").fill("Farid");
    await page.getByLabel("Email").fill("");
    await page.getByLabel("Date of Birth").focus();
    await page.keyboard.type("12");
    await save(page).click();
    await page.getByText("Finish the date or clear it").waitFor();
  });

  test("refuses a file that is no image, and makes a large photograph small enough", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/accounts/new");
    await upload(page, "Upload picture", { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no image") });
    await page.getByText("Invalid file type").waitFor();
    await page.getByText("Please select an image file for the picture").waitFor();
    await upload(page, "Upload signature", { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no image") });
    await page.getByText("Please select an image file for the signature").waitFor();
    expect(await page.getByText("Invalid file type").count()).toBe(1);
    await axe(page);
    const photograph = await drawImage(page, 1_700, "noise");
    expect(photograph.length).toBeGreaterThan(2 * 1024 * 1024);
    await upload(page, "Upload picture", png(photograph));
    await page.getByRole("button", { name: "Remove picture" }).waitFor();
    await page.getByLabel("Account Name").fill("Photographed");
    await save(page).click();
    await page.getByText(/^Account created successfully!/).waitFor();
    const desk = await office.signIn(office.admin);
    const [row] = (await desk.send("GET", "/api/accounts?q=photographed")) as AccountRow[];
    expect((await storedAccount(desk, row?.id ?? 0)).picture).toMatch(/^data:image\/jpeg;base64,/);
  });

  test("asks before it is left with something typed", async ({ page, office }) => {
    await signIn(page, office, office.admin, "/accounts/new");
    await page.getByLabel("Account Name").fill("Farid");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.waitFor();
    await axe(page);
    await question.getByText("Keep editing", { exact: true }).click();
    await question.waitFor({ state: "detached" });
    expect(await page.getByLabel("Account Name").inputValue()).toBe("Farid");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await heading(page, "Admin Dashboard").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

describe("Edit Account", () => {
  test("saves and returns to the list; New leads to a new account", async ({ page, office }) => {
    const before = await openAccount(office, { accountName: "Mariam" });
    await signIn(page, office, office.admin, `/accounts/view/${String(before.id)}`);
    await page.getByRole("link", { name: "Edit Account" }).click();
    await heading(page, "Edit Account").waitFor();
    await page.getByLabel("Date of Birth").fill("1990-01-02");
    await axe(page);
    await screenshot(page, "account-edit");
    await save(page).click();
    await page.getByText("Account updated successfully").waitFor();
    await heading(page, "Old Account Edit").waitFor();
    expect((await storedAccount(await office.signIn(office.admin), before.id)).dateOfBirth).toBe("1990-01-02");
    await page.goto(`/accounts/edit/${String(before.id)}`);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await heading(page, "Accounts").waitFor();
  });

  test.for(["/accounts/edit/999999", "/accounts/view/999999", "/accounts/view/nothing"])(
    "%s says Account Not Found",
    async (path, { page, office }) => {
      await signIn(page, office, office.admin, path);
      await heading(page, "Account Not Found").waitFor();
      await page.getByText("The account you're looking for doesn't exist.").waitFor();
      await axe(page);
      await page.getByRole("link", { name: "Back to Accounts" }).click();
      await heading(page, "Old Account Edit").waitFor();
    },
  );
});

test("every account screen fits a narrow phone", async ({ browser, office }) => {
  const long = await openAccount(office, {
    accountName: "A company with a name that is very much longer than a telephone is wide",
    phone: "+93 700 000 000 000",
  });
  const { page, watched } = await openSeat(browser, office.url, { viewport: narrow });
  await signIn(page, office, office.admin, "/accounts/new");
  const id = String(long.id);
  for (const path of ["/accounts/new", "/accounts/edit?q=telephone", `/accounts/view/${id}`, `/accounts/edit/${id}`]) {
    await page.goto(path);
    await page.getByText("telephone").or(page.getByLabel("Account Name")).first().waitFor();
    expect({ path, overflow: await overflowOf(page) }).toEqual({ path, overflow: 0 });
    await axe(page);
  }
  await page.goto("/accounts/edit?q=telephone");
  await page.getByRole("button", { name: /^Edit account/ }).click();
  await entry(page).getByLabel("Account Name").waitFor();
  expect(await overflowOf(page)).toBe(0);
  await axe(page);
  await page.context().close();
  expect(watched.faults).toEqual([]);
});
