import userEvent from "@testing-library/user-event";

import type { CurrencyPosition, PositionDeal, PositionReport } from "#contract/currency-position.ts";
import { CurrencyPositionPage } from "#web/features/reports/currency-position/position-page.tsx";

import { addressesOf } from "./addresses.ts";
import { replying, type Replies } from "./replies.ts";
import { stage } from "./stage.tsx";

/** Who recorded the deals. */
export const karim = "3f3b1c0a-0000-4000-8000-00000000000a";

const dollars: CurrencyPosition = {
  currencyId: 2,
  currency: "USD",
  isBase: false,
  quote: { unit: "USD", priced: "AFN" },
  openingQuantity: "10000.00",
  deals: 2,
  bought: "500.00",
  sold: "200.00",
  realised: "137.14",
  closingQuantity: "10300.00",
  averageRate: "69.51428544",
  cost: "715997.14",
  boardRate: "70.00000000",
  value: "721000.00",
  unrealised: "5002.86",
};

const rupees: CurrencyPosition = {
  ...dollars,
  currencyId: 4,
  currency: "PKR",
  quote: { unit: "PKR", priced: "AFN" },
  openingQuantity: "0.00",
  bought: "0.00",
  sold: "27800.00",
  deals: 1,
  realised: "-12.50",
  closingQuantity: "-27800.00",
  averageRate: "0.25179856",
  cost: "-7000.00",
  boardRate: "0.25000000",
  value: "-6950.00",
  unrealised: "50.00",
};

const afghani: CurrencyPosition = {
  ...dollars,
  currencyId: 1,
  currency: "AFN",
  isBase: true,
  quote: null,
  openingQuantity: "-695000.00",
  closingQuantity: "-715860.00",
  averageRate: null,
  boardRate: null,
  realised: "0.00",
  unrealised: "0.00",
};

/** A house whose base currency is the afghani: long of dollars, short of rupees. */
export const positionReport: PositionReport = {
  baseCurrency: "AFN",
  today: "2026-03-21",
  currencies: [afghani, dollars, rupees],
  chosen: null,
  totals: { deals: 3, realised: "124.64", cost: "708997.14", value: "714050.00", unrealised: "5052.86" },
  users: [
    {
      userId: karim,
      username: "karim",
      fullName: "Karim Ahmadi",
      deals: 3,
      realised: "124.64",
      currencies: [{ currencyId: 2, currency: "USD", deals: 2, realised: "137.14" }],
    },
  ],
  profits: { step: "day", points: [{ date: "2026-03-01", realised: "124.64" }] },
};

/** The sale of the example. */
export const soldDollars: PositionDeal = {
  transactionId: 7,
  transDate: "2026-03-02",
  transType: "Exchange",
  recordedBy: "karim",
  bought: null,
  sold: "200.00",
  otherCurrency: "AFN",
  otherAmount: "14040.00",
  exRate: "70.20000000",
  value: "14040.00",
  isByBoard: false,
  quantityBefore: "10500.00",
  quantityAfter: "10300.00",
  averageBefore: "69.51428571",
  averageAfter: "69.51428544",
  realised: "137.14",
};

const path = "/api/reports/currency-position";

/** Opens Currency Position at an address. */
export async function positionPage(at: string, replies: Replies = {}) {
  const fetched = replying({
    [`GET ${path}`]: (_body, { searchParams }) => {
      const chosen = positionReport.users.find(({ userId }) => userId === searchParams.get("userId"));
      return { body: { ...positionReport, chosen: chosen ?? null } };
    },
    [`GET ${path}/deals`]: { body: [soldDollars], headers: { "x-total-count": "1" } },
    ...replies,
  });
  const staged = await stage(<CurrencyPositionPage />, {
    at: `/reports/currency-position${at}`,
    office: { baseCurrency: "AFN" },
  });
  const asked = (wanted: string) =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === wanted)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { ...staged, asked, user: userEvent.setup({ delay: null }) };
}
