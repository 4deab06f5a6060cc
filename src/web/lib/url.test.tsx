import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { z } from "zod";

import { stage } from "#web/testing/stage.tsx";

import { dayInUrl, idInUrl, plainSearch, useRouteId, useUrlState } from "./url.ts";

const filters = z.object({ q: z.string().catch(""), status: z.enum(["active", "closed"]).optional().catch(undefined) });

function Filters() {
  const [value, set] = useUrlState(filters);
  return (
    <button type="button" onClick={() => set({ q: "0012", status: undefined })}>
      {JSON.stringify(value)}
    </button>
  );
}

test("an id of the view state is one that a row can have, written as the product writes it", () => {
  const ids = ["7", "2147483647", "", "0", "007", "2147483648", "12a", "-1", "99999999999", 7].map((text) => idInUrl.parse(text));
  expect(ids).toEqual(["7", "2147483647", "", "", "", "", "", "", "", ""]);
});

test("a day of the view state is one that a calendar has, as days are written everywhere", () => {
  const days = ["2026-03-21", "", "2026-02-30", "2026/3/21", "20260321", "۲۰۲۶-۰۳-۲۱", "any"].map((text) => dayInUrl.parse(text));
  expect(days).toEqual(["2026-03-21", "", "", "", "", "", ""]);
});

function Id() {
  return <p>{String(useRouteId())}</p>;
}

test("filters are read from the address, and nonsense in it counts as none", async () => {
  await stage(<Filters />, { at: "/here?q=12&status=lost" });
  expect(screen.getByRole("button").textContent).toBe('{"q":"12"}');
});

test("a filter that is set replaces the entry of the history, and an empty one leaves the address", async () => {
  const { router } = await stage(<Filters />, { at: "/here?status=closed&tab=2" });
  const entries = router.history.length;
  act(() => screen.getByRole("button").click());
  await waitFor(() => expect(screen.getByRole("button").textContent).toBe('{"q":"0012"}'));
  expect(router.state.location.href).toBe("/here?tab=2&q=0012");
  expect(router.history.length).toBe(entries);
});

test("an answer that sets a filter late does not undo what was set since it was asked for", async () => {
  const late = Promise.withResolvers<void>();
  function Late() {
    const [, set] = useUrlState(filters);
    const ask = async (): Promise<void> => {
      await late.promise;
      set({ q: "2002" });
    };
    return (
      <>
        <button type="button" onClick={() => void ask()}>
          Ask
        </button>
        <button type="button" onClick={() => set({ status: "active" })}>
          Active
        </button>
      </>
    );
  }
  const { router } = await stage(<Late />, { at: "/here" });
  act(() => screen.getByText("Ask").click());
  act(() => screen.getByText("Active").click());
  await waitFor(() => expect(router.state.location.search).toEqual({ status: "active" }));
  late.resolve();
  await waitFor(() => expect(router.state.location.search).toEqual({ status: "active", q: "2002" }));
});

test("what looks like a number in the address stays text", () => {
  expect(plainSearch.parseSearch("?q=0012&on=true")).toEqual({ q: "0012", on: "true" });
  expect(plainSearch.stringifySearch({ q: "0012", none: undefined, empty: "" })).toBe("?q=0012");
  expect(plainSearch.stringifySearch({})).toBe("");
});

test.each([
  ["7", "7"],
  ["2147483647", "2147483647"],
  ["2147483648", "undefined"],
  ["0", "undefined"],
  ["-1", "undefined"],
  ["1e3", "undefined"],
  ["abc", "undefined"],
])("the id %s of an address is %s", async (id, expected) => {
  await stage(<Id />, { at: `/accounts/view/${id}`, pattern: "/accounts/view/$id" });
  expect(screen.getByText(expected)).toBeDefined();
});
