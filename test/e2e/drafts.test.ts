import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { dateField, newNarrative, people, picker, recordedWith, save, type People } from "./support/entries.ts";
import { amountField, draftNotice, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { amount, exchangePath, fillCashDeal, rate, succeeded } from "./support/exchange.ts";
import { fillSignIn, signIn, test } from "./support/fixtures.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";

const newAccountPath = "/accounts/new";

/** Fills in an entry of 250.75 of the day before. */
async function fill(page: Page, cast: People): Promise<string> {
  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "250.75" });
  await dateField(page).press("-");
  return narrative;
}

async function accountsNamed(desk: Desk, name: string): Promise<AccountRow[]> {
  return (await desk.send("GET", `/api/accounts?q=${encodeURIComponent(name)}`)) as AccountRow[];
}

/** Everything this browser keeps, as one text. */
const storage = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");

/** On the Transfer page. Debit and Credit, which are the same form, show it in `entry-drafts.test.tsx`, beside their pages. */
describe("a draft of an entry", () => {
  test("survives a reload, an ended session and a closed tab, and is saved once", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    const day = await dateField(page).inputValue();
    await page.reload();
    await draftNotice(page).waitFor();
    await expect.poll(() => picker(page, transferPage.sides[0]).inputValue()).toBe(`${cast.farid.accountCode} - Farid Noori`);
    await axe(page);
    await screenshot(page, "draft-transactions-transfer");
    await page.context().clearCookies();
    await page.reload();
    await fillSignIn(page, office.admin);
    await draftNotice(page).waitFor();
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await other.goto(transferPage.path);
    await draftNotice(other).waitFor();
    expect(await amountField(other).inputValue()).toBe("250.75");
    expect(await narrativeField(other).inputValue()).toBe(narrative);
    expect(await dateField(other).inputValue()).toBe(day);
    await save(other).click();
    await other.getByText(transferPage.saved).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ dAmount: "250.75", transDate: day }]);
    await other.reload();
    await save(other).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    expect(await amountField(other).inputValue()).toBe("");
  });

  test("whose save got no answer is recorded once, also when it is saved again after a reload", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    // The server gets the entry and records it; the answer never arrives, and the power goes.
    const sent = (async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(
        "**/api/transactions",
        async (route) => {
          await route.fetch();
          resolve();
        },
        { times: 1 },
      );
      return promise;
    })();
    await save(page).click();
    await sent;
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
    await page.reload();
    await page.getByText("Its last save got no answer; saving it again records it only once.").waitFor();
    await save(page).click();
    await page.getByText(transferPage.saved).waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
  });

  test("stays typed while the server is away, and a retry records it once", async ({ page, office, watched }) => {
    watched.expect(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource/);
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    const narrative = await fill(page, cast);
    await page.route("**/api/**", (route) => route.abort("connectionrefused"));
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await amountField(page).inputValue()).toBe("250.75");
    expect(await narrativeField(page).inputValue()).toBe(narrative);
    await axe(page);
    await screenshot(page, "away-transactions-transfer");
    await page.unroute("**/api/**");
    await save(page).click();
    await page.getByText(transferPage.saved).waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
  });

  test("is discarded on request, by New and by leaving", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, transferPage.path);
    for (const discard of ["Discard draft", "New", "leave"]) {
      await fill(page, cast);
      await page.reload();
      await draftNotice(page).waitFor();
      if (discard === "leave") {
        await page.getByRole("link", { name: "Dashboard" }).click();
        await page.getByRole("button", { name: "Discard and leave" }).click();
        await page.waitForURL("**/dashboard");
        await page.goto(transferPage.path);
      } else {
        await page.getByRole("button", { name: discard, exact: true }).click();
        await expect.poll(() => amountField(page).inputValue()).toBe("");
        expect(await draftNotice(page).count()).toBe(0);
        await page.reload();
      }
      await save(page).waitFor();
      expect(await draftNotice(page).count()).toBe(0);
      expect(await amountField(page).inputValue()).toBe("");
    }
  });
});

describe("a draft", () => {
  test("is nobody else's: another person signs in and finds an empty form, the first one finds the draft", async ({
    page,
    office,
  }) => {
    const cast = await people(office);
    const second = await office.addUser("admin", "second-admin");
    await signIn(page, office, office.admin, "/transactions/transfer");
    const narrative = await fill(page, cast);
    await signIn(page, office, second, "/transactions/transfer");
    await save(page).waitFor();
    expect(await draftNotice(page).count()).toBe(0);
    expect(await narrativeField(page).inputValue()).toBe("");
    await signIn(page, office, office.admin, "/transactions/transfer");
    await draftNotice(page).waitFor();
    expect(await narrativeField(page).inputValue()).toBe(narrative);
  });

  test("belongs to its tab while that is open", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/transactions/transfer");
    await fill(page, cast);
    const other = await page.context().newPage();
    await other.goto("/transactions/transfer");
    await save(other).waitFor();
    expect(await draftNotice(other).count()).toBe(0);
    await narrativeField(other).fill("Something else");
    await page.reload();
    await draftNotice(page).waitFor();
    expect(await amountField(page).inputValue()).toBe("250.75");
  });

  test("holds no personal data of the accounts chosen", async ({ page, office }) => {
    const cast = await people(office);
    await cast.desk.send("PATCH", `/api/accounts/${String(cast.farid.id)}`, {
      phone: "0790 111 222",
      tazkiraNumber: "1399-0042",
    });
    await signIn(page, office, office.admin, "/transactions/transfer");
    await fill(page, cast);
    const kept = await storage(page);
    expect(kept).toContain("250.75");
    expect(kept).not.toContain("0790 111 222");
    expect(kept).not.toContain("1399-0042");
    expect(kept).not.toContain("Karim");
  });

  test("goes with the person who logs out, after a question", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/transactions/transfer");
    await fill(page, cast);
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

  test("of a new account survives a reload without its pictures, and opens one account", async ({ page, office }) => {
    const { desk } = await people(office);
    await signIn(page, office, office.admin, newAccountPath);
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
    expect(await page.getByLabel("Phone").inputValue()).toBe("0700 77 88");
    await save(page).click();
    await page.getByText(/Account created successfully! Code: /).waitFor();
    expect(await accountsNamed(desk, "Wahida of the drafts")).toHaveLength(1);
  });

  test("of a new account stays typed while the server is away, and a retry opens one account", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource/);
    const { desk } = await people(office);
    await signIn(page, office, office.admin, newAccountPath);
    await page.getByLabel("Account Name").fill("Najib of the drafts");
    await page.route("**/api/**", (route) => route.abort("connectionrefused"));
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await page.getByLabel("Account Name").inputValue()).toBe("Najib of the drafts");
    await page.unroute("**/api/**");
    // This time the account is opened, but the answer gets lost.
    await page.route("**/api/accounts", (route) => route.fetch().then(() => route.abort("failed")), { times: 1 });
    await save(page).click();
    await expect.poll(async () => (await accountsNamed(desk, "Najib of the drafts")).length).toBe(1);
    await page.reload();
    await page.getByText("Its last save got no answer").waitFor();
    await save(page).click();
    await page.getByText(/Account created successfully! Code: /).waitFor();
    expect(await accountsNamed(desk, "Najib of the drafts")).toHaveLength(1);
  });
});

describe("the draft of an exchange", () => {
  test("survives a reload with both amounts and the rate, and is recorded once although its first answer was lost", async ({
    page,
    office,
    watched,
  }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const { desk } = await people(office);
    const narrative = newNarrative();
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "500", rate: "69.80" });
    await page.reload();
    await draftNotice(page).waitFor();
    expect(await amount(page, "Purchase").inputValue()).toBe("500");
    expect(await amount(page, "Selling").inputValue()).toBe("34,900.00");
    expect(await rate(page).inputValue()).toBe("69.80");
    await page.route(
      "**/api/transactions",
      async (route) => {
        await route.fetch();
        await route.abort("failed");
      },
      { times: 1 },
    );
    await save(page).click();
    const anyway = page.getByRole("button", { name: "Save anyway" });
    const lost = page.getByRole("form").getByText("The server cannot be reached.");
    // A new office has no rate on its board yet, which is asked about first.
    await anyway.or(lost).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await lost.waitFor();
    await page.reload();
    await page.getByText("Its last save got no answer").waitFor();
    await save(page).click();
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
  });
});
