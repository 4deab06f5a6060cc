import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { officeAccounts } from "#web/testing/office.ts";
import { refusal } from "#web/testing/replies.ts";
import { listed, rows, searchPage } from "#web/testing/search-page.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

it("results that could not be read again stay, with the reason above them", async () => {
  let away = false;
  const { client, press } = await searchPage("?searchWhat=All", {
    "GET /api/transactions/search": () => (away ? refusal(500, "unexpected", "") : listed(rows)),
  });
  const row = () => screen.findByRole("button", { name: "Open transaction 7" });
  await row();
  away = true;
  void client.invalidateQueries({ queryKey: queryKeys.noun("transactions") });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to search transactions");
  await row();
  // Nobody asked for it, so nobody is interrupted by a toast.
  expect(screen.queryByText("Error")).toBeNull();
  away = false;
  await press("Retry");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await row();
});

it("a last page whose rows were deleted meanwhile does not say that nothing was found", async () => {
  const none = listed([], { "x-total-count": "50" });
  await searchPage("?searchWhat=All&cursor=c2&from=51", { "GET /api/transactions/search": none });
  await screen.findByRole("heading", { name: "Search Results (50 transactions found)" });
  expect(screen.getByText("No more transactions found")).toBeDefined();
  expect(screen.queryByText("No transactions found")).toBeNull();
  expect(screen.getByRole("button", { name: "Previous page" })).toBeDefined();
});

it("while a later page is on its way, the rows of the one before are not counted twice", async () => {
  const answer = Promise.withResolvers<void>();
  const full = Array.from({ length: 50 }, (_, index) => transactionRow({ id: 101 + index }));
  const { press } = await searchPage("?searchWhat=All", {
    "GET /api/transactions/search": async (_body, { searchParams }) => {
      const page = { "x-total-count": "51", "x-total-count-is": "at-least" };
      if (!searchParams.has("cursor")) return listed(full, { ...page, "x-next-cursor": "c2" });
      await answer.promise;
      return listed([transactionRow({ id: 100 })], page);
    },
  });
  await screen.findByRole("button", { name: "Open transaction 101" });
  await press("Next page");
  await waitFor(() => expect(screen.getByRole("region", { name: "Search results" }).getAttribute("aria-busy")).toBe("true"));
  expect(screen.getByRole("heading", { name: "Search Results (51+ transactions found)" })).toBeDefined();
  answer.resolve();
  await screen.findByRole("button", { name: "Open transaction 100" });
});

it("a search waits for the account that was typed just before, and searches among its transactions alone", async () => {
  const held = Promise.withResolvers<void>();
  const { user, asked } = await searchPage("", {
    "GET /api/accounts": async (_body, { searchParams }) => {
      const q = searchParams.get("q") ?? "";
      const ids = searchParams.get("ids")?.split(",");
      if (q === "2002") await held.promise;
      return listed(officeAccounts.filter(({ id, accountCode }) => ids?.includes(String(id)) ?? accountCode.includes(q)));
    },
  });
  await user.type(screen.getByRole("combobox", { name: "Account" }), "2002{Tab}");
  await user.type(screen.getByLabelText("Narrative"), "rent{Enter}");
  expect(asked("/api/transactions/search")).toEqual([]);
  held.resolve();
  await screen.findByRole("button", { name: "Open transaction 7" });
  expect(asked("/api/transactions/search")).toEqual([{ accountId: "102", narrative: "rent", limit: "50" }]);
});

it("a search does not run past a text that is no account; New Search takes it away", async () => {
  const { user, asked, press } = await searchPage("", { "GET /api/accounts": listed([]) });
  const account = screen.getByRole<HTMLInputElement>("combobox", { name: "Account" });
  await user.type(account, "nobody{Tab}");
  await user.type(screen.getByLabelText("Narrative"), "rent{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(account));
  expect(account.value).toBe("nobody");
  await press("New Search");
  expect(account.value).toBe("");
  expect(asked("/api/transactions/search")).toEqual([]);
});
