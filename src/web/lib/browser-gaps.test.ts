import { beforeEach, expect, onTestFinished, test } from "vitest";

import { fillGaps } from "./browser-gaps.ts";

const gaps = [
  [Promise, "withResolvers"],
  [AbortSignal, "any"],
  [Array.prototype, "toReversed"],
  [Array.prototype, "toSorted"],
] as const;

/** A browser of before they came. */
beforeEach(() => {
  for (const [place, name] of gaps) {
    const own = Object.getOwnPropertyDescriptor(place, name);
    onTestFinished(() => {
      Reflect.deleteProperty(place, name);
      if (own !== undefined) Object.defineProperty(place, name, own);
    });
    Object.defineProperty(place, name, { value: undefined, configurable: true, writable: true });
  }
  fillGaps();
});

test("an older browser has promises that are settled from outside", async () => {
  const kept = Promise.withResolvers<string>();
  kept.resolve("there");
  expect(await kept.promise).toBe("there");
  const broken = Promise.withResolvers<string>();
  broken.reject(new Error("not there"));
  await expect(broken.promise).rejects.toThrow("not there");
});

test("an older browser gives up a call for whichever reason comes first", () => {
  const [person, clock] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([person.signal, clock.signal]);
  expect(either.aborted).toBe(false);
  clock.abort("too late");
  person.abort("closed");
  expect([either.aborted, either.reason]).toEqual([true, "too late"]);
  expect(AbortSignal.any([new AbortController().signal, person.signal]).reason).toBe("closed");
});

test("an older browser sorts and turns round a list of its own", () => {
  const list = [2, 10, 1];
  expect(list.toSorted((one, other) => one - other)).toEqual([1, 2, 10]);
  expect(list.toReversed()).toEqual([1, 10, 2]);
  expect(list).toEqual([2, 10, 1]);
});
