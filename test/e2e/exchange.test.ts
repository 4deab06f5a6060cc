import { describe, expect } from "vitest";

import { axe } from "./support/axe.ts";
import {
  cashId,
  choose,
  dateField,
  focusedField,
  newNarrative,
  overflow,
  people,
  picker,
  recordedWith,
  save,
} from "./support/entries.ts";
import { afghani, amount, cash, currency, exchangePath, fillCashDeal, rate, succeeded } from "./support/exchange.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

describe("an exchange", () => {
  test("says what is missing, and what cannot be", async ({ page, office }) => {
    const { farid, zahra } = await people(office);
    await signIn(page, office, office.admin, exchangePath);
    await save(page).click();
    for (const text of [
      "Purchase account is required",
      "Purchase amount must be greater than 0",
      "Selling account is required",
      "Selling amount must be greater than 0",
      "Exchange rate must be greater than 0",
      "Please select both purchase and selling accounts",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await axe(page);
    await screenshot(page, "exchange-missing");
    await choose(page, "Purchase Account", farid);
    await choose(page, "Selling Account", zahra);
    await page.getByText("Within one currency record a Transfer.").waitFor();
    await axe(page);
    await screenshot(page, "exchange-same-currency");
    await amount(page, "Purchase").fill("0");
    await rate(page).fill("0.0000001");
    await save(page).click();
    await page.getByText("Purchase amount must be greater than 0").waitFor();
    await page.getByText("Exchange rate must be greater than 0").waitFor();
    await choose(page, "Purchase Account", cash);
    await choose(page, "Selling Account", cash);
    await save(page).click();
    await page.getByText("Currency is required").waitFor();
    await rate(page).fill("69,80");
    await page.getByText("A rate has digits and one decimal point only").waitFor();
    await dateField(page).fill("2026-02-30");
    await page.getByText("Give the date as YYYY-MM-DD, a day that exists").waitFor();
  });

  test("takes the currency from the account; only a company account may choose, by code or by name", async ({ page, office }) => {
    const { afghani: karim, bank } = await people(office);
    await signIn(page, office, office.admin, exchangePath);
    await choose(page, "Purchase Account", karim);
    expect(await currency(page, "Purchase").isDisabled()).toBe(true);
    expect(await currency(page, "Purchase").inputValue()).toBe("1");
    await choose(page, "Selling Account", bank);
    expect(await currency(page, "Selling").isDisabled()).toBe(false);
    await currency(page, "Selling").selectOption("3");
    await page.getByText("AFN for 1 EUR").waitFor();
    await page.getByText("Name", { exact: true }).click();
    await expect.poll(() => picker(page, "Purchase Account").inputValue()).toBe(`Karim - ${karim.accountCode}`);
    expect(await picker(page, "Selling Account").inputValue()).toBe(`Azizi Bank - ${bank.accountCode}`);
    await page.getByRole("button", { name: "Other currency, purchase" }).click();
    await expect.poll(() => focusedField(page)).toBe("purchaseCurrencyId");
    expect(await currency(page, "Purchase").isDisabled()).toBe(false);
  });

  test("computes either amount, and finds the deals next to one that cannot be met", async ({ page, office }) => {
    const narrative = newNarrative();
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "500", rate: "69.80" });
    expect(await amount(page, "Selling").inputValue()).toBe("34,900.00");
    expect(await page.getByRole("region", { name: "Selling" }).getByLabel("Amount in Words").inputValue()).toBe(
      "Thirty Four Thousand Nine Hundred",
    );
    await amount(page, "Selling").fill("35000");
    expect(await amount(page, "Purchase").inputValue()).toBe("501.43");
    await page.getByText("At 69.80, 501.43 USD make 34,999.81 AFN, not 35,000.00 AFN.").waitFor();
    await save(page).click();
    await page.getByText("At this rate the selling amount is 34,999.81 AFN").waitFor();
    await axe(page);
    await screenshot(page, "exchange-fit");
    await page.getByRole("button", { name: "501.44 USD for 35,000.51 AFN" }).click();
    await page.getByText("You buy 501.44 USD at 69.80 and pay 35,000.51 AFN.").waitFor();
    await amount(page, "Selling").fill("35000");
    await page.getByRole("button", { name: "Both as they are, at 69.80037" }).click();
    await save(page).click();
    await succeeded(page);
    const desk = await office.signIn(office.admin);
    expect(await recordedWith(desk, narrative)).toMatchObject([
      { dAmount: "501.43", cAmount: "35000.00", exRate: "69.80037000" },
    ]);
  });

  test("offers the rates of the board and of the last deal, which opens", async ({ page, office }) => {
    const desk = await office.signIn(office.admin);
    const bought = { outAccountId: cashId, currencyId: 3, dAmount: "100", cAmount: "7550", exRate: "75.5" };
    const deal = { transType: "Exchange", ...bought, inAccountId: cashId, cCurrencyId: afghani, transDescription: "Euro" };
    const { id } = (await desk.send("POST", "/api/transactions", deal)) as { id: number };
    await signIn(page, office, office.admin, exchangePath);
    await choose(page, "Purchase Account", cash);
    await choose(page, "Selling Account", cash);
    await currency(page, "Selling").selectOption("3");
    await amount(page, "Purchase").fill("7550");
    await page.getByRole("button", { name: "Board 76.08695652" }).waitFor();
    await rate(page).focus();
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Board 76.08695652");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await rate(page).inputValue()).toBe("75.50");
    expect(await amount(page, "Selling").inputValue()).toBe("100.00");
    await expect.poll(() => focusedField(page)).toBe("rate");
    const last = page.getByRole("link", { name: new RegExp(`Last deal no. ${String(id)}, .*, the other way round`) });
    expect(await last.getAttribute("href")).toContain(`referenceId=${String(id)}`);
    await axe(page);
  });

  test.for([
    ["0.0143", "This rate looks turned round"],
    ["73", "This rate is 4.29 % above the board"],
  ] as const)("at %s is warned about before it is saved, and can be saved", async ([typed, warning], { page, office }) => {
    const narrative = newNarrative();
    const desk = await office.signIn(office.admin);
    await signIn(page, office, office.admin, exchangePath);
    await fillCashDeal(page, { narrative, amount: "200", rate: typed });
    await page.getByText(warning).waitFor();
    await page.getByText("The board has 1 USD = 70.00 AFN.").waitFor();
    await axe(page);
    await screenshot(page, `exchange-rate-${typed}`);
    await save(page).click();
    await page.getByRole("button", { name: "Save anyway" }).waitFor();
    expect(await recordedWith(desk, narrative)).toHaveLength(0);
    await axe(page);
    await page.keyboard.press("Control+Enter");
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
  });

  test("that looks recorded already is asked about, and recorded once by a double click", async ({ page, office }) => {
    const narrative = newNarrative();
    const { desk, farid, afghani: karim } = await people(office);
    await signIn(page, office, office.admin, exchangePath);
    const fill = async (): Promise<void> => {
      await choose(page, "Purchase Account", farid);
      await choose(page, "Selling Account", karim);
      await amount(page, "Purchase").fill("123.45");
      await page.getByLabel("Purchase Narrative").fill(narrative);
      await rate(page).fill("70");
    };
    await fill();
    await save(page).dblclick();
    await succeeded(page);
    expect(await recordedWith(desk, narrative)).toHaveLength(1);
    await fill();
    await save(page).click();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect.poll(async () => (await recordedWith(desk, narrative)).length).toBe(2);
  });

  test("shows beforehand what it does, with the faces, on every width", async ({ page, office }) => {
    const { farid, afghani: karim } = await people(office);
    await signIn(page, office, office.admin, exchangePath);
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
    await axe(page);
    await amount(page, "Purchase").fill("500");
    await screenshot(page, "exchange");
    await page.setViewportSize({ width: 1440, height: 900 });
    await axe(page);
  });
});

test("the books balance after all of it", async ({ office }) => {
  const desk = await office.signIn(office.admin);
  expect(await desk.send("POST", "/api/verification")).toMatchObject({ balanced: true });
});
