import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { balanceOf, dateField, people, picker, recordedWith, save, type People } from "./support/entries.ts";
import { amountField, draftNotice, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

/** Fills in an entry of 250.75 of the day before, on a form that holds no draft of another browser: the tests before leave some. */
async function fill(page: Page, cast: People): Promise<string> {
  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
  await dateField(page).press("-");
  expect(await draftNotice(page).count(), "a draft stays in its browser").toBe(0);
  return narrative;
}

async function accountsNamed(desk: Desk, name: string): Promise<AccountRow[]> {
  return (await desk.send("GET", `/api/accounts?q=${encodeURIComponent(name)}`)) as AccountRow[];
}

/** Everything this browser keeps, as one text. */
const storage = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");

/** On the Transfer page. Debit and Credit, which are the same form, show it in `entry-drafts.test.tsx`, beside their pages. */
describe("a draft of an entry", () => {
  test("survives a save without an answer, an ended session, a reload and a closed tab, and is recorded once", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    const day = await dateField(page).inputValue();
    // The server gets the entry and records it; the answer never arrives, and the power goes.
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    await page.route(
      "**/api/transactions",
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
    await save(page).click();
    await sent;
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    await page.context().clearCookies();
    await page.reload();
    await fillSignIn(page, office.admin);
    await draftNotice(page).waitFor();
    await page.getByText("Its last save got no answer; saving it again records it only once.").waitFor();
    await expect.poll(() => picker(page, transferPage.sides[0]).inputValue()).toBe(`${cast.farid.accountCode} - Farid Noori`);
    await axe(page);
    await screenshot(page, "draft-transactions-transfer");

    // It belongs to its tab while that is open.
    const other = await page.context().newPage();
    await other.goto(transferPage.path);
    await save(other).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    await narrativeField(other).fill("Something else");
    await other.getByRole("button", { name: "New", exact: true }).click();
    await page.close({ runBeforeUnload: false });
    await other.reload();
    await draftNotice(other).waitFor();
    expect(await amountField(other).inputValue()).toBe("250.75");
    expect(await narrativeField(other).inputValue()).toBe(narrative);
    expect(await dateField(other).inputValue()).toBe(day);
    await save(other).click();
    await other.getByText(transferPage.saved).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ dAmount: "250.75", transDate: day }]);
  });

  test("stays typed while the server is away, and goes on after a new sign-in: a retry records it once", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    const { farid, desk } = cast;
    await desk.send("PATCH", `/api/accounts/${String(farid.id)}`, { phone: "0790 111 222", tazkiraNumber: "1399-0042" });
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    const kept = await storage(page);
    expect(kept).toContain("250.75");
    // No personal data of the accounts chosen.
    for (const secret of ["0790 111 222", "1399-0042", "Karim"]) expect(kept).not.toContain(secret);

    // The server gets the transfer and records it; no answer arrives any more.
    await page.route("**/api/**", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort("connectionrefused");
    });
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    expect(await amountField(page).inputValue()).toBe("250.75");
    expect(await narrativeField(page).inputValue()).toBe(narrative);
    expect(await picker(page, "Debit Account").inputValue()).toContain(farid.accountCode);
    await axe(page);
    await screenshot(page, "away-transactions-transfer");
    await page.unroute("**/api/**");
    await endSessionAt(page, "**/api/transactions");
    await save(page).click();
    await page.getByRole("dialog").waitFor();
    await fillSignIn(page, office.admin);
    await page.getByText(transferPage.saved).waitFor();
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    expect(await balanceOf(desk, farid)).toBe("749.25");
  });

  test("waits for its person while another one signs in beside, and goes with the one who logs out, after a question", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    const second = await office.addUser("user", "beside");
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    const other = await page.context().newPage();
    await signIn(other, office, second, transferPage.path);
    await save(other).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    expect(await narrativeField(other).inputValue()).toBe("");
    await other.evaluate(`new BroadcastChannel("sarraf-session").postMessage({ userId: "somebody else" })`);
    await page.getByRole("complementary").getByText("beside at the counter").waitFor();
    expect(await amountField(page).inputValue()).toBe("");
    await other.close();
    await signIn(page, office, office.admin, transferPage.path);
    await draftNotice(page).waitFor();
    expect(await narrativeField(page).inputValue()).toBe(narrative);
    expect(await balanceOf(cast.desk, cast.farid)).toBe("1000.00");

    await page.getByRole("button", { name: "Log Out" }).click();
    const question = page.getByRole("dialog", { name: "Log out without saving?" });
    await question.waitFor();
    await axe(page);
    await screenshot(page, "log-out-question");
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await amountField(page).inputValue()).toBe("250.75");
    await page.getByRole("button", { name: "Log Out" }).click();
    await question.getByRole("button", { name: "Discard and log out" }).click();
    await fillSignIn(page, office.admin);
    await save(page).waitFor();
    expect(await draftNotice(page).count()).toBe(0);
    expect(await storage(page)).not.toContain("250.75");
  });

  test("is not left by a button, a link, the back button or a key without a question, nor is its tab closed", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/dashboard");
    await page.getByRole("navigation").getByRole("link", { name: "Transfer", exact: true }).click();
    await save(page).waitFor();
    await fill(page, cast);
    const question = page.getByText("Leave without saving?");
    for (const [how, leave] of [
      ["the button", () => page.getByRole("button", { name: "Close" }).click()],
      ["a link of the sidebar", () => page.getByRole("link", { name: "Dashboard" }).click()],
      ["the back button", () => page.goBack({ waitUntil: "commit" }).then(() => undefined)],
      ["a key of the page", () => page.keyboard.type("gd")],
    ] as const) {
      await page.keyboard.press("Escape");
      await leave();
      await question.waitFor();
      if (how === "the button") await axe(page);
      await page.getByRole("button", { name: "Keep editing" }).click();
      await question.waitFor({ state: "detached" });
      expect(await amountField(page).inputValue(), how).toBe("250.75");
      // Staying takes the step back by another one, which comes after the question has gone.
      await expect.poll(() => new URL(page.url()).pathname, { message: how }).toBe(transferPage.path);
    }
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    expect(await amountField(page).inputValue()).toBe("250.75");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL("**/dashboard");
  });
});

test("a draft of a new account survives a reload without its pictures, and a retry opens one account", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/ERR_FAILED|Failed to load resource/);
  const { desk } = await people(office);
  await signIn(page, office, office.admin, "/accounts/new");
  await page.getByLabel("Account Name").fill("Wahida of the drafts");
  await page.getByLabel("Phone").fill("0700 77 88");
  await upload(page, "Upload picture", png(await drawImage(page, 40)));
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  expect(await storage(page)).not.toContain("data:image");
  await page.reload();
  await draftNotice(page).waitFor();
  await page.getByText("Pictures are not kept: choose them again.").waitFor();
  expect(await page.getByRole("button", { name: "Remove picture" }).count()).toBe(0);
  await axe(page);
  // The account is opened, but the answer gets lost.
  await page.route("**/api/accounts", (route) => route.fetch().then(() => route.abort("failed")), { times: 1 });
  await save(page).click();
  await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
  expect(await accountsNamed(desk, "Wahida of the drafts")).toHaveLength(1);
  expect(await page.getByLabel("Account Name").inputValue()).toBe("Wahida of the drafts");
  expect(await page.getByLabel("Phone").inputValue()).toBe("0700 77 88");
  await save(page).click();
  await page.getByText(/Account created successfully! Code: /).waitFor();
  expect(await accountsNamed(desk, "Wahida of the drafts")).toHaveLength(1);
});
