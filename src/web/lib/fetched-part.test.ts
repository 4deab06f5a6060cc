import { beforeEach, expect, test, vi } from "vitest";

import { readyz } from "#contract/health.ts";
import "#web/i18n/setup.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";

import { call } from "./api.ts";
import { noteBreak } from "./connection.ts";
import { fetchPart, isPartAway, isPartMissing } from "./fetched-part.ts";

/** A server that says this to whoever asks whether it is there, and a part that comes or does not. */
function parts(first: Said) {
  const server = { said: first };
  const fetched = replying({ "GET /healthz": () => server.said, "GET /readyz": () => server.said });
  const load = vi.fn(async () => "a part");
  return { server, load, asked: () => addressesOf(fetched).map(({ pathname }) => pathname) };
}

// A server of which nothing has been heard for a while.
beforeEach(noteBreak);

const thrownBy = (load: () => Promise<string>): Promise<unknown> => fetchPart(load).catch((thrown: unknown) => thrown);

const up: Said = { body: { status: "ok" } };
const gone = new TypeError("Failed to fetch dynamically imported module: /assets/page-abc.js");

test.each<[string, Said]>([
  ["no answer", "no answer"],
  ["an answer of the proxy in front of it", refusal(502, "unexpected", "Bad Gateway")],
  ["another one", refusal(504, "unexpected", "Gateway Timeout")],
])("a part is not asked for while the server is away (%s), and comes when it is back", async (_what, away) => {
  const { server, load } = parts(away);
  const error = await thrownBy(load);
  expect(isPartAway(error)).toBe(true);
  expect(error).toHaveProperty("message", "The server cannot be reached. This opens by itself when it answers again.");
  expect(load).not.toHaveBeenCalled();
  server.said = up;
  expect(await fetchPart(load)).toBe("a part");
});

test("a part that the server has no more is told from one that comes later, and is not asked for again on this page", async () => {
  const { load } = parts(up);
  load.mockRejectedValueOnce(gone);
  expect(isPartMissing(await thrownBy(load))).toBe(true);
  expect(isPartMissing(await thrownBy(load))).toBe(true);
  expect(load).toHaveBeenCalledOnce();
});

test("a part that was cut off as the server went comes later", async () => {
  const { server, load } = parts(up);
  load.mockImplementation(() => {
    server.said = "no answer";
    throw gone;
  });
  expect(isPartAway(await thrownBy(load))).toBe(true);
});

test("a part is asked for at once where the server has just answered something, and otherwise once it answers", async () => {
  const { load, asked } = parts(up);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await call(readyz);
  vi.setSystemTime(Date.now() + 999);
  expect(await fetchPart(load)).toBe("a part");
  expect(asked()).toEqual(["/readyz"]);
  vi.setSystemTime(Date.now() + 1);
  expect(await fetchPart(load)).toBe("a part");
  expect(asked()).toEqual(["/readyz", "/healthz"]);
});

test("an answer counts no more once a call has found the server away", async () => {
  const { server, load } = parts(up);
  await call(readyz);
  server.said = "no answer";
  await call(readyz).catch(() => undefined);
  expect(isPartAway(await thrownBy(load))).toBe(true);
  expect(load).not.toHaveBeenCalled();
});

test("a part that does not come although the server has just answered is told by another question", async () => {
  const { server, load } = parts(up);
  await call(readyz);
  load.mockImplementation(() => {
    server.said = refusal(502, "unexpected", "Bad Gateway");
    throw gone;
  });
  expect(isPartAway(await thrownBy(load))).toBe(true);
});
