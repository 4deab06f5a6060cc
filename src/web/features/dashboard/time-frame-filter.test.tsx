import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { Dashboard } from "#contract/dashboard.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import { dashboardParts, figures, part, savedFile, savings, today, type Calls } from "#web/testing/dashboard.tsx";
import { refusal } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { whole } from "#web/testing/whole-text.ts";
import { namedPeriods } from "#web/ui/date/periods.ts";

import { CashPanel } from "./cash-panel.tsx";
import { HawalaChartPanel } from "./hawala-chart-panel.tsx";
import { useDashboardPlace } from "./place.ts";
import { frameOf, presetOf } from "./presets.ts";
import { TimeFrameFilter } from "./time-frame-filter.tsx";

function FilterAndCharts({ shown }: { readonly shown: Dashboard }) {
  const { frame, choose } = useDashboardPlace();
  return (
    <>
      <TimeFrameFilter frame={frame} count={shown.hawalas.all} onChange={choose} />
      <HawalaChartPanel figures={shown} frame={frame} onChoose={choose} />
      <CashPanel figures={shown} />
    </>
  );
}

const open = ({ change = {}, at = "/dashboard", ...replies }: { change?: Partial<Dashboard>; at?: string } & Calls = {}) =>
  dashboardParts(<FilterAndCharts shown={{ ...figures, ...change }} />, { at, ...replies });

describe("the time frame", () => {
  test("is typed, said in words with its count, kept in the address, and cleared", async () => {
    const { user, router } = await open();
    const filter = part("Time Frame Filter");
    expect(filter.queryByText("Active")).toBeNull();
    await user.click(filter.getByRole("button", { name: "Time Frame Filter" }));
    setText(filter.getByLabelText("Start Date"), "2026-03-01");
    await filter.findByText(whole("Filtering hawala data from 2026-03-01 onwards · 320 transactions shown"));
    expect(filter.getByText("Active")).toBeDefined();
    setText(filter.getByLabelText("End Date"), "2026-03-05");
    await filter.findByText(whole("Filtering hawala data from 2026-03-01 to 2026-03-05 · 320 transactions shown"));
    expect(router.state.location.search).toEqual({ fromDate: "2026-03-01", toDate: "2026-03-05" });
    await user.clear(filter.getByLabelText("Start Date"));
    await filter.findByText(whole("Filtering hawala data up to 2026-03-05 · 320 transactions shown"));
    await user.click(filter.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(filter.queryByText("Active")).toBeNull();
  });

  test("is a preset by one press, and none by a second", async () => {
    const { user, router } = await open({ change: { hawalas: { ...figures.hawalas, all: 1 } } });
    const month = () => part("Time Frame Filter").getByRole("button", { name: "This month" });
    await user.click(month());
    expect(router.state.location.search).toEqual({ fromDate: "2026-03-01", toDate: today });
    expect(month().getAttribute("aria-pressed")).toBe("true");
    await part("Time Frame Filter").findByText(/ · 1 transaction shown$/);
    await user.click(month());
    expect(router.state.location.search).toEqual({});
    await user.click(part("Time Frame Filter").getByRole("button", { name: "Hamal 1405" }));
    expect(router.state.location.search).toEqual({ fromDate: today, toDate: today });
  });

  test("of a preset ends today: the week begins on Saturday, the Solar month with its first day", () => {
    const wednesday = "2026-04-08" as BusinessDate;
    expect(namedPeriods.map((preset) => frameOf(preset, wednesday).fromDate)).toEqual([
      "2026-04-08",
      "2026-04-04",
      "2026-04-01",
      "2026-03-21",
    ]);
    expect(namedPeriods.map((preset) => presetOf(frameOf(preset, wednesday), wednesday))).toEqual(namedPeriods);
    expect(presetOf({ fromDate: "2026-04-01", toDate: "2026-04-07" }, wednesday)).toBeUndefined();
    expect(frameOf("week", "2026-04-04" as BusinessDate).fromDate).toBe("2026-04-04");
    expect(frameOf("week", "2026-04-03" as BusinessDate).fromDate).toBe("2026-03-28");
  });

  test("that ends before it begins is named as wrong", async () => {
    await open({ at: "/dashboard?fromDate=2026-03-05&toDate=2026-03-01" });
    expect(screen.getAllByText("The end date must not be before the start date").length).toBeGreaterThan(0);
  });
});

describe("the charts", () => {
  test("say what they show, and stand as tables whose days become the time frame", async () => {
    const { user, router } = await open();
    const hawalas = part("Hawalas per day");
    const said = await hawalas.findByRole("img", {
      name: /^Hawalas per day from 2026-03-20 to 2026-03-21: 3 pending, 1,200 passed/,
    });
    expect(said).toBeDefined();
    await part("Cash at shop").findByRole("img", {
      name: /^AFN in cash from .*: lowest 1,000.00, highest 1,029.00, now 1,029.00/,
    });
    await user.click(hawalas.getByRole("radio", { name: "Table" }));
    const rows = hawalas.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual(["DatePendingPassedCancelledTotal", "2026-03-212035", "2026-03-2011,20001,201"]);
    await user.click(hawalas.getByRole("link", { name: "Show only 2026-03-20" }));
    expect(router.state.location.search).toEqual({ fromDate: "2026-03-20", toDate: "2026-03-20" });
    await user.click(part("Cash at shop").getByRole("radio", { name: "Table" }));
    const cash = part("Cash at shop").getAllByRole("row");
    expect(cash).toHaveLength(31);
    expect(cash[0]?.textContent).toBe("DateAFNUSD");
    expect(cash[1]?.textContent).toContain("1,029.00");
    expect(cash[1]?.textContent).toContain("minus 200.50 USD");
  });

  test("by month name the month, which becomes those of its days that are shown", async () => {
    const hawalaDays = {
      fromDate: "2025-02-10",
      toDate: today,
      unit: "month",
      points: [
        { date: "2025-02-01", pending: 1, passed: 0, cancelled: 0 },
        { date: "2025-12-01", pending: 1, passed: 0, cancelled: 0 },
        { date: "2026-03-01", pending: 1, passed: 0, cancelled: 0 },
      ],
    } as const;
    const { user } = await open({
      change: { hawalaDays: { ...hawalaDays, points: [...hawalaDays.points] } },
    });
    const months = part("Hawalas per month");
    await user.click(months.getByRole("radio", { name: "Table" }));
    const targets = months.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(targets).toEqual([
      ["2026-03", "/dashboard?fromDate=2026-03-01&toDate=2026-03-21"],
      ["2025-12", "/dashboard?fromDate=2025-12-01&toDate=2025-12-31"],
      ["2025-02", "/dashboard?fromDate=2025-02-10&toDate=2025-02-28"],
    ]);
  });

  test("say that nothing was held, and that the period has no hawalas", async () => {
    const nothing = { ...figures.hawalaDays, points: [{ date: today, pending: 0, passed: 0, cancelled: 0 }] };
    const cashDays = {
      ...figures.cashDays,
      currencies: figures.cashDays.currencies.map((held) => ({ ...held, balances: ["0.00"] })),
    };
    await open({ at: "/dashboard?fromDate=2026-03-20", change: { hawalaDays: nothing, cashDays } });
    const hawalas = part("Hawalas per day");
    expect(hawalas.getByText("No hawalas in selected period")).toBeDefined();
    expect(hawalas.getByText("2026-03-20 to 2026-03-21")).toBeDefined();
    expect(part("Cash at shop").getAllByText("None held in 30 days")).toHaveLength(2);
  });

  test("are saved as files of what is shown, and say so when they cannot be", async () => {
    const files = savings();
    const { user, asked } = await open({
      at: "/dashboard?fromDate=2026-03-20",
      "GET /api/dashboard/hawala-days/export": savedFile("hawalas-per-day.csv"),
      "GET /api/dashboard/cash-days/export": refusal(503, "unavailable", "The database is away."),
    });
    await user.click(part("Hawalas per day").getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
    await screen.findByText("Saved as hawalas-per-day.csv");
    expect(files).toEqual(["hawalas-per-day.csv"]);
    expect(asked("/api/dashboard/hawala-days/export")).toEqual([{ fromDate: "2026-03-20", format: "csv" }]);
    await user.click(part("Cash at shop").getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Spreadsheet (.xlsx)" }));
    await screen.findByText("The database is away.");
  });
});
