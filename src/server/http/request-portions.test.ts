import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { createRateLimit } from "./limits.ts";
import { takePortionsIn } from "./request-portions.ts";

const perMinute = 40;

let database: TestDatabase;
let users: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.asOwner<{ id: string }>(
    "insert into users (username, password_hash, role) select 'user ' || n, 'none', 'user' from generate_series(1, 3) n returning id",
  );
  users = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

const server = () => createRateLimit(perMinute, takePortionsIn(database.pool, perMinute));

async function letIn(limits: readonly ReturnType<typeof server>[], user: string | undefined, requests: number): Promise<number> {
  const takes = Array.from({ length: requests }, async (_, index) => limits[index % limits.length]?.take(user ?? ""));
  return (await Promise.allSettled(takes)).filter(({ status }) => status === "fulfilled").length;
}

test("several servers let through together what one may, each user apart", async () => {
  const servers = [server(), server(), server()];
  const [first, second] = await Promise.all([letIn(servers, users[0], 120), letIn(servers, users[1], 120)]);
  // What a server has taken and not used is missed: here nothing.
  expect([first, second]).toEqual([perMinute, perMinute]);
  await expect(server().take(users[0] ?? "")).rejects.toMatchObject({ code: "too_many" });
});

test("a minute after the first request another one begins", async () => {
  const user = users[2] ?? "";
  expect(await letIn([server()], user, 60)).toBe(perMinute);
  const error = await server()
    .take(user)
    ?.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ details: { retryAfterSeconds: expect.any(Number) } });
  await database.asOwner("update request_portions set began_at = began_at - interval '1 minute' where user_id = $1", [user]);
  expect(await letIn([server()], user, 60)).toBe(perMinute);
  // A clock that stood ahead has noted a minute of a day to come.
  await database.asOwner("update request_portions set began_at = began_at + interval '1 day' where user_id = $1", [user]);
  expect(await letIn([server()], user, 60)).toBe(perMinute);
});

test("a user who is removed takes the count along", async () => {
  await server()
    .take(users[0] ?? "")
    ?.catch(() => undefined);
  await database.asOwner("delete from users");
  expect(await database.asOwner("select from request_portions")).toEqual([]);
});
