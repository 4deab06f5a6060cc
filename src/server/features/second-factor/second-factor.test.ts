import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { login } from "#contract/auth.ts";
import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from "#contract/second-factor.ts";
import { codeOf, wrongCodeFor } from "#test/support/authenticator.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { guardedPersonOf, password, personOf, type Guarded } from "#test/support/second-factor.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const off = { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});
beforeEach(() => server.database.asOwner("delete from sign_in_failures"));

const person = (role = "user"): Promise<SignedInClient> => personOf(server, role);
const guarded = (role = "user"): Promise<Guarded> => guardedPersonOf(server, role);

const actsOn = async ({ userId }: SignedInClient) =>
  (await server.database.db.selectFrom("audit_log").selectAll().where("object_id", "=", userId).orderBy("id").execute()).map(
    ({ action, actor }) => [action, actor],
  );

describe("turning the second step on", () => {
  test.each(["admin", "operator", "user"])("takes the password and a first code, for the role %s", async (role) => {
    const client = await person(role);
    expect(await client.ok(getSecondFactor)).toEqual(off);
    const { secret, uri } = await client.ok(startSecondFactor, { body: { password } });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(await client.ok(getSecondFactor)).toEqual(off);
    const { recoveryCodes } = await client.ok(confirmSecondFactor, { body: { code: codeOf(secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await client.ok(getSecondFactor)).toEqual({ enabled: true, enabledAt: expect.any(String), recoveryCodesLeft: 10 });
    expect(await actsOn(client)).toEqual([
      ["user.second_factor_started", client.username],
      ["user.second_factor_on", client.username],
    ]);
  });

  test("does not stand in the way of signing in before it is confirmed", async () => {
    const client = await person();
    await client.ok(startSecondFactor, { body: { password } });
    expect(await server.anonymous.ok(login, { body: { username: client.username, password } })).toMatchObject({
      username: client.username,
    });
  });

  test("keeps neither the secret nor the recovery codes in a form that opens anything", async () => {
    const { client, secret, recoveryCodes } = await guarded();
    const rows = await server.database.asOwner<{ text: string }>(
      "select f::text || coalesce((select string_agg(r::text, '') from recovery_codes r where r.user_id = f.user_id), '') as text from second_factors f where user_id = $1",
      [client.userId],
    );
    const stored = rows[0]?.text ?? "";
    const plain = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))];
    for (const text of plain) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString("hex"));
    }
    const log = JSON.stringify(await server.database.db.selectFrom("audit_log").selectAll().execute());
    for (const text of plain) expect(log).not.toContain(text);
  });

  test("with a wrong password is refused, marks the field and counts as a failed sign-in", async () => {
    const client = await person();
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await client.refused(startSecondFactor, { body: { password: "a guess" } })).toMatchObject({
        status: 400,
        issues: [{ path: "password", message: "The password is wrong" }],
      });
    }
    expect(await client.refused(startSecondFactor, { body: { password } })).toMatchObject({ status: 429 });
    expect(await server.anonymous.refused(login, { body: { username: client.username, password } })).toMatchObject({
      status: 429,
    });
    await server.database.asOwner("update sign_in_failures set failed_at = now() - interval '31 seconds'");
    await client.ok(startSecondFactor, { body: { password } });
    expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
  });

  test.each([
    [startSecondFactor, {}, "password", "Password is required"],
    [startSecondFactor, { password: "" }, "password", "Password is required"],
    [confirmSecondFactor, {}, "code", "Enter the code"],
    [confirmSecondFactor, { code: " - " }, "code", "Enter the code"],
    [confirmSecondFactor, { code: "1".repeat(41) }, "code", "This is longer than any code"],
    [stopSecondFactor, { code: "123456" }, "password", "Password is required"],
    [stopSecondFactor, { password }, "code", "Enter the code"],
    [renewRecoveryCodes, { password, code: "" }, "code", "Enter the code"],
  ])("and off asks for what is missing: %o %j", async (route, body, path, message) => {
    const client = await person();
    expect(await client.refused(route, { body })).toMatchObject({ status: 400, message, issues: [{ path, message }] });
  });

  test("with a wrong code is refused on record and counts as a failed sign-in, and the right one is still taken", async () => {
    const client = await person();
    const { secret } = await client.ok(startSecondFactor, { body: { password } });
    for (const code of [wrongCodeFor(secret), codeOf(secret, 3), "abcdef", "٠٠٠٠٠a", "abcde-fghjk"]) {
      expect(await client.refused(confirmSecondFactor, { body: { code } })).toMatchObject({
        status: 400,
        issues: [{ path: "code", message: "This code is wrong" }],
      });
    }
    const right = { body: { code: codeOf(secret) } };
    expect(await client.refused(confirmSecondFactor, right)).toMatchObject({ status: 429 });
    expect(await actsOn(client)).toEqual([
      ["user.second_factor_started", client.username],
      ...Array.from({ length: 5 }, () => ["user.second_factor_failed", client.username]),
    ]);
    await server.database.asOwner("update sign_in_failures set failed_at = now() - interval '31 seconds'");
    await client.ok(confirmSecondFactor, right);
    expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
  });

  test("is refused on record with what was wrong: guesses at the password are none at the code", async () => {
    const { client, secret } = await guarded();
    const code = codeOf(secret);
    await client.ok(renewRecoveryCodes, { body: { password, code } });
    await client.refused(stopSecondFactor, { body: { password: "a guess", code } });
    await client.refused(stopSecondFactor, { body: { password, code: wrongCodeFor(secret) } });
    await client.refused(stopSecondFactor, { body: { password, code } });
    const acts = await server.database.db
      .selectFrom("audit_log")
      .select("reason")
      .where("action", "=", "user.second_factor_failed")
      .where("object_id", "=", client.userId)
      .orderBy("id")
      .execute();
    expect(acts.map(({ reason }) => reason)).toEqual(["wrong password", "wrong code", "used code"]);
  });

  test("cannot be tried with a burst of codes", async () => {
    const client = await person();
    const { secret } = await client.ok(startSecondFactor, { body: { password } });
    const body = { code: wrongCodeFor(secret) };
    const burst = await Promise.all(Array.from({ length: 8 }, () => client.send(confirmSecondFactor, { body })));
    expect(sortedStatuses(burst)).toEqual([...Array<number>(5).fill(400), ...Array<number>(3).fill(429)]);
  });

  test("starts anew with another secret until it is confirmed, and not afterwards", async () => {
    const client = await person();
    const first = await client.ok(startSecondFactor, { body: { password } });
    const second = await client.ok(startSecondFactor, { body: { password } });
    expect(second.secret).not.toBe(first.secret);
    expect(await client.refused(confirmSecondFactor, { body: { code: codeOf(first.secret) } })).toMatchObject({ status: 400 });
    await client.ok(confirmSecondFactor, { body: { code: codeOf(second.secret) } });
    const on = { status: 409, message: "Two-step sign-in is on already" };
    expect(await client.refused(startSecondFactor, { body: { password } })).toMatchObject(on);
    expect(await client.refused(confirmSecondFactor, { body: { code: codeOf(second.secret, 1) } })).toMatchObject(on);
  });

  test("twice at once gives one set of recovery codes", async () => {
    const client = await person();
    const { secret } = await client.ok(startSecondFactor, { body: { password } });
    const answers = await Promise.all([1, 2, 3].map(() => client.send(confirmSecondFactor, { body: { code: codeOf(secret) } })));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
    expect(await client.ok(getSecondFactor)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test.each([20, -20])(
    "is a matter of the database's clock: where that of this server is %i minutes off it does not expire",
    async (ahead) => {
      const client = await person();
      vi.useFakeTimers({ now: Date.now() + ahead * 60_000, toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const { secret } = await client.ok(startSecondFactor, { body: { password } });
      await client.ok(confirmSecondFactor, { body: { code: codeOf(secret) } });
    },
  );

  test("expires when it is left alone, was begun by a clock that stood ahead, or was never started", async () => {
    const client = await person();
    const expired = { status: 409, message: "This set-up has expired. Start again" };
    expect(await client.refused(confirmSecondFactor, { body: { code: "123456" } })).toMatchObject(expired);
    const { secret } = await client.ok(startSecondFactor, { body: { password } });
    for (const age of ["15 minutes 1 second", "-1 day"]) {
      await server.database.asOwner("update second_factors set started_at = now() - $1::interval", [age]);
      expect(await client.refused(confirmSecondFactor, { body: { code: codeOf(secret) } })).toMatchObject(expired);
    }
  });
});

describe("turning it off, and new recovery codes,", () => {
  const both = [
    ["off", stopSecondFactor],
    ["new codes", renewRecoveryCodes],
  ] as const;

  test.each(both)("%s: take the password and a code, and count what is wrong like failed sign-ins", async (_what, route) => {
    const { client, secret } = await guarded();
    const right = { password, code: codeOf(secret) };
    const wrongPassword = await client.refused(route, { body: { ...right, password: "a guess" } });
    expect(wrongPassword).toMatchObject({ status: 400, issues: [{ path: "password", message: "The password is wrong" }] });
    for (let failure = 0; failure < 4; failure += 1) {
      const wrongCode = await client.refused(route, { body: { ...right, code: wrongCodeFor(secret) } });
      expect(wrongCode).toMatchObject({ status: 400, issues: [{ path: "code", message: "This code is wrong" }] });
    }
    expect(await client.refused(route, { body: right })).toMatchObject({ status: 429 });
    await server.database.asOwner("update sign_in_failures set failed_at = now() - interval '31 seconds'");
    await client.ok(route, { body: right });
    expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
  });

  test.each([
    [...both[0], "user.second_factor_off"],
    [...both[1], "user.recovery_codes_made"],
  ] as const)("%s: take a recovery code as well, on record, since the telephone may be lost", async (_what, route, action) => {
    const { client, recoveryCodes } = await guarded();
    await client.ok(route, { body: { password, code: recoveryCodes[0]?.toUpperCase() } });
    expect((await actsOn(client)).slice(-2)).toEqual([
      ["user.recovery_code_used", client.username],
      [action, client.username],
    ]);
  });

  test("off: lets in with the password alone, and leaves nothing behind", async () => {
    const { client, secret } = await guarded();
    expect(await client.ok(stopSecondFactor, { body: { password, code: codeOf(secret) } })).toEqual({
      message: "Two-step sign-in is off",
    });
    expect(await client.ok(getSecondFactor)).toEqual(off);
    expect(await server.anonymous.ok(login, { body: { username: client.username, password } })).toMatchObject({
      id: client.userId,
    });
    expect(await server.database.asOwner("select from recovery_codes where user_id = $1", [client.userId])).toEqual([]);
    const already = { status: 409, message: "Two-step sign-in is off already" };
    expect(await client.refused(stopSecondFactor, { body: { password, code: "123456" } })).toMatchObject(already);
    expect(await client.refused(renewRecoveryCodes, { body: { password, code: "123456" } })).toMatchObject(already);
    expect((await actsOn(client)).at(-1)).toEqual(["user.second_factor_off", client.username]);
  });

  test("new codes: replace the old ones, and a code pays for one set alone", async () => {
    const { client, secret, recoveryCodes } = await guarded();
    const body = { password, code: codeOf(secret) };
    const answers = await Promise.all([1, 2].map(() => client.send(renewRecoveryCodes, { body })));
    expect(sortedStatuses(answers)).toEqual([200, 400]);
    const renewed = answers.find((answer) => answer.statusCode === 200)?.json<{ recoveryCodes: string[] }>().recoveryCodes ?? [];
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
    expect(await client.refused(stopSecondFactor, { body: { password, code: recoveryCodes[0] } })).toMatchObject({ status: 400 });
    await client.ok(stopSecondFactor, { body: { password, code: renewed[0] } });
  });
});
