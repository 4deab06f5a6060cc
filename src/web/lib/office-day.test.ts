import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { refusal, replying, type Said } from "#web/testing/replies.ts";

import { keepOfficeDay } from "./office-day.ts";
import { newQueryClient } from "./query.ts";
import { readOffice } from "./session.ts";

const hourMs = 3_600_000;
const midnight = Date.parse("2026-03-21T19:30:00Z");

/** The server's clock, which goes on with the browser's and stands as far from it as a test says. */
let aheadMs: number;
let fetched: ReturnType<typeof replying>;
let said: Said | undefined;
beforeEach(() => {
  aheadMs = 0;
  said = undefined;
  vi.useFakeTimers({ now: midnight - 2 * hourMs });
  fetched = replying({ "GET /api/office": () => said ?? { body: office() } });
});
afterEach(() => visibility("visible"));

function office() {
  const now = Date.now() + aheadMs;
  const days = Math.floor((now - midnight) / (24 * hourMs)) + 1;
  const todayEndsAt = new Date(midnight + days * 24 * hourMs).toISOString();
  return { today: `2026-03-${String(21 + days)}`, todayEndsAt, now: new Date(now).toISOString() };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function visibility(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** A page whose office has been read and is kept. Says which day it proposes. */
async function page(): Promise<() => string | undefined> {
  const client = newQueryClient();
  const observer = new QueryObserver(client, readOffice());
  onTestFinished(observer.subscribe(() => undefined));
  await pass(0);
  onTestFinished(keepOfficeDay(client));
  expect(fetched).toHaveBeenCalledTimes(1);
  return () => observer.getCurrentResult().data?.today;
}

test.each([
  ["the same as the browser's", 0],
  ["hours ahead of the browser's", hourMs],
  ["hours behind the browser's", -hourMs],
])("the office is read again at its midnight, once, by a server's clock that is %s", async (_clock, ahead) => {
  aheadMs = ahead;
  const today = await page();
  await pass(2 * hourMs - ahead - 1_000);
  expect(today()).toBe("2026-03-21");
  expect(fetched).toHaveBeenCalledTimes(1);
  await pass(1_500);
  expect(today()).toBe("2026-03-22");
  await pass(23 * hourMs);
  expect(fetched).toHaveBeenCalledTimes(2);
  await pass(hourMs);
  expect(today()).toBe("2026-03-23");
});

test("a laptop that slept over midnight has its office read again soon after it wakes", async () => {
  const today = await page();
  vi.setSystemTime(midnight + 8 * hourMs);
  await pass(5_000);
  expect(today()).toBe("2026-03-22");
});

test("a hidden window asks for nothing, and has its office read again when it is shown, midnight or not", async () => {
  const today = await page();
  visibility("hidden");
  await pass(3 * hourMs);
  expect(fetched).toHaveBeenCalledTimes(1);
  visibility("visible");
  await pass(0);
  expect(today()).toBe("2026-03-22");
  visibility("hidden");
  visibility("visible");
  await pass(0);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("who is not signed in at midnight is asked once, and not every few seconds of the night", async () => {
  await page();
  said = refusal(401, "not_signed_in", "Please sign in");
  await pass(10 * hourMs);
  expect(fetched).toHaveBeenCalledTimes(2);
});
