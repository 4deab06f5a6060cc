import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { ConversionPage } from "./conversion-page.tsx";

const rates: Readonly<Record<string, string>> = { AFN: "70.00000000", USD: "1.00000000", EUR: "0.92000000", PKR: "278.00000000" };
const currencies = [
  ...startCurrencies.map((currency) => ({ ...currency, exchangeRate: rates[currency.code] ?? "" })),
  { ...startCurrencies[0], id: 5, code: "LBP", name: "Lebanese Pound", symbol: "ل.ل", exchangeRate: "89500.00000000" },
];

async function page(at = "/currency-conversion", replies: Replies = {}) {
  replyingOffice({ "GET /api/currencies": { body: currencies }, ...replies });
  const staged = await stage(<ConversionPage />, { at });
  const user = userEvent.setup({ delay: null });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const choose = (name: "From" | "To", label: string) => user.selectOptions(screen.getByRole("combobox", { name }), label);
  return { ...staged, user, press, choose };
}

const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/);
const result = () => within(screen.getByRole("region", { name: "Converted amount" })).getByRole("status").textContent;
const directions = () =>
  [...screen.getByRole("region", { name: "Rates" }).querySelectorAll("dd")].map(({ textContent }) => textContent);

describe("a conversion", () => {
  it("divides by the rate of the source and multiplies by the target's, shown with the target's symbol", async () => {
    const { user, press, choose, router } = await page();
    await screen.findByRole("button", { name: "Convert" });
    await choose("From", "AFN - Afghan Afghani");
    await choose("To", "PKR - Pakistani Rupee");
    await user.type(amount(), "100");
    await press("Convert");
    await waitFor(() => expect(result()).toBe("100.00 AFN is₨397.14 PKR"));
    expect(directions()).toEqual(["1 AFN = 3.9714 PKR", "1 PKR = 0.2518 AFN"]);
    expectAlone(screen.getByText(/₨397\.14/));
    const unruly = document.querySelectorAll("dd[dir], p[dir]");
    expect(unruly).toHaveLength(0);
    expect(router.state.location.search).toEqual({ from: "AFN", to: "PKR", amount: "100" });
  });

  it("stands in the address, and says of which day the rates are", async () => {
    await page("/currency-conversion?from=usd&to=afn&amount=500");
    await screen.findByRole("button", { name: "Convert" });
    expect(result()).toBe("500.00 USD is\u200E؋\u200E35,000.00 AFN");
    expect(amount().value).toBe("500");
    expect(screen.getByText("AFN: 1 USD = 70.00 AFN, as of 1 Mar 2026, 04:30")).toBeDefined();
    expect(screen.queryByText(/^USD: 1 USD/)).toBeNull();
  });

  it("says the rate of one currency on both sides once, and nothing of it when it is left", async () => {
    const { choose } = await page("/currency-conversion?from=EUR&to=EUR&amount=100");
    await screen.findByRole("button", { name: "Convert" });
    expect(screen.getAllByText(/as of/)).toHaveLength(1);
    await choose("From", "AFN - Afghan Afghani");
    await choose("To", "PKR - Pakistani Rupee");
    expect(screen.getAllByText(/as of/).map(({ textContent }) => textContent.slice(0, 3))).toEqual(["AFN", "PKR"]);
  });

  it("is turned round by Swap, with its result", async () => {
    const { press, user } = await page("/currency-conversion?from=USD&to=AFN&amount=500");
    await screen.findByRole("button", { name: "Convert" });
    await press("Swap");
    await waitFor(() => expect(result()).toBe("500.00 AFN is$7.14 USD"));
    await user.clear(amount());
    await press("Swap");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "From" }).selectedOptions[0]?.textContent).toBe(
      "USD - US Dollar",
    );
    expect(result()).toBe("500.00 AFN is$7.14 USD");
  });

  it("stays what it was while something else is typed, and follows the Enter key", async () => {
    const { user } = await page("/currency-conversion?from=USD&to=AFN&amount=500");
    await screen.findByRole("button", { name: "Convert" });
    await user.clear(amount());
    await user.type(amount(), "=2*10");
    expect(result()).toContain("500.00 USD is");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(result()).toBe("20.00 USD is\u200E؋\u200E1,400.00 AFN"));
    expect(document.activeElement).toBe(amount());
  });

  it("takes the figure of before away when it is refused, until the next one", async () => {
    const { user, press } = await page("/currency-conversion?from=USD&to=AFN&amount=500");
    await screen.findByRole("button", { name: "Convert" });
    const before = result();
    await user.clear(amount());
    await press("Convert");
    expect(result()).not.toContain("500.00");
    await user.type(amount(), "500");
    expect(result()).not.toContain("500.00");
    await press("Convert");
    await waitFor(() => expect(result()).toBe(before));
  });

  it("shows the symbol that the office gave a currency, and a rate too small for four decimals as such", async () => {
    await page("/currency-conversion?from=LBP&to=USD&amount=1");
    await screen.findByRole("button", { name: "Convert" });
    expect(directions()).toEqual(["1 LBP = less than 0.0001 USD", "1 USD = 89,500.0000 LBP"]);
    cleanup();
    await page("/currency-conversion?from=USD&to=LBP&amount=1");
    await screen.findByRole("button", { name: "Convert" });
    expect(result()).toContain("ل.ل");
    expect(result()).toContain("89,500.00");
  });
});

describe("what is missing", () => {
  it("is asked for at its field, the first in focus", async () => {
    const { press } = await page();
    await screen.findByRole("button", { name: "Convert" });
    expect(directions()).toEqual(["N/A", "N/A"]);
    await press("Convert");
    expect(screen.getAllByText("Please select a currency")).toHaveLength(2);
    expect(screen.getByText("Please enter an amount")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "From" }));
    expect(screen.getByText("Choose both currencies, type an amount and press Convert.")).toBeDefined();
  });

  it.each([
    ["0", "Amount must be greater than 0"],
    ["1.234", "An amount has at most two decimals"],
  ])("is said of the amount %s", async (typed, message) => {
    const { user, press } = await page("/currency-conversion?from=USD&to=AFN");
    await screen.findByRole("button", { name: "Convert" });
    await user.type(amount(), typed);
    await press("Convert");
    expect(await screen.findByText(message)).toBeDefined();
    expect(amount().value).toBe(typed);
  });

  it("is a currency that the address names and nobody knows", async () => {
    await page("/currency-conversion?from=XXX&to=AFN&amount=5");
    await screen.findByRole("button", { name: "Convert" });
    expect(directions()).toEqual(["N/A", "N/A"]);
    expect(result()).toContain("Choose both currencies");
  });

  it("are the currencies, which can be asked for again", async () => {
    let calls = 0;
    const { press } = await page("/currency-conversion", {
      "GET /api/currencies": () => ((calls += 1) === 1 ? refusal(503, "unavailable", "Away") : { body: currencies }),
    });
    expect(await screen.findByText("The currencies could not be loaded.")).toBeDefined();
    expect(screen.getByText("Request id: request-1")).toBeDefined();
    await press("Retry");
    expect(await screen.findByRole("button", { name: "Convert" })).toBeDefined();
  });
});
