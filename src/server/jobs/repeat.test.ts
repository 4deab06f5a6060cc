import { expect, test, vi } from "vitest";

import { createLog } from "#server/http/log.ts";

import { repeat } from "./repeat.ts";

const log = createLog("silent");
const nothingWaits = { isMoreWaiting: false };

test("a round is done at once, and a last one when it is stopped", async () => {
  const round = vi.fn(() => Promise.resolve(nothingWaits));
  const stop = repeat({ whenItFails: "it failed", round }, log);
  expect(round).toHaveBeenCalledTimes(1);
  await stop();
  expect(round).toHaveBeenCalledTimes(2);
});

test("while more is waiting, rounds follow one another without a pause", async () => {
  let left = 5;
  const allDone = Promise.withResolvers<undefined>();
  const round = (): Promise<{ isMoreWaiting: boolean }> => {
    left -= 1;
    if (left === 0) allDone.resolve(undefined);
    return Promise.resolve({ isMoreWaiting: left > 0 });
  };
  const startedAt = performance.now();
  const stop = repeat({ whenItFails: "it failed", round }, log);
  await allDone.promise;
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  await stop();
});

test("a round that fails is said in the log, and the last one is done all the same", async () => {
  const said = vi.spyOn(log, "warn");
  const round = vi.fn(() => Promise.resolve(nothingWaits)).mockRejectedValueOnce(new Error("away"));
  const stop = repeat({ whenItFails: "it failed", round }, log);
  await stop();
  expect(said).toHaveBeenCalledExactlyOnceWith({ err: new Error("away") }, "it failed");
  expect(round).toHaveBeenCalledTimes(2);
});
