import { expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import {
  cashId,
  choose,
  dollars,
  focusedField,
  newNarrative,
  overflow,
  people,
  picker,
  readOn,
  recordedWith,
  save,
} from "./support/entries.ts";
import { draftNotice } from "./support/entry-pages.ts";
import {
  afghani,
  amount,
  balancesOf,
  cash,
  exchangePath,
  insertInto,
  positionsOf,
  rate,
  succeeded,
  typeAccount,
  typeExchange,
  typeInto,
} from "./support/exchange.ts";
import { test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";
import { outlooksOn } from "./support/shown.ts";
import { visitPage } from "./support/visit.ts";

test("an exchange by keyboard alone carries the worked example: bought over the counter, sold over the counter, and within one account", async ({
  walked: page,
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

  await visitPage(page, exchangePath, "Exchange");
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
  await expect
    .poll(() => outlooksOn(page))
    .toEqual([
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
  await page.getByRole("link", { name: /^Last deal no\. \d+, .*, the other way round$/ }).waitFor();
  await page.keyboard.press("Control+Shift+Enter");
  await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(2);
  expect(await balancesOf(desk, cashId)).toMatchObject({ USD: "10900.00", AFN: "979140.00" });

  // Within one account, which comes to hold afghani by it.
  await expect.poll(() => focusedField(page)).toBe("purchaseAccount");
  await typeAccount(page, a);
  await typeInto(page, "purchaseAmount", "300");
  await insertInto(page, "purchaseNarrative", narrative);
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

/** Its messages and refusals, and what is offered as a rate, `exchange-page.test.tsx` and `exchange-rate-card.test.tsx` show. */
test("an exchange shows what it does, with the faces, on every width, and is not lost by a reload; that its amounts do not meet and its rate is far from the board is said before it is saved all the same, once", async ({
  walked: page,
  office,
}) => {
  const narrative = newNarrative();
  const { desk, farid, afghani: karim } = await people(office);
  await visitPage(page, exchangePath, "Exchange");
  await choose(page, "Purchase Account", farid);
  await choose(page, "Selling Account", karim);
  await amount(page, "Purchase").fill("888888888888.88");
  await rate(page).fill("69.80");
  await page.getByRole("row", { name: /Farid Noori goes below zero/ }).waitFor();
  const face = page.getByRole("img", { name: `Picture of ${farid.accountCode} - Farid` });
  await expect.poll(() => face.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(8);
  for (const width of [1440, 1220, 1024, 800, 390, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow(page), { message: `at ${String(width)}` }).toBe(0);
  }
  await screenshot(page, "exchange");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByLabel("Purchase Narrative").fill(narrative);
  await rate(page).fill("73");
  await amount(page, "Selling").fill("35000");
  await page.reload();
  await draftNotice(page).waitFor();
  await expect.poll(() => picker(page, "Purchase Account").inputValue()).toContain(farid.accountCode);
  const fields = [amount(page, "Purchase"), amount(page, "Selling"), rate(page), page.getByLabel("Selling Narrative")];
  const typed = await Promise.all(fields.map((field) => field.inputValue()));
  expect(typed).toEqual(["479.45", "35,000", "73", narrative]);

  await page.getByText("This rate is 4.29 % above the board").waitFor();
  await save(page).click();
  await page.getByText("At this rate the selling amount is 34,999.85 AFN").waitFor();
  await axe(page);
  await screenshot(page, "exchange-fit");
  await page.getByRole("button", { name: /^Both as they are, at 73\.0003/ }).click();
  await save(page).dblclick();
  await page.getByRole("button", { name: "Save anyway" }).waitFor();
  expect(await recordedWith(desk, narrative)).toHaveLength(0);
  await screenshot(page, "exchange-rate-73");
  await readOn(page);
  await page.keyboard.press("Control+Enter");
  await succeeded(page);
  expect(await recordedWith(desk, narrative)).toMatchObject([
    { dAmount: "479.45", cAmount: "35000.00", exRate: expect.stringMatching(/^73\.0003/), userCreated: "admin" },
  ]);
  expect(await balancesOf(desk, karim.id)).toEqual({ AFN: "35000.00" });
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
});
