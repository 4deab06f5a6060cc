import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { balanceOf, dateField, people, picker, recordedWith, save, type People } from "./support/entries.ts";
import { amountField, draftNotice, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { fillSignIn, signIn, test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { visitPage } from "./support/visit.ts";

/** Fills in an entry of 250.75 of the day before, on a form that holds no draft of another browser: the tests before leave some. */
async function fill(page: Page, cast: People): Promise<string> {
  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
  await dateField(page).press("-");
  expect(await draftNotice(page).count(), "a draft stays in its browser").toBe(0);
  return narrative;
}

/** What stands in the form: its accounts by their codes, amount, narrative and date. */
async function typedIn(page: Page): Promise<string[]> {
  const fields = [
    ...transferPage.sides.map((side) => picker(page, side)),
    amountField(page),
    narrativeField(page),
    dateField(page),
  ];
  return Promise.all(fields.map((field) => field.inputValue()));
}

async function accountsNamed(desk: Desk, name: string): Promise<AccountRow[]> {
  return (await desk.send("GET", `/api/accounts?q=${encodeURIComponent(name)}`)) as AccountRow[];
}

/** Everything this browser keeps, as one text. */
const storage = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");

/** Saves an entry that the server gets and records, and whose answer never arrives. */
async function saveUnanswered(page: Page): Promise<void> {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const loseAnswer = (): void => resolve();
  await page.route("**/api/transactions", (route) => route.fetch().then(loseAnswer), { times: 1 });
  await save(page).click();
  await sent;
}

/** On the Transfer page. Debit and Credit, which are the same form, show it in `entry-drafts.test.tsx`, beside their pages. */
describe("a draft of an entry", () => {
  test("survives a save without an answer, an ended session, a reload, a server that is away and a closed tab, without personal data, and is recorded once", async ({
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
    const typed = await typedIn(page);
    const kept = await storage(page);
    expect(kept).toContain("250.75");
    // No personal data of the accounts chosen.
    for (const secret of ["0790 111 222", "1399-0042", "Karim"]) expect(kept).not.toContain(secret);

    // No answer, and the power goes.
    await saveUnanswered(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    await page.context().clearCookies();
    await page.reload();
    await fillSignIn(page, office.admin);
    await draftNotice(page).waitFor();
    await page.getByText("Its last save got no answer; saving it again records it only once.").waitFor();
    await expect.poll(() => typedIn(page)).toEqual(typed);

    // Now the line is cut: no answer arrives any more.
    await page.route("**/api/**", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort("connectionrefused");
    });
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await typedIn(page)).toEqual(typed);
    await axe(page);
    await screenshot(page, "draft-transactions-transfer");
    await page.unroute("**/api/**");

    // It belongs to its tab while that is open.
    const other = await page.context().newPage();
    await other.goto(transferPage.path);
    await save(other).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    await narrativeField(other).fill("Something else");
    await other.getByRole("button", { name: "New", exact: true }).click();
    await page.close({ runBeforeUnload: false });
    await visitPage(other, "/transactions/debit", "Debit Transaction");
    await visitPage(other, transferPage.path, "Transfer");
    await draftNotice(other).waitFor();
    await expect.poll(() => typedIn(other)).toEqual(typed);
    await save(other).click();
    await other.getByText(transferPage.saved).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    expect(await recordedWith(desk, narrative)).toMatchObject([{ dAmount: "250.75", transDate: typed.at(-1) }]);
    expect(await balanceOf(desk, farid)).toBe("749.25");
  });

  test("is not left by a link, the back button or closing its tab without a question; waits for its person while another one signs in beside, and goes with the one who logs out, after a question", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/currency-conversion");
    await page.getByRole("navigation").getByRole("link", { name: "Transfer", exact: true }).click();
    await save(page).waitFor();
    const narrative = await fill(page, cast);
    await expectLeftByNothing(page);

    const second = await office.addUser("user", "beside");
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
    await screenshot(page, "log-out-question");
    // Until it has the focus, Enter would press Log Out once more.
    await question.getByRole("button", { name: "Keep editing" }).and(page.locator(":focus")).waitFor();
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
});

/** The Transfer page asks before it is left with the entry of 250.75, whether that is its router's affair or the browser's, and stays. */
async function expectLeftByNothing(page: Page): Promise<void> {
  const question = page.getByText("Leave without saving?");
  for (const [how, leave] of [
    ["a link of the sidebar", () => page.getByRole("link", { name: "Dashboard" }).click()],
    ["the back button", () => page.goBack({ waitUntil: "commit" }).then(() => undefined)],
  ] as const) {
    await leave();
    await question.waitFor();
    if (how === "the back button") await axe(page);
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
}

test("a draft of a new account survives a reload without its pictures, and a retry opens one account", async ({
  page,
  office,
  watched,
}) => {
  watched.expect(/ERR_FAILED|Failed to load resource/);
  const desk = await office.signIn(office.admin);
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
