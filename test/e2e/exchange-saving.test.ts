import { describe, expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import {
  cashId,
  choose,
  dateField,
  dollars,
  focusedField,
  newNarrative,
  people,
  picker,
  recordedWith,
  save,
} from "./support/entries.ts";
import {
  afghani,
  amount,
  balancesOf,
  cash,
  exchangePath,
  fillCashDeal,
  positionsOf,
  rate,
  succeeded,
  typeAccount,
  typeExchange,
  typeInto,
} from "./support/exchange.ts";
import { endSessionAt, fillSignIn, signIn, test } from "./support/fixtures.ts";
import { outlooksOn } from "./support/shown.ts";

describe("an exchange by keyboard alone", () => {
  test("carries the worked example: bought over the counter, sold over the counter, and within one account", async ({
    page,
    office,
  }) => {
    const narrative = newNarrative();
    const desk = await office.signIn(office.admin);
    const a = await openAccount(office, { accountName: "A" });
    const opening = await openAccount(office, { accountName: "Opening", accountType: "partner" });
    const entry = (transType: string, more: object) =>
      desk.send("POST", "/api/transactions", { transType, transDescription: "Before", ...more });
    const intoCash = { outAccountId: cashId, inAccountId: opening.id };
    await entry("Exchange", {
      outAccountId: opening.id,
      currencyId: dollars,
      dAmount: "1",
      inAccountId: opening.id,
      cCurrencyId: afghani,
      cAmount: "70",
      exRate: "70",
    });
    await entry("Credit", { ...intoCash, currencyId: dollars, dAmount: "9900" });
    await entry("Credit", { ...intoCash, currencyId: afghani, dAmount: "1000000" });
    await entry("Credit", { outAccountId: cashId, inAccountId: a.id, currencyId: dollars, dAmount: "700" });
    expect(await balancesOf(desk, cashId)).toMatchObject({ USD: "10600.00", AFN: "1000000.00" });
    const before = await positionsOf(desk);

    await signIn(page, office, office.admin, exchangePath);
    await typeExchange(page, {
      purchase: cash,
      purchaseCurrency: "U",
      purchaseAmount: "500",
      narrative,
      selling: cash,
      sellingCurrency: "A",
      rate: "69.80",
    });
    await page.getByText("You buy 500.00 USD at 69.80 and pay 34,900.00 AFN.").waitFor();
    await page.getByText("1 USD = 69.80 AFN · 1 AFN = 0.01432665 USD").waitFor();
    expect(await outlooksOn(page)).toEqual([
      { account: "11 - Cash at Shop", now: "$10,600.00 USD", after: "$11,100.00 USD" },
      { account: "11 - Cash at Shop", now: "؋\u200E1,000,000.00 AFN", after: "؋\u200E965,100.00 AFN" },
    ]);
    await page.getByText("You will be long 501.00 USD").waitFor();
    await page.getByText("You will be short 34,970.00 AFN").waitFor();
    await page.keyboard.press("Control+Enter");
    await succeeded(page);
    expect(await balancesOf(desk, cashId)).toMatchObject({ USD: "11100.00", AFN: "965100.00" });

    // The other direction: what is typed is what the customer gets.
    await typeExchange(page, {
      purchase: cash,
      purchaseCurrency: "A",
      narrative,
      selling: cash,
      sellingCurrency: "U",
      sellingAmount: "200",
      rate: "۷۰٫۲۰",
    });
    await page.getByText("You buy 14,040.00 AFN at 70.20 and pay 200.00 USD.").waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(2);
    expect(await balancesOf(desk, cashId)).toMatchObject({ USD: "10900.00", AFN: "979140.00" });

    // Within one account, which comes to hold afghani by it.
    await expect.poll(() => focusedField(page)).toBe("purchaseAccount");
    await typeAccount(page, a);
    await typeInto(page, "purchaseAmount", "300");
    await typeInto(page, "purchaseNarrative", narrative);
    await typeAccount(page, a);
    await page.getByText("Both sides are in USD").waitFor();
    await page.keyboard.press("Shift+Tab");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Other currency, selling");
    await page.keyboard.press("Enter");
    await typeInto(page, "sellingCurrencyId", "A");
    await typeInto(page, "sellingAmount", undefined);
    await typeInto(page, "sellingNarrative", undefined);
    await typeInto(page, "rate", "69.80");
    await page.getByText("You buy 300.00 USD at 69.80 and pay 20,940.00 AFN.").waitFor();
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(3);
    expect(await balancesOf(desk, a.id)).toEqual({ USD: "400.00", AFN: "20940.00" });
    const after = await positionsOf(desk);
    expect([before, after]).toEqual([
      { USD: "1.00", AFN: "-70.00" },
      { USD: "601.00", AFN: "-41870.00" },
    ]);
  });

  test("keeps the date and nothing else for the next one", async ({ page, office }) => {
    const narrative = newNarrative();
    await signIn(page, office, office.admin, exchangePath);
    await typeExchange(page, {
      purchase: cash,
      purchaseCurrency: "U",
      purchaseAmount: "=100*2.5",
      narrative,
      selling: cash,
      sellingCurrency: "A",
      rate: "70",
    });
    await page.keyboard.press("-");
    const yesterday = await dateField(page).inputValue();
    await page.keyboard.press("Control+Enter");
    await succeeded(page);
    await expect.poll(() => focusedField(page)).toBe("purchaseAccount");
    const emptied = [picker(page, "Purchase Account"), amount(page, "Purchase"), page.getByLabel("Purchase Narrative")];
    for (const field of [...emptied, picker(page, "Selling Account"), amount(page, "Selling"), rate(page)])
      expect(await field.inputValue()).toBe("");
    expect(await dateField(page).inputValue()).toBe(yesterday);
    const desk = await office.signIn(office.admin);
    expect(await recordedWith(desk, narrative)).toMatchObject([
      { transType: "Exchange", dAmount: "250.00", cAmount: "17500.00", exRate: "70.00000000", transDate: yesterday },
    ]);
  });
});

describe("an exchange that is not saved at once", () => {
  test("can be filled with the last one, on the day that stands in the form", async ({ page, office }) => {
    const narrative = newNarrative();
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "88", rate: "70" });
    await save(page).click();
    await succeeded(page);
    await dateField(page).press("-");
    const yesterday = await dateField(page).inputValue();
    await page.keyboard.press("Control+Shift+L");
    await expect.poll(() => amount(page, "Selling").inputValue()).toBe("6,160.00");
    expect(await picker(page, "Purchase Account").inputValue()).toContain("Cash at Shop");
    await page.keyboard.press("Control+Enter");
    const desk = await office.signIn(office.admin);
    await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(2);
    expect((await recordedWith(desk, narrative)).map(({ transDate }) => transDate)).toContain(yesterday);
  });

  test("keeps what was typed when the server refuses it", async ({ page, office }) => {
    const narrative = newNarrative();
    const { desk, farid, zahra, afghani: karim } = await people(office);
    await signIn(page, office, office.admin, exchangePath);
    await choose(page, "Purchase Account", zahra);
    await choose(page, "Selling Account", karim);
    await amount(page, "Purchase").fill("50");
    await page.getByLabel("Purchase Narrative").fill(narrative);
    await rate(page).fill("70");
    const address = `/api/accounts/${String(karim.id)}`;
    await desk.send("PATCH", address, { accountStatus: "suspended" });
    await save(page).click();
    const reason = `The account ${karim.accountCode} - Karim is suspended; it takes no postings`;
    await page.getByText("Failed to create exchange transaction").waitFor();
    await page.getByText(reason).first().waitFor();
    expect([await amount(page, "Purchase").inputValue(), await amount(page, "Selling").inputValue()]).toEqual(["50", "3,500.00"]);
    await axe(page);
    await desk.send("PATCH", address, { accountStatus: "active" });
    await save(page).click();
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    expect(await balancesOf(desk, farid.id)).toEqual({ USD: "1000.00" });
  });

  test("is recorded once by the retry when its answer was lost", async ({ page, office, watched }) => {
    const narrative = newNarrative();
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "77", rate: "70" });
    // The server gets the deal and records it; the answer never arrives.
    await page.route(
      "**/api/transactions",
      async (route) => {
        await route.fetch();
        await route.abort("failed");
      },
      { times: 1 },
    );
    await save(page).click();
    await page.getByRole("form").getByText("The server cannot be reached.").waitFor();
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    expect(await page.getByLabel("Selling Narrative").inputValue()).toBe(narrative);
    expect(await rate(page).inputValue()).toBe("70");
    await save(page).click();
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
  });

  test("goes on after a new sign-in, and after a reload", async ({ page, office }) => {
    const narrative = newNarrative();
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "66", rate: "70" });
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    await expect.poll(() => amount(page, "Selling").inputValue()).toBe("4,620.00");
    await expect.poll(() => picker(page, "Purchase Account").inputValue()).toContain("Cash at Shop");
    await endSessionAt(page, "**/api/transactions");
    await save(page).click();
    await page.getByRole("dialog").waitFor();
    await fillSignIn(page, office.admin);
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
  });

  test("is not left by accident", async ({ page, office }) => {
    await signIn(page, office, office.admin, exchangePath);
    await amount(page, "Purchase").fill("5");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await amount(page, "Purchase").inputValue()).toBe("5");
    await page.getByRole("button", { name: "New" }).click();
    expect(await amount(page, "Purchase").inputValue()).toBe("");
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL("**/dashboard");
  });
});

test.for(["operator", "user"] as const)(
  "an %s finds Exchange in the sidebar and exchanges cash",
  async (role, { page, office }) => {
    const narrative = newNarrative();
    const person = await office.addUser(role, `exchange-${role}`);
    await signIn(page, office, person, "/");
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Exchange" }).click();
    await page.waitForURL(`**${exchangePath}`);
    await fillCashDeal(page, { narrative, amount: role === "user" ? "31" : "32", rate: "70" });
    await save(page).click();
    await succeeded(page);
    const desk = await office.signIn(person);
    expect(await recordedWith(desk, narrative)).toMatchObject([{ transType: "Exchange", userCreated: person.username }]);
  },
);

test("the books balance after all of it", async ({ office }) => {
  const desk = await office.signIn(office.admin);
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
});
