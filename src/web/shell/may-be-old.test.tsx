import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { AccountBalances } from "#web/features/accounts/balances-card.tsx";
import { ChainCard } from "#web/features/audit-log/chain-card.tsx";
import { CurrenciesModal } from "#web/features/dashboard/currencies-modal.tsx";
import { SerialCounters } from "#web/features/hawalas/serial/serial-counters.tsx";
import { nounsChanged, nounsOf } from "#web/lib/query.ts";
import { detailsPage } from "#web/testing/details-page.tsx";
import { chooseBothSides, stageExchange } from "#web/testing/exchange.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { passPage } from "#web/testing/pass-page.tsx";
import { addressOf } from "#web/testing/replies.ts";
import { searchPage } from "#web/testing/search-page.tsx";
import { stage } from "#web/testing/stage.tsx";

const words = "These figures may be old: they could not be read again.";

/** From now on the server fails at this path, until what is returned is called. */
function failing(path: string): () => void {
  const works = globalThis.fetch;
  vi.stubGlobal("fetch", async (...given: Parameters<typeof fetch>) =>
    addressOf(given[0]).pathname === path
      ? Response.json({ message: "Something went wrong", code: "unexpected", requestId: "request-9" }, { status: 500 })
      : works(...given),
  );
  return () => vi.stubGlobal("fetch", works);
}

/** Each screen with figures that go on standing: how it comes to show them, where they come from, and where that is said. */
const screens = [
  {
    name: "the balances of an account",
    path: "/api/accounts/102/balances",
    places: 1,
    open: async () => {
      replyingOffice();
      const staged = await stage(<AccountBalances id={102} />);
      await screen.findAllByText(/1,000\.00/);
      return staged;
    },
  },
  {
    name: "the rate and the position of an exchange",
    path: "/api/exchange-context",
    places: 2,
    open: async () => {
      const staged = await stageExchange();
      await chooseBothSides(staged.user);
      await screen.findByRole("button", { name: "Board 70.00" });
      return staged;
    },
  },
  {
    name: "the totals of hawalas",
    path: "/api/hawala-totals",
    places: 1,
    open: async () => {
      const staged = await detailsPage("");
      await screen.findByRole("table", { name: "Totals" });
      return staged;
    },
  },
  {
    name: "the counts of hawalas",
    path: "/api/hawala-totals",
    places: 1,
    open: async () => {
      replyingOffice({ "GET /api/hawala-totals": { body: [] } });
      const staged = await stage(<SerialCounters />);
      await screen.findAllByText("0");
      return staged;
    },
  },
  {
    name: "the rates of the currencies",
    path: "/api/currencies",
    places: 1,
    open: async () => {
      replyingOffice();
      const staged = await stage(<CurrenciesModal opened onClose={() => undefined} />);
      await screen.findByText("US Dollar");
      return staged;
    },
  },
  {
    name: "what the last verification of the books has found",
    path: "/api/verification",
    places: 1,
    open: async () => {
      replyingOffice({
        "GET /api/audit-log/chain": { body: { seals: 0, sealedUpTo: null, head: "", waiting: 0, most: 100 } },
        "GET /api/verification": { body: null },
      });
      const staged = await stage(<ChainCard />);
      await screen.findByText(/have not been verified yet/);
      return staged;
    },
  },
  {
    name: "a hawala that is open",
    path: "/api/hawala/1",
    places: 1,
    open: async () => {
      const staged = await passPage("?selected=1");
      await staged.opened("LDN-1");
      return staged;
    },
  },
  {
    name: "a transaction that is open",
    path: "/api/transactions/7",
    places: 1,
    open: async () => {
      const staged = await searchPage("?searchWhat=All&selected=7");
      await within(await screen.findByRole("dialog", { name: "Transaction 7" })).findByRole("button", { name: "Edit" });
      return staged;
    },
  },
  {
    name: "the cash that pays several hawalas",
    path: "/api/accounts/11/balances",
    places: 1,
    open: async () => {
      const staged = await passPage("");
      await staged.user.click(await screen.findByRole("checkbox", { name: "Choose all that are pending" }));
      await staged.press("Pass 2 hawalas");
      await screen.findByText("Not enough cash in Cash at Shop: USD");
      return staged;
    },
  },
];

it.each(screens)("$name that cannot be read again stays, is said to be old, and is read once more on Retry", async (shown) => {
  const { client } = await shown.open();
  expect(screen.queryByText(words)).toBeNull();
  const works = failing(shown.path);
  await act(() => nounsChanged(client, Object.values(nounsOf).flat()));
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(shown.places));
  const [notice] = screen.getAllByRole("alert", { name: words });
  if (notice === undefined) throw new Error("nothing is said");
  expect(notice.textContent).toContain("request-9");
  const user = userEvent.setup({ delay: null });
  const retry = within(notice).getByRole("button", { name: "Retry" });
  await user.click(retry);
  await waitFor(() => expect(retry.getAttribute("aria-disabled")).toBeNull());
  expect(document.activeElement).toBe(retry);
  works();
  await user.click(retry);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});
