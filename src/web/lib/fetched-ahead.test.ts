import { expect, test, vi } from "vitest";

import { fetchAhead } from "./fetched-ahead.ts";

const afterMs = 5_000;

/** Parts that note that they were asked for; each comes when it is told to. */
function parts(names: readonly string[]) {
  const asked: string[] = [];
  const came = new Map<string, PromiseWithResolvers<void>>();
  const loads = names.map((name) => () => {
    const part = Promise.withResolvers<void>();
    asked.push(name);
    came.set(name, part);
    return part.promise;
  });
  return {
    asked,
    loads,
    come: (name: string) => came.get(name)?.resolve(),
    fail: (name: string) => came.get(name)?.reject(new TypeError()),
  };
}

/** Lets pass what is waited for until nothing is to be done any more. */
const idle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

test("what is opened next is fetched one part after the other, once the page has had its time, and no more when it is given up", async () => {
  vi.useFakeTimers();
  const { asked, loads, come } = parts(["transfer", "exchange", "search"]);
  const stop = fetchAhead(loads, afterMs);
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(asked).toEqual([]);
  await idle();
  expect(asked).toEqual(["transfer"]);
  come("transfer");
  await idle();
  expect(asked).toEqual(["transfer", "exchange"]);
  stop();
  come("exchange");
  await idle();
  expect(asked).toEqual(["transfer", "exchange"]);
});

test("a part that does not come ends it without a word", async () => {
  vi.useFakeTimers();
  const { asked, loads, fail } = parts(["transfer", "exchange"]);
  fetchAhead(loads, 0);
  await idle();
  fail("transfer");
  await idle();
  expect(asked).toEqual(["transfer"]);
});

test("nothing is fetched where the line is paid for by what it carries", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  const { asked, loads } = parts(["transfer"]);
  fetchAhead(loads, 0);
  await idle();
  expect(asked).toEqual([]);
});
