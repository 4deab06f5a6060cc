import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { karim, positionPage, positionReport, soldDollars } from "#web/testing/currency-position.tsx";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { refusal } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { PrintedCurrencyPositionPage } from "./position-paper.tsx";
import { shownRate, sideOf } from "./rules.ts";

const path = "/api/reports/currency-position";
const positions = async () => within(await screen.findByRole("table", { name: "Positions" }));
const textsOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll("[role=cell]") ?? [])].map(({ textContent }) => textContent);

describe("Currency Position", () => {
  it("tells of each currency what the house is long or short of, at what average, and the profit; the base currency last", async () => {
    const { asked } = await positionPage("");
    const table = await positions();
    const [head, dollars, rupees, afghani, total] = table.getAllByRole("row");
    expect(
      within(head as HTMLElement)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Currency",
      "Opening",
      "Bought",
      "Sold",
      "Position",
      "Average",
      "Board today",
      "Value today",
      "Realised",
      "Unrealised",
    ]);
    for (const text of ["10,300.00", "long", "69.5143", "bought at, AFN for 1 USD", "70.00", "721,000.00", "137.14", "5,002.86"])
      expect(dollars?.textContent).toContain(text);
    for (const text of ["-₨27,800.00", "short", "sold at, AFN for 1 PKR", "0.25179856", "12.50"])
      expect(rupees?.textContent).toContain(text);
    expect(afghani?.textContent).toContain("base currency");
    expect(textsOf(afghani).slice(5)).toEqual(["—", "—", "", "", ""]);
    for (const text of ["Total in AFN", "714,050.00", "124.64", "5,052.86"]) expect(total?.textContent).toContain(text);
    const profit = within(screen.getByRole("region", { name: "Profit" }));
    for (const text of ["Realised in the period", "3 deals", "Unrealised at today's rates", "The positions cost"])
      expect(profit.getByText(text)).toBeDefined();
    expect(asked(path)).toEqual([{ fromDate: "2026-03-01", toDate: "2026-03-21" }]);
  });

  it("keeps the sign of a profit before its figure, whichever way the page runs", async () => {
    await positionPage("");
    const [, dollars] = (await positions()).getAllByRole("row");
    const gains = within(dollars as HTMLElement)
      .getAllByText("+")
      .map((sign) => sign.parentElement);
    expect(gains.map((gain) => gain?.textContent)).toEqual([
      expect.stringMatching(/^\+؋\u200E137\.14/),
      expect.stringMatching(/^\+؋\u200E5,002\.86/),
    ]);
    for (const gain of gains) expect(gain?.getAttribute("dir")).toBe("ltr");
  });

  it("shows values of more digits than an amount may have", async () => {
    const large = "6999999999999999999930.00";
    const currencies = positionReport.currencies.map((row) => ({
      ...row,
      value: large,
      unrealised: `-${large}`,
      realised: large,
    }));
    const totals = { ...positionReport.totals, value: large };
    const profits = { step: "day", points: [{ date: "2026-03-01", realised: large }] };
    await positionPage("", { [`GET ${path}`]: { body: { ...positionReport, currencies, totals, profits } } });
    const [, dollars] = (await positions()).getAllByRole("row");
    for (const text of ["؋\u200E6,999,999,999,999,999,999,930.00", "-؋\u200E6,999"]) expect(dollars?.textContent).toContain(text);
  });

  it("asks for the days and the person of the address, and keeps what is chosen there", async () => {
    const { user, asked, router } = await positionPage("?from=any&to=2026-03-10");
    await positions();
    await user.selectOptions(screen.getByRole("combobox", { name: "Recorded by" }), "Karim Ahmadi");
    await waitFor(() => expect(asked(path).at(-1)).toEqual({ toDate: "2026-03-10", userId: karim }));
    await screen.findByText(/Bought, sold and realised are the deals that Karim Ahmadi recorded/);
    await user.click(screen.getByRole("button", { name: "Today" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: "2026-03-21", to: "2026-03-21", user: karim }));
    expect(screen.getByRole("button", { name: "Today" }).getAttribute("aria-pressed")).toBe("true");
    await user.click(screen.getByRole("button", { name: "All" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: "any", user: karim }));
    await user.click(screen.getByRole("button", { name: "This month" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: "2026-03-01", to: "2026-03-21", user: karim }));
  });

  it("ends today unless somebody takes the end away, which leaves the beginning, and goes on to the next day over midnight", async () => {
    const { user, asked, client, router } = await positionPage("");
    await positions();
    expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe("2026-03-21");
    expect(screen.getByRole("button", { name: "This month" }).getAttribute("aria-pressed")).toBe("true");
    await passMidnight(client);
    await waitFor(() => expect(asked(path).at(-1)).toEqual({ fromDate: "2026-03-01", toDate: theNextDay }));
    await user.clear(screen.getByLabelText("To"));
    await waitFor(() => expect(asked(path).at(-1)).toEqual({ fromDate: "2026-03-01" }));
    expect(router.state.location.search).toEqual({ from: "2026-03-01" });
    expect(screen.getByRole("button", { name: "This month" }).getAttribute("aria-pressed")).toBe("false");
  });

  it("a beginning that is typed leaves the end as it is shown", async () => {
    const { user, router } = await positionPage("");
    await positions();
    await user.clear(screen.getByLabelText("From"));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: "any", to: "2026-03-21" }));
  });

  it("does not ask for days that end before they begin, and says so", async () => {
    const { asked } = await positionPage("?from=2026-03-10&to=2026-03-09");
    await screen.findByText("The end date must not be before the start date");
    expect(asked(path)).toEqual([]);
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  it("takes what is no day, no person and no currency in the address for nothing", async () => {
    const { asked } = await positionPage("?from=yesterday&to=2026-02-30&user=karim&currency=dollars");
    await positions();
    expect(asked(path)).toEqual([{ fromDate: "2026-03-01", toDate: "2026-03-21" }]);
    expect(asked(`${path}/deals`)).toEqual([]);
  });

  it("opens the deals in a currency, each of which opens its transaction, and closes them again", async () => {
    const { user, asked, router } = await positionPage("");
    const table = await positions();
    await user.click(table.getByRole("link", { name: "Show the deals in USD" }));
    const deals = within(await screen.findByRole("table", { name: "Deals in USD" }));
    const link = deals.getByRole("link", { name: "Open Exchange 7" });
    expect(link.getAttribute("href")).toBe("/transactions/search?searchWhat=All&referenceId=7&selected=7");
    const texts = textsOf(link.closest<HTMLElement>("[role=row]") ?? undefined).join(" | ");
    for (const text of ["2026-03-02", "by karim", "200.00", "70.20", "14,040.00", "10,300.00", "69.5143 → 69.5143", "137.14"])
      expect(texts).toContain(text);
    expect(screen.getByText("1 deal")).toBeDefined();
    expect(asked(`${path}/deals`)).toEqual([{ fromDate: "2026-03-01", toDate: "2026-03-21", currencyId: "2", limit: "50" }]);
    await user.click(screen.getByRole("button", { name: "Close the deals" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByRole("table", { name: "Deals in USD" })).toBeNull();
  });

  it("says which deals are worth what the board says, and shows no average of the base currency", async () => {
    const cross = { ...soldDollars, transactionId: 8, otherCurrency: "EUR", otherAmount: "185.00", isByBoard: true };
    await positionPage("?currency=2", { [`GET ${path}/deals`]: { body: [cross], headers: { "x-total-count": "1" } } });
    const deals = await screen.findByRole("table", { name: "Deals in USD" });
    expect(deals.textContent).toContain("by the board of that day");
    expect(within(deals).getByRole("columnheader", { name: "Average before → after" })).toBeDefined();
  });

  it("shows of the base currency what came and went, without average and profit", async () => {
    await positionPage("?currency=1");
    const deals = within(await screen.findByRole("table", { name: "Deals in AFN" }));
    expect(deals.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Date",
      "Deal",
      "Bought",
      "Sold",
      "Rate",
      "Position after",
    ]);
  });

  it("opens from a person's profit the deals that he or she recorded", async () => {
    const { user, router } = await positionPage("");
    const people = within(await screen.findByRole("table", { name: "Realised profit by person" }));
    await user.click(people.getByTitle("Show the deals in USD that Karim Ahmadi recorded"));
    await waitFor(() => expect(router.state.location.search).toEqual({ user: karim, currency: "2" }));
    await screen.findByRole("table", { name: "Deals in USD recorded by Karim Ahmadi" });
    await user.click(people.getByRole("link", { name: "Show what Karim Ahmadi recorded" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ currency: "2" }));
  });

  it("reads on on request, and says why it could not", async () => {
    let fails = true;
    const { user } = await positionPage("?currency=2", {
      [`GET ${path}/deals`]: (_body, { searchParams }) => {
        if (searchParams.get("cursor") === null)
          return { body: [soldDollars], headers: { "x-total-count": "2", "x-next-cursor": "2026-03-02_7" } };
        if (fails) return refusal(503, "unavailable", "The database is away");
        return { body: [{ ...soldDollars, transactionId: 9 }], headers: { "x-total-count": "2" } };
      },
    });
    await screen.findByRole("link", { name: "Open Exchange 7" });
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByText("The next deals could not be read");
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("link", { name: "Open Exchange 9" });
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("says that there are no deals: ever, until a day, also on paper, in a currency, of anybody", async () => {
    const empty = { ...positionReport, currencies: [], users: [], profits: { step: "day", points: [] } };
    await positionPage("?from=any", { [`GET ${path}`]: { body: empty } });
    await screen.findByText("No deals yet");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
    await positionPage("?from=any&to=2026-01-01", { [`GET ${path}`]: { body: empty } });
    await screen.findByText("No deals up to this day");
    await stage(<PrintedCurrencyPositionPage />, { at: "/print/currency-position?from=any&to=2026-01-01" });
    expect((await screen.findByRole("article")).textContent).toMatch(/No deals up to this day$/);
    await positionPage("?currency=2", {
      [`GET ${path}`]: { body: { ...positionReport, users: [] } },
      [`GET ${path}/deals`]: { body: [], headers: { "x-total-count": "0" } },
    });
    await screen.findByText("No deals in USD in these days");
    expect(screen.getByText("Nobody recorded a deal in these days.")).toBeDefined();
  });

  it("says that it is loading, and why it could not be read", async () => {
    let isAway = true;
    const { user } = await positionPage("?currency=2", {
      [`GET ${path}`]: () => (isAway ? refusal(500, "unexpected", "") : { body: positionReport }),
      [`GET ${path}/deals`]: () => (isAway ? refusal(500, "unexpected", "") : { body: [soldDollars] }),
    });
    expect(screen.getByRole("status", { name: "Reading the deals..." })).toBeDefined();
    await screen.findByText("The position could not be read");
    isAway = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await positions();
  });

  it("says why the deals could not be read", async () => {
    const { user } = await positionPage("?currency=2", { [`GET ${path}/deals`]: refusal(500, "unexpected", "") });
    await screen.findByText("The deals could not be read");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("The deals could not be read");
  });

  it("saves positions and deals as files, or says why it could not", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const named = (name: string) => ({ body: "file", headers: { "content-disposition": `attachment; filename="${name}"` } });
    const { user, asked } = await positionPage("?currency=2", {
      [`GET ${path}/export`]: named("currency-position.csv"),
      [`GET ${path}/deals/export`]: refusal(413, "too_large", "A file holds at most 50,000 rows"),
    });
    await screen.findByRole("table", { name: "Deals in USD" });
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
    await screen.findByText("Saved as currency-position.csv");
    expect(asked(`${path}/export`)).toEqual([{ fromDate: "2026-03-01", toDate: "2026-03-21", format: "csv" }]);
    await user.click(screen.getByRole("button", { name: "Export deals" }));
    await user.click(await screen.findByRole("menuitem", { name: "Spreadsheet (.xlsx)" }));
    await screen.findByText("A file holds at most 50,000 rows");
    expect(asked(`${path}/deals/export`)).toEqual([
      { fromDate: "2026-03-01", toDate: "2026-03-21", currencyId: "2", format: "xlsx" },
    ]);
  });

  it("leads to the same on paper", async () => {
    await positionPage("?from=2026-03-05");
    await positions();
    expect(screen.getByRole("link", { name: "Print" }).getAttribute("href")).toBe("/print/currency-position?from=2026-03-05");
  });

  it("draws the profit of several days, and says it in words", async () => {
    const points = [
      { date: "2026-03-01", realised: "137.14" },
      { date: "2026-03-02", realised: "-12.50" },
    ];
    await positionPage("", { [`GET ${path}`]: { body: { ...positionReport, profits: { step: "day", points } } } });
    await screen.findByRole(
      "img",
      {
        name: /^Realised profit by day, 2026-03-01 to 2026-03-02, in AFN: from .?-؋.?12\.50 to .?؋.?137\.14$/,
      },
      { timeout: 15_000 },
    );
  });
});

it.each([
  ["69.51428544", "69.5143"],
  ["70.00000000", "70.00"],
  ["1234.56785000", "1,234.5679"],
  ["0.25179856", "0.25179856"],
  ["0.01428571", "0.01428571"],
])("a rate of %s is read as %s", (rate, shown) => {
  expect(shownRate(rate)).toBe(shown);
});

it.each([
  ["0.00", "even"],
  ["0.01", "long"],
  ["-0.01", "short"],
])("with %s the house is %s", (quantity, side) => {
  expect(sideOf(quantity)).toBe(side);
});
