import { focusManager, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { listCurrencies } from "#contract/currencies.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";

import { newQueryClient, read } from "./query.ts";

let said: Said;
let fetched: ReturnType<typeof replying>;
beforeEach(() => {
  said = { body: [] };
  vi.useFakeTimers();
  fetched = replying({ "GET /api/currencies": () => said });
});

test("what was read counts as fresh for thirty seconds, and is then read anew by whoever asks", async () => {
  const client = newQueryClient();
  const ask = () => client.fetchQuery(read(listCurrencies));
  await ask();
  await vi.advanceTimersByTimeAsync(29_900);
  await ask();
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  await ask();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([
  ["that failed", refusal(500, "internal", "Something went wrong")],
  ["that is old", { body: [] }],
])("a reading %s is not repeated by itself, also when the window is looked at again", async (_what, answer) => {
  said = answer;
  onTestFinished(() => focusManager.setFocused(undefined));
  const client = newQueryClient();
  // As the page does it: an unmounted client hears nothing of the window.
  client.mount();
  onTestFinished(() => client.unmount());
  onTestFinished(new QueryObserver(client, read(listCurrencies)).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(120_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});
