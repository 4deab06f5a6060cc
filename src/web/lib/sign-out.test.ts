import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import { refusal, replying, type Said } from "#web/testing/replies.ts";

import { noteConnection } from "./connection.ts";
import { whenSessionChanges } from "./session-channel.ts";
import { signOut } from "./sign-out.ts";

afterEach(() => {
  vi.useRealTimers();
  noteConnection("up");
});

const loggedOut: Said = { body: { ok: true } };

function leaving(said: () => Said) {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  return { reload, fetched: replying({ "POST /api/auth/logout": said }) };
}

test("logging out ends the session, loads the page anew, and tells a page of it that was put aside", async () => {
  const { reload, fetched } = leaving(() => loggedOut);
  const changed = vi.fn();
  onTestFinished(whenSessionChanges("farid", changed));
  await signOut();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(changed).toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});

test("a failure to log out is logged only, and the new load shows how things stand", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const { reload } = leaving(() => refusal(500, "internal", "Something went wrong"));
  await signOut();
  expect(reported).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});

test.each<readonly [string, Said]>([
  ["that cannot be reached", "no answer"],
  ["whose database is away", refusal(503, "unavailable", "The database is away")],
])("a server %s is waited for, and logs out once it is back", async (_which, away) => {
  vi.useFakeTimers();
  let said: Said = away;
  const { reload, fetched } = leaving(() => said);
  const leave = signOut();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledOnce();
  // Back for a moment alone.
  noteConnection("up");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  // It answers something else, and is not asked without a pause.
  noteConnection("up");
  await vi.advanceTimersByTimeAsync(1);
  noteConnection("up");
  await vi.advanceTimersByTimeAsync(900);
  expect(fetched).toHaveBeenCalledTimes(3);
  said = loggedOut;
  noteConnection("up");
  await vi.advanceTimersByTimeAsync(100);
  await leave;
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(reload).toHaveBeenCalledOnce();
});
