import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { listCurrencies } from "#contract/currencies.ts";
import { read } from "#web/lib/query.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AwayNotice } from "./away-notice.tsx";

afterEach(() => vi.unstubAllGlobals());

function Currencies() {
  const { data } = useQuery(read(listCurrencies));
  return <p>{data === undefined ? "nothing" : `${String(data.length)} currencies`}</p>;
}

test("a server that is away is said so; once it answers, the notice goes and what had failed is loaded", async () => {
  let said: Said = "no answer";
  replying({ "GET /api/currencies": () => said, "GET /readyz": () => said });
  const user = userEvent.setup();
  await stage(
    <>
      <Currencies />
      <AwayNotice />
    </>,
  );
  await screen.findByText("The server cannot be reached");
  const retry = screen.getByRole("button", { name: "Retry" });
  await waitFor(() => expect(retry).toHaveProperty("disabled", false));
  said = { body: [] };
  await user.click(retry);
  await screen.findByText("0 currencies");
  expect(screen.queryByText("The server cannot be reached")).toBeNull();
});
