import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, onTestFinished } from "vitest";

import type { Currency } from "#contract/currencies.ts";
import { keepLive } from "#web/lib/live.ts";
import { playingSources } from "#web/testing/event-source.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { addressOf, refusal, type Said } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { Money } from "#web/ui/amount/money.tsx";

import { Layout } from "./layout.tsx";

/** The office's list with the Canadian dollar under this symbol. */
function withDollar(symbol: string): readonly Currency[] {
  return startCurrencies.flatMap((row) => (row.id === 1 ? [row, { ...row, id: 5, code: "CAD", symbol }] : [row]));
}

/** A page that asks for no currencies itself: an amount in a row, and one that is being typed. */
function Counter() {
  const [value, setValue] = useState("");
  return (
    <>
      <p aria-label="Sum">
        <Money value="-1234.50" currency="CAD" />
      </p>
      <p aria-label="Pounds">
        <Money value="5.00" currency="GBP" />
      </p>
      <AmountInput label="Amount" value={value} onChange={setValue} currency="CAD" />
    </>
  );
}

/** A signed-in person's frame around that page; what the server says of the currencies can be changed. */
async function counter(first: Said) {
  let said = first;
  const sources = playingSources();
  const fetched = replyingOffice({ "GET /api/currencies": () => said, "GET /api/accounts/11/balances": { body: [] } });
  const { client } = await stage(
    <>
      <Layout />
      <Counter />
    </>,
  );
  onTestFinished(keepLive(client));
  sources.at(-1)?.says("run.1", []);
  return {
    client,
    user: userEvent.setup({ delay: null }),
    sum: () => screen.getByLabelText("Sum").querySelector("[aria-hidden]")?.textContent,
    pounds: () => screen.getByLabelText("Pounds").querySelector("[aria-hidden]")?.textContent,
    field: () => screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" }),
    reads: () => fetched.mock.calls.filter(([address]) => addressOf(address).pathname === "/api/currencies").length,
    /** Another desk has stored it. */
    changed: (next: Said) => {
      said = next;
      sources.at(-1)?.says("run.2", ["currencies"]);
    },
  };
}

it("writes an amount with the symbol that the office gave its currency, on a page that reads no currencies itself", async () => {
  const { sum, pounds, reads } = await counter({ body: withDollar("C$") });
  await waitFor(() => expect(sum()).toBe("-C$1,234.50 CAD"));
  expect(screen.getByText("C$")).toBeDefined();
  // The office has none: partners send them.
  expect(pounds()).toBe("£5.00 GBP");
  expect(reads()).toBe(1);
});

it("follows a symbol that is changed at another desk, and leaves what is being typed where it is", async () => {
  const { sum, field, user, changed } = await counter({ body: withDollar("C$") });
  await waitFor(() => expect(sum()).toBe("-C$1,234.50 CAD"));
  const before = field();
  await user.type(before, "12.5");
  changed({ body: withDollar("Can$") });
  await waitFor(() => expect(sum()).toBe("-Can$1,234.50 CAD"));
  expect(screen.getByText("Can$")).toBeDefined();
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe("12.5");
});

it("writes the code until a symbol is known, and again once it is forgotten or cannot stand before figures", async () => {
  const { client, sum, pounds, changed } = await counter(refusal(503, "unavailable", "Away"));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(sum()).toBe("-CAD\u00A01,234.50 CAD");
  changed({ body: withDollar("C$") });
  await waitFor(() => expect(sum()).toBe("-C$1,234.50 CAD"));
  changed({ body: withDollar("C1") });
  await waitFor(() => expect(sum()).toBe("-CAD\u00A01,234.50 CAD"));
  changed({ body: withDollar("C$") });
  await waitFor(() => expect(sum()).toBe("-C$1,234.50 CAD"));
  client.clear();
  await waitFor(() => expect(sum()).toBe("-CAD\u00A01,234.50 CAD"));
  expect(pounds()).toBe("£5.00 GBP");
});
