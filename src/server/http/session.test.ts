import { expect, onTestFinished, test, vi } from "vitest";

import { startTestServer } from "#test/support/server.ts";

import { createSessions } from "./session.ts";

test("who was found is known for five seconds, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { cookie, userId } = await server.signIn("user");
  const token = cookie.slice("sid=".length);
  const sessions = createSessions(server.database.pool);
  expect(sessions.recent(token)).toBeUndefined();
  await sessions.find(token, { isUse: false });
  vi.advanceTimersByTime(4_000);
  expect(sessions.recent(token)?.userId).toBe(userId);
  vi.advanceTimersByTime(1_001);
  expect(sessions.recent(token)).toBeUndefined();
});

test("who was not found any more is forgotten at once", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { cookie, userId } = await server.signIn("user");
  const token = cookie.slice("sid=".length);
  const sessions = createSessions(server.database.pool);
  await sessions.find(token, { isUse: false });
  await server.database.asOwner("delete from sessions where user_id = $1", [userId]);
  expect(await sessions.find(token, { isUse: false })).toBeUndefined();
  expect(sessions.recent(token)).toBeUndefined();
});
