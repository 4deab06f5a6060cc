import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { createAccount, listAccounts } from "#contract/accounts.ts";
import { login, logout, me, secondStep } from "#contract/auth.ts";
import { listCurrencies } from "#contract/currencies.ts";
import { healthz, readyz } from "#contract/health.ts";
import { openDatabase } from "#db/client.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { newToken } from "#server/http/cookie.ts";
import { auditKey } from "#test/support/ledger.ts";
import { clientOf, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
const post = (payload: string | Buffer, headers: Record<string, string> = json, url = "/api/accounts") =>
  admin.request({ method: "POST", url, headers, payload });

describe("every answer", () => {
  const answers = [
    ["a success", () => admin.send(listCurrencies)],
    ["a 401", () => server.anonymous.send(listCurrencies)],
    ["a 400", () => admin.send(createAccount, { body: {} })],
    ["a 404 of the API", () => admin.request({ method: "GET", url: "/api/nothing" })],
    ["a 404 of another method", () => admin.request({ method: "PUT", url: "/api/accounts", headers: json, payload: "{}" })],
    ["a 415", () => post("a=1", { "content-type": "application/x-www-form-urlencoded" })],
    ["a path that cannot be decoded", () => admin.request({ method: "GET", url: "/api/accounts/%zz" })],
    ["a health check", () => server.anonymous.send(healthz)],
  ] as const;

  test.each(answers)("%s carries the security headers and its request id", async (_name, send) => {
    const { headers } = await send();
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "content-type": "application/json; charset=utf-8",
    });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["x-request-id"]).toMatch(/^[\w-]{4,40}$/);
    expect(
      Object.keys(headers).filter((name) => name.startsWith("access-control") || name === "x-powered-by" || name === "server"),
    ).toEqual([]);
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("has a request id of its own, which the client cannot choose", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => admin.send(me, { headers: { "x-request-id": "mine" } })));
    expect(first?.headers["x-request-id"]).not.toBe(second?.headers["x-request-id"]);
    expect(first?.headers["x-request-id"]).not.toBe("mine");
  });

  test("to a failure repeats the request id in its body", async () => {
    const refusal = await admin.refused(createAccount, { body: {} });
    expect(refusal.requestId).toBe(refusal.headers["x-request-id"]);
  });
});

test("on https the cookie is pinned and browsers are told to stay on https", async () => {
  const secure = await startTestServer({ publicUrl: "https://books.example.af" });
  const client = await secure.signIn("user");
  expect(client.cookie).toMatch(/^__Host-sid=/);
  const { headers } = await client.reply(logout);
  expect(headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
  expect(headers["set-cookie"]).toMatch(/^__Host-sid=; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=0$/);
  await secure.close();
});

test.each([
  ["https://books.example.af", "127.0.0.1", "203.0.113.9"],
  ["https://books.example.af", "::ffff:127.0.0.1", "203.0.113.9"],
  ["https://books.example.af", "::ffff:198.51.100.7", "198.51.100.7"],
  ["http://books.example.af", "127.0.0.1", "127.0.0.1"],
])("of the office at %s who asks by way of %s is on record as %s", async (publicUrl, remoteAddress, ip) => {
  const behind = await startTestServer({ publicUrl });
  onTestFinished(() => behind.close());
  await behind.anonymous.request({
    method: "POST",
    url: login.path,
    remoteAddress,
    headers: { "x-forwarded-for": "203.0.113.9" },
    payload: { username: "nobody", password: "a guess" },
  });
  expect(await behind.database.asOwner("select ip from audit_log where action = 'session.refused'")).toEqual([{ ip }]);
  expect(await behind.database.asOwner("select ip from sign_in_failures")).toEqual([{ ip }]);
});

describe("a write from another site", () => {
  const blocked: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
  ];

  test.each(blocked)("is refused: %j", async (headers) => {
    const body = { accountName: "Forged", currencyId: 1 };
    expect(await admin.refused(createAccount, { body, headers })).toMatchObject({ status: 403, code: "cross_site" });
    expect(await server.anonymous.refused(login, { body: { username: "a", password: "b" }, headers })).toMatchObject({
      status: 403,
      code: "cross_site",
    });
    expect(await server.anonymous.refused(secondStep, { body: { challenge: "a", code: "b" }, headers })).toMatchObject({
      status: 403,
      code: "cross_site",
    });
    expect(await admin.ok(listAccounts, { query: { q: "Forged" } })).toEqual([]);
  });

  test("may read what any link could open, and cannot read the answer without CORS", async () => {
    const { headers } = await admin.reply(listCurrencies, {
      headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("is not preflighted into being allowed", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await admin.request({ method: "OPTIONS", url: "/api/accounts", headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("a request is refused for its session first, then its origin and role, then its type, then its fields", async () => {
  const user = await server.signIn("user");
  const url = "/api/users";
  const bad = { "content-type": "text/plain" };
  const status = async (
    client: { request: SignedInClient["request"] },
    headers: Record<string, string>,
    payload: string,
  ): Promise<number> => (await client.request({ method: "POST", url, headers, payload })).statusCode;
  expect(await status(server.anonymous, { ...bad, "sec-fetch-site": "cross-site" }, "{")).toBe(401);
  expect(await status(admin, { ...bad, "sec-fetch-site": "cross-site" }, "{")).toBe(403);
  expect(await status(user, bad, "{")).toBe(403);
  expect(await status(admin, bad, "{")).toBe(415);
  expect(await status(admin, json, "{")).toBe(400);
  expect(await status(admin, json, "{}")).toBe(400);
});

test("a refusal by role is on record", async () => {
  const user = await server.signIn("operator");
  await user.refused({ method: "GET", path: "/api/users", access: "admin" } as never);
  const acts = await server.database.db.selectFrom("audit_log").selectAll().where("actor_id", "=", user.userId).execute();
  expect(acts).toMatchObject([
    { action: "call.refused", object_type: "call", object_id: "GET /api/users", ip: "127.0.0.1", request_id: expect.any(String) },
  ]);
});

describe("the rate limit", () => {
  test("holds for each user apart, asks to come back, and does not govern signing in", async () => {
    const limited = await startTestServer({ rateLimitPerMinute: 5 });
    const [first, second] = [await limited.signIn("user"), await limited.signIn("user")];
    for (let request = 0; request < 5; request += 1) await first.ok(me);
    const refusal = await first.refused(me);
    expect(refusal).toMatchObject({ status: 429, code: "too_many" });
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refusal.headers["retry-after"])).toBeLessThanOrEqual(60);
    await second.ok(me);
    for (let request = 0; request < 8; request += 1) await limited.anonymous.ok(healthz);
    await limited.close();
  });
});

describe("the connection", () => {
  test("has its limits", () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = server.app.server;
    expect({ requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
    });
    expect(timeout).toBeGreaterThan(0);
  });

  test.each([
    ["what is no HTTP", "hello\r\n\r\n", 400],
    ["headers that never end", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(100_000)}\r\n\r\n`, 431],
    [
      "a smuggled request",
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /",
      400,
    ],
    ["a missing host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ])("with %s is answered and cut", async (_name, sent, status) => {
    const { port, hostname } = new URL(await listening());
    const answer = await new Promise<string>((resolve) => {
      let received = "";
      const socket = connect(Number(port), hostname, () => socket.write(sent));
      socket.on("data", (chunk) => (received += chunk.toString()));
      socket.on("close", () => resolve(received));
      // It is cut while it still sends, which some kernels call an error; what was answered before has been received.
      socket.on("error", () => undefined);
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(answer).not.toMatch(/\/srv|node_modules|stack/);
  });

  let address: Promise<string> | undefined;
  const listening = (): Promise<string> => (address ??= server.listen());
});

describe("with the database away", () => {
  test("the server is up and every other call asks to come back", async () => {
    const nowhere = { host: "/nonexistent", user: "nobody" };
    const dataDir = mkdtempSync(join(tmpdir(), "sarraf-away-"));
    const database = openDatabase(nowhere);
    const app = await buildApp({
      config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }),
      database,
      owner: nowhere,
      auditKey,
    });
    const client = clientOf(app, `sid=${newToken()}`);
    expect(await client.ok(healthz)).toEqual({ status: "ok" });
    for (const route of [readyz, me, listCurrencies, login]) {
      const refusal = await client.refused(route, route === login ? { body: { username: "a", password: "b" } } : {});
      expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
      expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    }
    await app.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const killOthers = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

  test("for a moment no call ends in a defect, and the next ones succeed", async () => {
    const calls = Array.from({ length: 40 }, async (_, index) => {
      if (index === 10) await server.database.pool.query(killOthers);
      return (await admin.send(listAccounts)).statusCode;
    });
    for (const status of await Promise.all(calls)) expect([200, 503]).toContain(status);
    await expect.poll(async () => (await admin.send(listAccounts)).statusCode).toBe(200);
  });
});
