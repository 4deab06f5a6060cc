import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test } from "vitest";

import { listCurrencies } from "#contract/currencies.ts";
import { healthz, readyz } from "#contract/health.ts";
import { call } from "#web/lib/api.ts";
import { noteConnection } from "#web/lib/connection.ts";
import { keepLive } from "#web/lib/live.ts";
import { newQueryClient, read } from "#web/lib/query.ts";
import { playingSources } from "#web/testing/event-source.ts";
import { addressOf, refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AwayNotice } from "./away-notice.tsx";

function Currencies() {
  const { data } = useQuery(read(listCurrencies));
  return <p>{data === undefined ? "nothing" : `${String(data.length)} currencies`}</p>;
}

test("a server that is away is said so; once it answers, the notice goes and what had failed is loaded", async () => {
  let said: Said = "no answer";
  replying({ "GET /api/currencies": () => said, "GET /readyz": () => said });
  const user = userEvent.setup({ delay: null });
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

test.each([502, 503, 504])("a server in whose place a proxy answers by %i is away", async (status) => {
  let said = refusal(status, "unexpected", "");
  replying({ "GET /api/currencies": () => said, "GET /readyz": () => said });
  const { client } = await stage(
    <>
      <Currencies />
      <AwayNotice />
    </>,
  );
  await screen.findByText("The server cannot be reached");
  said = { body: [] };
  await client.refetchQueries({ queryKey: read(listCurrencies).queryKey });
  await waitFor(() => expect(screen.queryByText("The server cannot be reached")).toBeNull());
});

test("a server that is up, but whose database is away, stays away, whatever it says of itself", async () => {
  let alive: Said = { body: { status: "ok" } };
  // What asks for the database as well gets no answer as long as this looks.
  replying({ "GET /healthz": () => alive, "GET /readyz": () => new Promise<Said>(() => undefined) });
  await stage(<AwayNotice />);
  act(() => noteConnection("away"));
  await act(() => call(healthz));
  screen.getByText("The server cannot be reached");
  act(() => noteConnection("up"));
  expect(screen.queryByText("The server cannot be reached")).toBeNull();
  alive = "no answer";
  await act(() => call(healthz).catch(() => undefined));
  screen.getByText("The server cannot be reached");
  act(() => noteConnection("up"));
});

test("a server whose disk is full is not said to be away: it answers, and asking again does not help", async () => {
  let said = refusal(503, "disk_full", "The disk of the server is full");
  replying({ "GET /api/currencies": () => said, "GET /readyz": () => said });
  const { client } = await stage(
    <>
      <Currencies />
      <AwayNotice />
    </>,
  );
  const { queryKey } = read(listCurrencies);
  await waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe("error"));
  expect(screen.queryByText("The server cannot be reached")).toBeNull();
  said = refusal(503, "unavailable", "The database is away");
  await client.refetchQueries({ queryKey });
  await screen.findByText("The server cannot be reached");
  said = { body: [] };
  await client.refetchQueries({ queryKey });
  await waitFor(() => expect(screen.queryByText("The server cannot be reached")).toBeNull());
});

test("what fails although the server is there is read again once, and anew when the server was away meanwhile", async () => {
  let [said, ready]: Said[] = [refusal(503, "busy", "The server is busy at the moment"), { body: { status: "ok" } }];
  const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
  // Not within the same moment, as no line answers.
  const fetched = replying({
    "GET /api/currencies": () => pause(20).then(() => said ?? "no answer"),
    "GET /readyz": () => pause(20).then(() => ready ?? "no answer"),
  });
  const reads = () => fetched.mock.calls.filter(([address]) => addressOf(address).pathname === "/api/currencies").length;
  const { client } = await stage(
    <>
      <Currencies />
      <AwayNotice />
    </>,
  );
  await waitFor(() => expect(reads()).toBe(2));
  await act(() => pause(300));
  expect(reads()).toBe(2);
  expect(screen.queryByText("The server cannot be reached")).toBeNull();

  ready = "no answer";
  await client.refetchQueries({ queryKey: read(listCurrencies).queryKey });
  await waitFor(() => expect(client.getQueryState(read(readyz).queryKey)?.status).toBe("error"));
  [said, ready] = [{ body: [] }, { body: { status: "ok" } }];
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("0 currencies");
  expect(reads()).toBe(4);

  // Once more without an end in sight: that it was away before is over.
  said = refusal(503, "busy", "The server is busy at the moment");
  await client.refetchQueries({ queryKey: read(listCurrencies).queryKey });
  await waitFor(() => expect(reads()).toBe(6));
  await act(() => pause(300));
  expect(reads()).toBe(6);
});

test("a screen that is not told of changes any more says quietly that its figures may be old, until it is told again", async () => {
  const sources = playingSources();
  await stage(<AwayNotice />);
  onTestFinished(keepLive(newQueryClient()));
  sources.at(-1)?.says("run.1", []);
  sources.at(-1)?.breaks("cut");
  expect(screen.queryByText("Offline: figures may be old")).toBeNull();
  const notice = await screen.findByText("Offline: figures may be old", {}, { timeout: 10_000 });
  expect(notice.closest("[role=status]")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  sources.at(-1)?.says("run.1", []);
  await waitFor(() => expect(screen.queryByText("Offline: figures may be old")).toBeNull());
});
