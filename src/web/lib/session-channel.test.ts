import { beforeEach, expect, test, vi } from "vitest";

import { announceSession, whenSessionChanges } from "./session-channel.ts";

/** A page that was put aside hears nothing. */
class Deaf {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}

const showAgain = (persisted = true) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", Deaf);
});

test.each([
  ["somebody has signed out", null],
  ["somebody else has signed in", "zahra"],
])("a page that is shown again as it was left learns that %s meanwhile", (_what, userId) => {
  const changed = vi.fn();
  announceSession("farid");
  const stop = whenSessionChanges("farid", changed);
  announceSession(userId);
  expect(changed).not.toHaveBeenCalled();
  showAgain();
  expect(changed).toHaveBeenCalledOnce();
  stop();
  showAgain();
  expect(changed).toHaveBeenCalledOnce();
});

test("a page goes on that is shown again to the one it was left by, or is only beginning", () => {
  const changed = vi.fn();
  whenSessionChanges("farid", changed);
  // Of a session that began before anything was announced.
  showAgain();
  announceSession(null);
  announceSession("farid");
  showAgain();
  announceSession("zahra");
  showAgain(false);
  expect(changed).not.toHaveBeenCalled();
});
