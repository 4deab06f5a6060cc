import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { topics } from "#contract/events.ts";
import { playingSources, type PlayedSource } from "#web/testing/event-source.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";

import { hasJustAnswered, noteConnection } from "./connection.ts";
import { keepLive } from "./live.ts";
import { newQueryClient } from "./query.ts";
import { readOffice } from "./session.ts";

let sources: readonly PlayedSource[];
beforeEach(() => {
  vi.useFakeTimers();
  sources = playingSources();
});
afterEach(() => {
  noteConnection("up");
});

const latest = (): PlayedSource => {
  const source = sources.at(-1);
  if (source === undefined) throw new Error("no connection was opened");
  return source;
};

/** Passes time, and lets everything happen that it brings. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A kept page with one list of each noun on screen; counts how often each was read. */
function page(...nouns: readonly string[]) {
  const client = newQueryClient();
  const reads: Record<string, number> = {};
  for (const noun of nouns) {
    const observer = new QueryObserver(client, {
      queryKey: [noun, "list"],
      queryFn: () => {
        reads[noun] = (reads[noun] ?? 0) + 1;
        return Promise.resolve(reads[noun]);
      },
    });
    onTestFinished(observer.subscribe(() => undefined));
  }
  const stop = keepLive(client);
  onTestFinished(stop);
  return { client, reads, stop };
}

function visibility(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}
afterEach(() => visibility("visible"));

test("what others change is read again where it is shown, and is stale where it is not", async () => {
  const { client, reads } = page("transactions", "accounts", "currencies");
  client.setQueryData(["balances", "kept"], "from before");
  await pass(0);
  latest().says("run.1", []);
  await pass(1_000);
  expect(reads).toEqual({ transactions: 1, accounts: 1, currencies: 1 });
  latest().says("run.2", ["transactions"]);
  await pass(1_000);
  expect(reads).toEqual({ transactions: 2, accounts: 2, currencies: 1 });
  expect(client.getQueryState(["balances", "kept"])?.isInvalidated).toBe(true);
});

test("an account's new name is read again wherever entries name it", async () => {
  const { reads } = page("transactions", "hawalas", "currencies");
  await pass(0);
  latest().says("run.1", []);
  await pass(1_000);
  latest().says("run.2", ["accounts"]);
  await pass(1_000);
  expect(reads).toEqual({ transactions: 2, hawalas: 2, currencies: 1 });
});

test("a change that comes while a list is read for the first time is shown too", async () => {
  const client = newQueryClient();
  const first = Promise.withResolvers<string>();
  const answers = [first.promise, Promise.resolve("after the change")];
  let reads = 0;
  const observer = new QueryObserver(client, { queryKey: ["transactions", "list"], queryFn: () => answers[reads++] ?? "" });
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(keepLive(client));
  latest().says("run.1", []);
  await pass(1_000);
  latest().says("run.2", ["transactions"]);
  await pass(1_000);
  expect(reads).toBe(1);
  first.resolve("from before");
  await pass(1_000);
  expect(reads).toBe(2);
  expect(observer.getCurrentResult().data).toBe("after the change");
});

test("the first message has everything read again that was read before there was a connection", async () => {
  const { reads } = page("transactions", "settings", "auth");
  await pass(0);
  expect(latest().since).toBeNull();
  latest().says("run.1", topics);
  await pass(10);
  expect(reads).toEqual({ transactions: 2, settings: 2, auth: 2 });
});

test("a busy office has a screen read at most twice a second, and the last change is read as well", async () => {
  const { reads } = page("transactions");
  await pass(0);
  latest().says("run.1", []);
  await pass(1_000);
  for (let count = 0; count < 100; count += 1) {
    latest().says(`run.${String(count)}`, ["transactions"]);
    await pass(50);
  }
  const during = reads["transactions"] ?? 0;
  expect(during).toBeGreaterThanOrEqual(8);
  expect(during).toBeLessThanOrEqual(12);
  await pass(2_000);
  expect(reads["transactions"]).toBeLessThanOrEqual(during + 1);
});

test("a cut line is made again by itself, from where it was, and beats keep it from being taken for a dead one", async () => {
  page("transactions");
  latest().says("run.7", []);
  latest().breaks("cut");
  expect(sources).toHaveLength(1);
  await pass(250);
  expect(sources).toHaveLength(2);
  expect(latest().since).toBe("run.7");
  latest().says("run.8", []);
  await pass(40_000);
  latest().beats();
  await pass(40_000);
  expect(sources).toHaveLength(2);
  await pass(11_000);
  expect(sources).toHaveLength(3);
  expect(latest().since).toBe("run.8");
  expect(sources.filter(({ isOpen }) => isOpen)).toHaveLength(1);
});

test("attempts come no more often than every second at last, and at once when the browser is online again", async () => {
  page("transactions");
  for (let attempt = 0; attempt < 8; attempt += 1) {
    latest().breaks("cut");
    await pass(2_000);
  }
  const before = sources.length;
  latest().breaks("cut");
  await pass(900);
  expect(sources).toHaveLength(before);
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(sources).toHaveLength(before + 1);
});

test("a hidden window holds no connection, and reads what it has missed when it is shown", async () => {
  const { reads } = page("transactions", "currencies");
  await pass(0);
  latest().says("run.3", []);
  await pass(1_000);
  visibility("hidden");
  expect(latest().isOpen).toBe(false);
  await pass(60_000);
  expect(sources).toHaveLength(1);
  visibility("visible");
  expect(sources).toHaveLength(2);
  expect(latest().since).toBe("run.3");
  latest().says("run.9", ["transactions"]);
  await pass(10);
  expect(reads).toEqual({ transactions: 2, currencies: 1 });
});

test("the first message of each connection has the office read again, whose day may have become another one", async () => {
  const { reads } = page("settings");
  await pass(0);
  for (const readings of [2, 3]) {
    latest().says("run.1", []);
    await pass(1_000);
    expect(reads).toEqual({ settings: readings });
    latest().says("run.2", []);
    await pass(1_000);
    expect(reads).toEqual({ settings: readings });
    latest().breaks("cut");
    await pass(1_000);
  }
});

test("a refused stream asks with a call why, once, shows what that answers, and tries again", async () => {
  let said: Said = refusal(401, "not_signed_in", "Please sign in");
  const fetched = replying({ "GET /api/office": () => said });
  const { client } = page("transactions");
  latest().breaks("refused");
  await pass(5_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(sources).toHaveLength(1);
  await pass(5_000);
  expect(sources).toHaveLength(2);
  latest().breaks("refused");
  await pass(10_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(sources).toHaveLength(3);
  latest().says("run.1", []);
  said = { body: { today: "2026-03-22", now: new Date().toISOString() } };
  latest().breaks("refused");
  await pass(0);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(sources).toHaveLength(4);
  expect(client.getQueryData(readOffice().queryKey)).toEqual({ today: "2026-03-22" });
});

test.each([
  ["by a server that is just stopping", refusal(503, "unavailable", "The server is stopping")],
  ["by a proxy without a server behind it", refusal(502, "unexpected", "502: Bad Gateway")],
])("a stream refused %s is tried again as soon as one that was cut", async (_by, said) => {
  replying({ "GET /api/office": said });
  page("transactions");
  for (const attempts of [2, 3]) {
    latest().breaks("refused");
    await pass(2_000);
    expect(sources).toHaveLength(attempts);
  }
});

test("nothing is tried any more once it was told to stop", async () => {
  const { stop } = page("transactions");
  latest().breaks("cut");
  stop();
  await pass(60_000);
  expect(sources).toHaveLength(1);
});

test.each(["cut", "refused"] as const)(
  "a line that is %s takes its weight from what the server has just answered",
  async (how) => {
    page();
    replying({});
    latest().says("run.1", []);
    noteConnection("up");
    expect(hasJustAnswered()).toBe(true);
    latest().breaks(how);
    expect(hasJustAnswered()).toBe(false);
  },
);
