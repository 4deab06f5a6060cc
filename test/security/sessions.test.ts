import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountPicture, listAccounts } from "#contract/accounts.ts";
import { me, signedInAsHeader, unattendedHeader } from "#contract/auth.ts";
import { listUsers } from "#contract/users.ts";
import { createChooser } from "#server/demo/random.ts";
import { newToken } from "#server/http/cookie.ts";
import { scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { clientOf, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const guesses = scaled(50, 5_000);
const rounds = scaled(20, 200);
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const set = (client: SignedInClient, assignment: string) =>
  server.database.asOwner(`update sessions set ${assignment} where user_id = $1`, [client.userId]);
const lastSeen = async (client: SignedInClient): Promise<number> => {
  const [row] = await server.database.asOwner<{ age: number }>(
    "select extract(epoch from now() - last_seen_at)::float8 as age from sessions where user_id = $1",
    [client.userId],
  );
  return row?.age ?? Number.NaN;
};

describe("a session", () => {
  test("ends after an hour without a request", async () => {
    const client = await server.signIn("user");
    await set(client, "last_seen_at = now() - interval '59 minutes'");
    await client.ok(me);
    await set(client, "last_seen_at = now() - interval '60 minutes 1 second'");
    expect(await client.refused(me)).toMatchObject({ status: 401, code: "not_signed_in" });
  });

  test("that a clock ahead has seen ends when that clock is set right, and not for a small step", async () => {
    const client = await server.signIn("user");
    await set(client, "last_seen_at = now() + interval '1 minute'");
    await client.ok(me);
    await set(client, "last_seen_at = now() + interval '60 minutes 5 seconds', expires_at = now() + interval '1 year'");
    expect(await client.refused(me)).toMatchObject({ status: 401, code: "not_signed_in" });
  });

  test("ends twelve hours after it began, however busy it is", async () => {
    const client = await server.signIn("user");
    await set(client, "expires_at = now() + interval '5 seconds'");
    await client.ok(me);
    await set(client, "expires_at = now() - interval '1 second'");
    expect(await client.refused(me)).toMatchObject({ status: 401 });
  });

  test("lasts as long as the settings say", async () => {
    const client = await server.signIn("user");
    await set(client, "last_seen_at = now() - interval '10 minutes'");
    await server.database.asOwner("update business_settings set session_idle_minutes = 5");
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    await server.database.asOwner("update business_settings set session_idle_minutes = 60");
    await client.ok(me);
  });

  test("notes that it was used, at most once a minute", async () => {
    const client = await server.signIn("user");
    await set(client, "last_seen_at = now() - interval '30 seconds'");
    await client.ok(me);
    expect(await lastSeen(client)).toBeGreaterThanOrEqual(30);
    await set(client, "last_seen_at = now() - interval '61 seconds'");
    await client.ok(me);
    expect(await lastSeen(client)).toBeLessThan(30);
  });

  test("is not kept by what a page, or its browser, asks for while nobody is there", async () => {
    const client = await server.signIn("user");
    const unattended = { headers: { [unattendedHeader]: "1" } };
    await set(client, "last_seen_at = now() - interval '30 minutes'");
    await client.ok(me, unattended);
    await client.refused(accountPicture, { params: { id: 1 } });
    expect(await lastSeen(client)).toBeGreaterThanOrEqual(30 * 60);
    await Promise.all([client.ok(me, unattended), client.ok(me), client.ok(me, unattended)]);
    expect(await lastSeen(client)).toBeLessThan(30);
  });

  test("answers no page that was opened by somebody else", async () => {
    const [client, other] = [await server.signIn("user"), await server.signIn("admin")];
    await client.ok(me, { headers: { [signedInAsHeader]: client.userId } });
    expect(await client.refused(me, { headers: { [signedInAsHeader]: other.userId } })).toMatchObject({ status: 401 });
  });

  test("cannot be guessed, altered or carried in any other way than its cookie", async () => {
    const client = await server.signIn("admin");
    const token = client.cookie.slice("sid=".length);
    const flipped = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const cookie of [
      `sid=${flipped}`,
      "sid=",
      "sid=undefined",
      `SID=${token}`,
      `__Host-sid=${token}`,
      `sid="${token}"`,
      `sid=${token}x`,
    ]) {
      expect(await clientOf(server.app, cookie).refused(me)).toMatchObject({ status: 401 });
    }
    expect(
      (
        await server.anonymous.request({
          method: "GET",
          url: `/api/auth/me?sid=${token}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode,
    ).toBe(401);
  });

  test("is not opened by any token that differs from its own in one place, or is drawn at random", async () => {
    const client = await server.signIn("admin");
    const token = client.cookie.slice("sid=".length);
    const chooser = createChooser(seedOf(20_260_321));
    let refused = 0;
    for (let tries = 0; tries < guesses; tries += 1) {
      const at = chooser.between(0, token.length - 1);
      const letter = chooser.oneOf([...alphabet].filter((one) => one !== token[at]));
      const guess = tries % 2 === 0 ? `${token.slice(0, at)}${letter}${token.slice(at + 1)}` : newToken();
      if ((await clientOf(server.app, `sid=${guess}`).send(me)).statusCode === 401) refused += 1;
    }
    expect(refused).toBe(guesses);
    await client.ok(me);
    tellFigures(`${String(refused)} of ${String(guesses)} guessed tokens refused, the right one opens`);
  });

  test("of a user who is gone is gone", async () => {
    const client = await server.signIn("user");
    await server.database.asOwner("delete from users where id = $1", [client.userId]);
    expect(await client.refused(me)).toMatchObject({ status: 401 });
  });
});

describe("what an administrator decides", () => {
  test("about a role holds from the very next request", async () => {
    const client = await server.signIn("admin");
    await client.ok(listUsers);
    for (const role of ["operator", "user", "king"]) {
      await server.database.asOwner("update users set role = $2 where id = $1", [client.userId, role]);
      expect(await client.refused(listUsers)).toMatchObject({ status: 403 });
    }
    expect(await client.ok(me)).toMatchObject({ role: "user" });
    await server.database.asOwner("update users set role = 'admin' where id = $1", [client.userId]);
    await client.ok(listUsers);
  });

  test("about being active holds from the very next request", async () => {
    const client = await server.signIn("user");
    await client.ok(me);
    await server.database.asOwner("update users set is_active = false where id = $1", [client.userId]);
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    await server.database.asOwner("update users set is_active = true where id = $1", [client.userId]);
    await client.ok(me);
  });

  test("holds under load as well: no request that begins after a change sees what was before", async () => {
    const client = await server.signIn("admin");
    const busy = Array.from({ length: 5 }, () => server.signIn("user"));
    const noise = await Promise.all(busy);
    for (let round = 0; round < rounds; round += 1) {
      const isAdmin = round % 2 === 1;
      const load = noise.flatMap((other) => [other.ok(me), other.ok(me)]);
      await server.database.asOwner("update users set role = $2 where id = $1", [client.userId, isAdmin ? "admin" : "user"]);
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => client.send(listUsers)))).map(
        (answer) => answer.statusCode,
      );
      expect(new Set(statuses)).toEqual(new Set([isAdmin ? 200 : 403]));
      await Promise.all(load);
    }
    tellFigures(`${String(rounds)} changes of a role under load: 0 of ${String(8 * rounds)} requests after them saw the old one`);
  });
});

test("many people at once are each taken for themselves", async () => {
  const clients = await Promise.all(Array.from({ length: 30 }, () => server.signIn("user")));
  const calls = Array.from({ length: 10 }, () => clients).flat();
  const users = await Promise.all(calls.map((client) => client.ok(me)));
  expect(users.map((user) => user.username)).toEqual(calls.map((client) => client.username));
  const strangers = await Promise.all([
    clientOf(server.app, `sid=${"x".repeat(43)}`).send(listAccounts),
    server.anonymous.send(listAccounts),
  ]);
  expect(strangers.map((answer) => answer.statusCode)).toEqual([401, 401]);
});
