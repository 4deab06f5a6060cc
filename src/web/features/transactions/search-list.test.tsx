import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { beginAfresh } from "#web/testing/afresh.ts";
import { refusal } from "#web/testing/replies.ts";
import { listed, rows, searchPage } from "#web/testing/search-page.tsx";

beginAfresh();

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
