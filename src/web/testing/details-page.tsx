import userEvent from "@testing-library/user-event";

import { HawalaDetailsPage } from "#web/features/hawalas/details/details-page.tsx";

import { addressesOf } from "./addresses.ts";
import { replyingHawalas } from "./pass-page.tsx";
import type { Replies } from "./replies.ts";
import { stage } from "./stage.tsx";

const totals = [
  {
    direction: "incoming",
    status: "Pending",
    currency: "AFN",
    hawalas: 1,
    amount: "100.00",
    rAmount: "9200.00",
    intoUSD: "131.43",
    withoutUSD: 0,
  },
  {
    direction: "incoming",
    status: "Passed",
    currency: "AFN",
    hawalas: 1,
    amount: "100.00",
    rAmount: "9200.00",
    intoUSD: "131.43",
    withoutUSD: 2,
  },
  {
    direction: "outgoing",
    status: "sent",
    currency: "USD",
    hawalas: 1,
    amount: null,
    rAmount: "495.00",
    intoUSD: null,
    withoutUSD: null,
  },
];

/** Opens Hawala Details at an address. */
export async function detailsPage(at: string, replies: Replies = {}) {
  const fetched = replyingHawalas({ "GET /api/hawala-totals": { body: totals }, ...replies });
  const staged = await stage(<HawalaDetailsPage />, { at: `/transactions/hawala-details${at}` });
  const asked = (path: string) =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { ...staged, asked, user: userEvent.setup({ delay: null }) };
}
