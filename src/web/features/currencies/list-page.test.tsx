import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, onTestFinished } from "vitest";

import { noteServerTime } from "#web/lib/server-clock.ts";
import { composeByTelephone } from "#web/testing/composing.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { CurrenciesPage } from "./list-page.tsx";

const [afghani, ...others] = startCurrencies.map((currency) => ({
  ...currency,
  exchangeRate: currency.code === "AFN" ? "70.00000000" : "1.00000000",
}));
const noUse = { count: 0, isMore: false };
const free = {
  accounts: noUse,
  balances: noUse,
  transactions: noUse,
  hawalas: noUse,
  hasNumberSetting: false,
  keptBecause: null,
};

async function page(replies: Replies = {}, at = "/currencies") {
  const fetched = replyingOffice({
    "GET /api/currencies": { body: [afghani, ...others] },
    "POST /api/currencies": { status: 201, body: { ...afghani, id: 5, code: "GBP" } },
    ...replies,
  });
  const staged = await stage(<CurrenciesPage />, { at });
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  return { ...staged, user, press, sent: () => writesOf(fetched) };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));

describe("the cards", () => {
  it("stand in until they have arrived; then they tell name, rate, since when, and which is the base currency", async () => {
    const answer = Promise.withResolvers<Said>();
    await page({ "GET /api/currencies": () => answer.promise });
    expect(await screen.findByRole("status", { name: "Loading currencies" })).toBeDefined();
    answer.resolve({ body: [{ ...afghani, isActive: false }, ...others] });
    const card = within(await screen.findByRole("listitem", { name: "AFN" }));
    for (const text of ["Afghan Afghani", "1 USD = 70.00 AFN", "since 1 Mar 2026, 04:30", "Inactive"]) {
      expect(card.getByText(text)).toBeDefined();
    }
    expect(card.getByText("1 USD = 70.00 AFN").hasAttribute("dir")).toBe(false);
    expect(within(screen.getByRole("listitem", { name: "USD" })).getByText("Base currency")).toBeDefined();
  });

  it("can be asked for again when they could not be loaded, and say that there are none", async () => {
    let calls = 0;
    const { press } = await page({
      "GET /api/currencies": () => ((calls += 1) === 1 ? refusal(503, "unavailable", "The database is away") : { body: [] }),
    });
    expect(await screen.findByText("The currencies could not be loaded.")).toBeDefined();
    await press("Retry");
    expect(await screen.findByText("No currencies found.")).toBeDefined();
  });
});

describe("adding a currency", () => {
  it("asks for code, name, symbol and rate, and focuses the first that is missing", async () => {
    const { press, sent } = await page();
    await press("Add Currency");
    await press("Save");
    for (const text of ["Code is required", "Name is required", "Symbol is required", "Rate is required"]) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    expect(document.activeElement).toBe(field("Code"));
    expect(sent()).toEqual([]);
  });

  it("proposes what ISO knows of the code, also where a telephone composes it, and keeps what was typed instead", async () => {
    const { user, press } = await page();
    await press("Add Currency");
    await user.type(field("Code"), "gbp");
    expect([field("Code").value, field("Name").value, field("Symbol").value]).toEqual(["GBP", "British Pound", "£"]);
    setText(field("Code"), "");
    // Left alone while the keyboard composes it.
    expect(composeByTelephone(field("Code"), "chf")).toEqual(["c", "ch", "chf"]);
    expect([field("Code").value, field("Name").value, field("Symbol").value]).toEqual(["CHF", "Swiss Franc", "CHF"]);
    setText(field("Name"), "Sterling");
    setText(field("Code"), "gbp");
    expect([field("Name").value, field("Symbol").value]).toEqual(["Sterling", "£"]);
  });

  it("reads a rate back both ways, in as many decimals as that takes, takes Persian digits, and steps by 0.001", async () => {
    const { user, press } = await page();
    await press("Add Currency");
    setText(field("Code"), "irr");
    for (const [rate, reading] of [
      ["0.000001", "1 USD = 0.000001 IRR · 1 IRR = 1,000,000.00 USD"],
      ["1100000", "1 USD = 1,100,000.00 IRR · 1 IRR = 0.00000090909 USD"],
      ["250000000", "1 USD = 250,000,000.00 IRR · 1 IRR = 0.000000004 USD"],
    ] as const) {
      setText(field("Exchange Rate"), rate);
      expect(screen.getByText(reading)).toBeDefined();
    }
    setText(field("Code"), "gbp");
    await user.clear(field("Exchange Rate"));
    await user.type(field("Exchange Rate"), "۰٫۷۹");
    expect(screen.getByText("1 USD = 0.79 GBP · 1 GBP = 1.26582278 USD").hasAttribute("dir")).toBe(false);
    await user.keyboard("{ArrowUp}");
    expect(field("Exchange Rate").value).toBe("0.791");
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(field("Exchange Rate").value).toBe("0.789");
  });

  it("sends it, says so, shows it among the others and stands ready for the next", async () => {
    const pounds = { ...afghani, id: 5, code: "GBP" };
    let listed: readonly unknown[] = [afghani, ...others];
    const { user, press, sent } = await page({
      "GET /api/currencies": () => ({ body: listed }),
      "POST /api/currencies": () => {
        listed = [...listed, pounds];
        return { status: 201, body: pounds };
      },
    });
    await press("Add Currency");
    setText(field("Code"), "gbp");
    setText(field("Exchange Rate"), "0.79");
    await user.click(field("Exchange Rate"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Currency added successfully")).toBeDefined();
    expect(sent().map(({ address, body }) => [address, body])).toEqual([
      ["/api/currencies", { code: "GBP", name: "British Pound", symbol: "£", rate: "0.79" }],
    ]);
    expect(field("Code").value).toBe("");
    expect(await screen.findByRole("listitem", { name: "GBP" })).toBeDefined();
  });

  it("shows a refusal at its field, says that it failed where the server has no words, and keeps everything", async () => {
    const message = "ZZZ is not a currency code of ISO 4217";
    let body = { message, code: "invalid", requestId: "request-1", issues: [{ path: "code", message }] };
    const { press } = await page({ "POST /api/currencies": () => ({ status: 400, body }) });
    await press("Add Currency");
    setText(field("Code"), "zzz");
    setText(field("Name"), "Nothing");
    setText(field("Symbol"), "z");
    setText(field("Exchange Rate"), "2");
    const typed = () => [field("Code"), field("Name"), field("Symbol"), field("Exchange Rate")].map(({ value }) => value);
    await press("Save");
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(1);
    expect(typed()).toEqual(["ZZZ", "Nothing", "z", "2"]);
    body = { message: "", code: "internal", requestId: "request-1", issues: [] };
    await press("Save");
    expect((await screen.findAllByText("Failed to add currency")).length).toBeGreaterThan(0);
    expect(typed()).toEqual(["ZZZ", "Nothing", "z", "2"]);
  });

  it("asks before it is closed over something typed", async () => {
    const { user, press } = await page();
    await press("Add Currency");
    await press("Close");
    expect(screen.queryByRole("form", { name: "Add Currency" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add Currency" }));
    await press("Add Currency");
    await user.type(field("Code"), "g");
    await press("Close");
    await user.click(await screen.findByText("Keep editing"));
    expect(field("Code").value).toBe("G");
    await press("Close");
    await user.click(await screen.findByText("Discard and leave"));
    await waitFor(() => expect(screen.queryByRole("form", { name: "Add Currency" })).toBeNull());
  });
});

describe("closing the form while it is on its way", () => {
  it("says that this does not stop it, and is done by itself once that is recorded", async () => {
    const answer = Promise.withResolvers<Said>();
    const { press } = await page({ "POST /api/currencies": () => answer.promise });
    await press("Add Currency");
    setText(field("Code"), "gbp");
    setText(field("Exchange Rate"), "0.79");
    await press("Save");
    await press("Close");
    await screen.findByRole("dialog", { name: "This is being saved" });
    answer.resolve({ status: 201, body: { ...afghani, id: 5, code: "GBP" } });
    await waitFor(() => expect(screen.queryByRole("form", { name: "Add Currency" })).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("rates and use", () => {
  const rates = [
    { rate: "70.00000000", recordedAt: "2026-03-02T00:00:00.000Z", recordedBy: "zahra" },
    { rate: "68.00000000", recordedAt: "2026-03-01T00:00:00.000Z", recordedBy: null },
  ];

  it("are opened by the address, and list every rate with its change and author, until now by the server's clock", async () => {
    noteServerTime("2026-03-03T00:00:00Z");
    onTestFinished(() => noteServerTime(new Date().toISOString()));
    const { router, user } = await page(
      {
        "GET /api/currencies/1/rates": { body: rates },
        "GET /api/currencies/1/use": {
          body: { ...free, accounts: { count: 1000, isMore: true }, hasNumberSetting: true, keptBecause: "AFN is in use" },
        },
      },
      "/currencies?history=AFN",
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Rates and use of AFN" }));
    const rows = await dialog.findAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Since1 USD =ChangeBy",
      "2 Mar 2026, 04:3070.00 AFN+2.94 %zahra",
      "1 Mar 2026, 04:3068.00 AFNfirst ratethe office itself",
    ]);
    const chart = { name: /to 3 Mar 2026, 04:30.* lowest 68\.00, highest 70\.00, now 70\.00/ };
    expect(await dialog.findByRole("img", chart, { timeout: 30_000 })).toBeDefined();
    const accounts = await dialog.findByRole("link", { name: "more than 1,000" });
    expect(accounts.getAttribute("href")).toBe("/accounts/edit?currency=1");
    expect(dialog.getByText("AFN is in use")).toBeDefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("go back to rates before those of a page, and call none of them the first until it is there", async () => {
    const whole = Promise.withResolvers<Said>();
    let asked = 0;
    const { press } = await page(
      {
        "GET /api/currencies/1/rates": (_body, { searchParams }) => {
          if (!searchParams.has("cursor")) return { body: rates.slice(0, 1), headers: { "x-next-cursor": "7" } };
          expect(searchParams.get("cursor")).toBe("7");
          asked += 1;
          return asked === 1 ? refusal(503, "unavailable", "Away") : whole.promise;
        },
        "GET /api/currencies/1/use": { body: free },
      },
      "/currencies?history=AFN",
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Rates and use of AFN" }));
    const rowsOf = async () => (await dialog.findAllByRole("row")).slice(1).map((row) => row.textContent);
    expect(await rowsOf()).toEqual(["2 Mar 2026, 04:3070.00 AFNzahra"]);
    await press("Earlier rates");
    expect(await dialog.findByText("Earlier rates could not be loaded.")).toBeDefined();
    expect(dialog.queryByText("The rates could not be loaded.")).toBeNull();
    await press("Retry");
    whole.resolve({ body: rates.slice(1) });
    expect(await dialog.findByText("first rate")).toBeDefined();
    expect(await rowsOf()).toEqual([
      "2 Mar 2026, 04:3070.00 AFN+2.94 %zahra",
      "1 Mar 2026, 04:3068.00 AFNfirst ratethe office itself",
    ]);
    expect(dialog.queryByRole("button", { name: "Earlier rates" })).toBeNull();
  });

  it("say that a rate has never changed, and that nothing stands against deleting", async () => {
    const { press } = await page({
      "GET /api/currencies/1/rates": { body: rates.slice(1) },
      "GET /api/currencies/1/use": { body: free },
    });
    await screen.findByRole("listitem", { name: "AFN" });
    await press("Rates and use of AFN");
    expect(await screen.findByText("The rate has not been changed yet.")).toBeDefined();
    expect(await screen.findByText("Nothing stands against deleting it.")).toBeDefined();
  });

  it("can be asked for again", async () => {
    const { press } = await page({
      "GET /api/currencies/1/rates": refusal(503, "unavailable", "Away"),
      "GET /api/currencies/1/use": refusal(503, "unavailable", "Away"),
    });
    await screen.findByRole("listitem", { name: "AFN" });
    await press("Rates and use of AFN");
    expect(await screen.findByText("The rates could not be loaded.")).toBeDefined();
    expect(await screen.findByText("What uses the currency could not be loaded.")).toBeDefined();
  });
});
