import { beforeEach, expect, test, vi } from "vitest";

import { createRateLimit, type Portion, type TakePortion } from "./limits.ts";

// Fake time would be on until the worker's next file.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  return () => void vi.useRealTimers();
});

/** A limit of twenty requests a minute: portions of one, of which these are answered one after the other. */
function limited(...portions: readonly Portion[]) {
  const left = [...portions];
  const takePortion = vi.fn<TakePortion>(async () => left.shift() ?? { granted: 0, seconds: 1 });
  return { takePortion, take: createRateLimit(20, takePortion).take };
}

test("a minute that is spent refuses until it is over, and says how long; then the next one begins", async () => {
  const { take } = limited({ granted: 1, seconds: 30 }, { granted: 0, seconds: 30 }, { granted: 1, seconds: 60 });
  await take("ali");
  await expect(take("ali")).rejects.toMatchObject({ code: "too_many", details: { retryAfterSeconds: 30 } });
  vi.advanceTimersByTime(29_000);
  expect(() => take("ali")).toThrow("Too many requests. Try again in 1 seconds");
  vi.advanceTimersByTime(1_000);
  await take("ali");
});

test("what is left of a portion counts for its minute alone", async () => {
  const { takePortion, take } = limited({ granted: 5, seconds: 10 }, { granted: 5, seconds: 60 });
  await take("ali");
  expect(take("ali")).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  await take("ali");
  expect(takePortion).toHaveBeenCalledTimes(2);
});

test("requests that come together wait for one portion, and another person's for another", async () => {
  const { takePortion, take } = limited({ granted: 2, seconds: 60 }, { granted: 1, seconds: 60 });
  await Promise.all([take("ali"), take("ali"), take("zahra")]);
  expect(takePortion.mock.calls).toEqual([
    ["ali", 1],
    ["zahra", 1],
  ]);
});
