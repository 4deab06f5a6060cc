import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { noteServerTime } from "#web/lib/server-clock.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import { agoWords, useNow } from "./ago.ts";

const recordedAt = "2026-03-21T07:58:00Z";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-21T08:00:00Z") });
});

it.each([
  ["hours ahead", "2026-03-21T13:00:00Z"],
  ["days behind", "2026-03-18T08:00:00Z"],
])("how long ago something was is told by the server's clock, where the browser's stands %s", (_how, now) => {
  vi.setSystemTime(new Date(now));
  noteServerTime("2026-03-21T08:00:00Z");
  const { result } = renderHook(useNow);
  expect(agoWords(recordedAt, result.current)).toBe("2 minutes ago");
  act(() => void vi.advanceTimersByTime(60_000));
  expect(agoWords(recordedAt, result.current)).toBe("3 minutes ago");
});

it.each([
  ["2026-03-21T07:58:00Z", "2 دقیقه پیش"],
  ["2026-03-20T07:00:00Z", "دیروز"],
  ["2026-03-11T07:00:00Z", "10 روز پیش"],
])("how long ago %s was is said in Dari with Latin figures", (instant, words) => {
  spokenIn("fa-AF");
  expect(agoWords(instant, Date.now())).toBe(words);
});
