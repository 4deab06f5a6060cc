import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { vi } from "vitest";

import type { AdminFigures, Dashboard } from "#contract/dashboard.ts";
import type { Hawala } from "#contract/hawalas.ts";
import type { Role } from "#contract/permissions.ts";
import { DashboardPage } from "#web/features/dashboard/dashboard-page.tsx";

import { addressesOf } from "./addresses.ts";
import { hawalaRow } from "./hawalas.ts";
import { replying, type Replies, type Said } from "./replies.ts";
import { startCurrencies } from "./rows.ts";
import { stage } from "./stage.tsx";

/** The office stands at 21 March 2026, 1 Hamal 1405. */
export const today = "2026-03-21";

const afghani = { currencyId: 1, currency: "AFN", symbol: "؋" };
const dollars = { currencyId: 2, currency: "USD", symbol: "$" };

/** Three hawalas: one waits, one was paid, one was cancelled. */
export const waiting = hawalaRow({ id: 1 });
export const paid = hawalaRow({ id: 2, hawalaStatus: "Passed", receiverName: "Nadia", ...dollars, rAmount: "300.00" });
export const gone = hawalaRow({ id: 3, hawalaStatus: "Cancelled", receiverName: "Zahra" });

export const adminFigures: AdminFigures = {
  todaysActivity: 4,
  usd: {
    totalUsd: "64044.88",
    withoutUsd: 2,
    senderCode: "2001",
    partnerName: "Sherullah",
    partnerAccountId: 107,
    countedFrom: "2025-08-18",
  },
  accounts: 61,
  currencies: { all: 4, active: 3 },
  database: { isHealthy: true, version: "18.4", sizeBytes: 20_400_000 },
  lastGoodBackup: { finishedAt: new Date().toISOString() },
  isBackupOverdue: false,
};

const dates = Array.from({ length: 30 }, (_unused, index) => new Date(Date.UTC(2026, 1, 20 + index)).toISOString().slice(0, 10));

export const figures: Dashboard = {
  today,
  senderCode: "2001",
  hawalas: { all: 320, pending: 143, passed: 154, cancelled: 23 },
  amounts: [
    { ...afghani, hawalas: 201, amount: "3832838.50", pending: "1832549.00", passed: "2000289.50", cancelled: "100.00" },
    { ...dollars, hawalas: 1, amount: "300.00", pending: "0.00", passed: "300.00", cancelled: "0.00" },
  ],
  recent: [waiting, paid, gone],
  hawalaDays: {
    fromDate: "2026-03-20",
    toDate: today,
    unit: "day",
    points: [
      { date: "2026-03-20", pending: 1, passed: 1200, cancelled: 0 },
      { date: today, pending: 2, passed: 0, cancelled: 3 },
    ],
  },
  cashDays: {
    dates,
    currencies: [
      { ...afghani, balances: dates.map((_date, index) => `${String(1000 + index)}.00`) },
      { ...dollars, balances: dates.map(() => "-200.50") },
    ],
  },
  cash: [
    { ...afghani, balance: "969940.00" },
    { ...dollars, balance: "-200.50" },
  ],
  books: [{ ...afghani, opening: "960000.00", in: "10000.00", out: "60.00", current: "969940.00" }],
  verification: {
    balanced: true,
    startedAt: "2026-03-20T20:30:00.000Z",
    finishedAt: "2026-03-20T20:30:01.000Z",
    faults: [],
  },
  senderBalances: [
    { accountCode: "2001", accountName: "Sherullah", ...afghani, currencySymbol: "؋", totalBalance: "-9200.00" },
    { accountCode: "2001", accountName: "Sherullah", ...dollars, currencySymbol: "$", totalBalance: "31816.94" },
  ],
};

export const dashboardOf = (change: Partial<Dashboard> = {}, admin: Partial<AdminFigures> = {}): Said => ({
  body: { ...figures, admin: { ...adminFigures, ...admin }, ...change },
});

/** The accounts whose balances can be watched: 2001 to 2006, all of dollars, the last one owing us. */
export function balancesAsked(body: unknown): Said {
  const { accountCodes } = body as { accountCodes: string[] };
  const isKnown = (code: string): boolean => /^200[1-6]$/.test(code);
  return {
    body: {
      balances: accountCodes.filter(isKnown).map((accountCode) => ({
        accountCode,
        accountName: `Holder of ${accountCode}`,
        ...dollars,
        currencySymbol: "$",
        totalBalance: accountCode === "2006" ? "-50.00" : "1250.00",
      })),
      unknown: accountCodes.filter((code) => !isKnown(code)),
    },
  };
}

/** The hawalas behind a card, as far as the tests narrow. */
export function hawalasOf(rows: readonly Hawala[]) {
  return (_body: unknown, { searchParams }: URL): Said => {
    const [card, q] = [searchParams.get("filter") ?? "total", (searchParams.get("q") ?? "").toLowerCase()];
    const wanted = searchParams.get("currency") ?? "";
    const found = rows.filter(
      ({ hawalaNo, receiverName, senderName, hawalaStatus, currency }) =>
        (["total", "today"].includes(card) ||
          (card === "standing" ? hawalaStatus !== "Cancelled" : hawalaStatus.toLowerCase() === card)) &&
        (wanted === "" || currency === wanted) &&
        [hawalaNo, receiverName, senderName, hawalaStatus, currency].join(" ").toLowerCase().includes(q),
    );
    return { body: found, headers: { "x-total-count": String(found.length) } };
  };
}

/** Answers to calls, beside what else a test says. */
export type Calls = { readonly [call: `${"GET" | "POST" | "PUT"} ${string}`]: Replies[string] };
export type DashboardStaging = { readonly role?: Role; readonly at?: string } & Calls;

/** Opens the dashboard as somebody of a role, admin unless said. */
export function dashboardPage(staging: DashboardStaging = {}) {
  return dashboardParts(<DashboardPage />, staging);
}

/** Opens some of its parts alone: a page draws much that a test of one part does not look at. */
export async function dashboardParts(
  parts: ReactElement,
  { role = "admin", at = "/dashboard", ...replies }: DashboardStaging = {},
) {
  const fetched = replying({
    "GET /api/dashboard": role === "admin" ? dashboardOf() : { body: figures },
    "GET /api/dashboard/hawalas": hawalasOf([waiting, paid, gone]),
    "POST /api/account-balances": balancesAsked,
    "GET /api/currencies": { body: startCurrencies },
    ...replies,
  });
  const staged = await stage(parts, { at, user: { role } });
  const asked = (path: string) =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { ...staged, fetched, asked, user: userEvent.setup({ delay: null }) };
}

/** A titled part of the page. */
export const part = (name: string) => within(screen.getByRole("region", { name }));
/** The window that is open. */
export const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

/** A file as the server sends it. */
export const savedFile = (name: string): Said => ({
  body: {},
  headers: { "content-disposition": `attachment; filename="${name}"` },
});

/** Notes what the browser is told to save, without saving it. */
export function savings(): readonly string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
