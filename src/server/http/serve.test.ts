import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from "kysely";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { route, type Route } from "#contract/route.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createOneByOne } from "#ledger/one-by-one.ts";
import { readConfig } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";

import { Answer, page } from "./answer.ts";
import { createSessionCookie, newToken } from "./cookie.ts";
import { createFastify } from "./fastify.ts";
import { createLargeBodies } from "./large-bodies.ts";
import { createRateLimit, serverLimits } from "./limits.ts";
import { createLog } from "./log.ts";
import { serve, servePublic, type App } from "./serve.ts";
import type { SignedIn } from "./session.ts";
import { createUnderWay } from "./under-way.ts";

const person: SignedIn = {
  sessionId: 1,
  userId: randomUUID(),
  username: "zahra",
  fullName: null,
  email: null,
  role: "operator",
  isAdmin: false,
  mustChangePassword: false,
};

/** The HTTP side alone: whoever has a cookie is the person above, and what is logged or audited is kept. */
function bareApp() {
  const logged: string[] = [];
  const audited: (readonly unknown[])[] = [];
  const log = createLog("info", { write: (line: string) => void logged.push(line) });
  const config = readConfig({});
  const db = databaseHearing(audited);
  const deps = { config, log, db } as unknown as Deps;
  const app: App = {
    fastify: createFastify(deps),
    deps,
    sessions: { find: () => Promise.resolve(person), recent: () => undefined },
    cookie: createSessionCookie(config.publicUrl),
    rateLimit: createRateLimit(0, () => Promise.reject(new Error("nothing is counted"))),
    underWay: createUnderWay(),
    largeBodies: createLargeBodies(),
    sameKey: createOneByOne(),
    routes: [],
  };
  const send = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.fastify.inject({
      method: body === undefined ? "GET" : "POST",
      url,
      headers: { cookie: `sid=${newToken()}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return { app, send, logged, audited };
}

/** A database that does everything it is told, and keeps with what values. */
function databaseHearing(values: (readonly unknown[])[]): Kysely<DB> {
  const driver = new DummyDriver();
  const connection: DatabaseConnection = {
    executeQuery: ({ parameters }) => {
      values.push(parameters);
      return Promise.resolve({ rows: [], numAffectedRows: 1n });
    },
    streamQuery: () => {
      throw new Error("nothing is streamed here");
    },
  };
  driver.acquireConnection = () => Promise.resolve(connection);
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (told) => new PostgresIntrospector(told),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const shape = z.object({ name: z.string() });
const get = (over: Partial<Route> = {}) => ({
  ...route({ method: "GET", path: "/x", tag: "x", summary: "x", access: "everyone", reply: shape }),
  ...over,
});
const post = (over: Partial<Route> = {}) => get({ method: "POST", body: z.object({ n: z.int() }), ...over });

describe("a route", () => {
  test("without a rule of access stops the boot", () => {
    const { app } = bareApp();
    const { access: _access, ...rest } = get();
    expect(() => serve(app, rest as Route, () => ({ name: "x" }))).toThrow(/says who may call it/);
    expect(() => serve(app, get({ access: "king" as never }), () => ({ name: "x" }))).toThrow(/says who may call it/);
  });

  test("that is public is not served to the signed-in by mistake, nor the other way round", () => {
    const { app } = bareApp();
    expect(() => serve(app, get({ access: "public" }), () => ({ name: "x" }))).toThrow(/public/);
    expect(() => servePublic(app, get(), () => ({ name: "x" }))).toThrow(/not public/);
  });

  test("that takes large bodies from everybody stops the boot", () => {
    const { app } = bareApp();
    const large = post({ access: "public", bodyLimit: 1024 * 1024 });
    expect(() => servePublic(app, large, () => ({ name: "x" }))).toThrow(/only from people who are signed in/);
  });

  test("is on the list of what is served", () => {
    const { app } = bareApp();
    const served = get();
    serve(app, served, () => ({ name: "x" }));
    expect(app.routes).toEqual([served]);
  });
});

test.each([
  ["four reads", get(), undefined, 4],
  ["all writes", post(), { n: 1 }, 20],
  ["four downloads", get({ binary: "download" }), undefined, 4],
])(
  "of a user's requests at the same moment %s are worked on at once, and the others are answered after them",
  async (_what, served, body, most) => {
    const { app, send } = bareApp();
    let [now, atOnce] = [0, 0];
    serve(app, served, async () => {
      now += 1;
      atOnce = Math.max(atOnce, now);
      await pause(20);
      now -= 1;
      return served.binary === undefined ? { name: "x" } : "x";
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("/x", body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(atOnce).toBe(most);
  },
);

test("of an address so many public writes are under way at most, and the next is refused", async () => {
  const { app } = bareApp();
  const { promise, resolve } = Promise.withResolvers<{ name: string }>();
  servePublic(app, post({ access: "public" }), () => promise);
  const most = serverLimits.underWay.perUser;
  const answers = Array.from({ length: most + 1 }, async () =>
    app.fastify.inject({ method: "POST", url: "/x", payload: { n: 1 } }),
  );
  const refused = await Promise.race(answers);
  expect(refused.json()).toMatchObject({ code: "too_many" });
  expect(refused.headers["retry-after"]).toBe("1");
  resolve({ name: "x" });
  expect((await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(most);
});

describe("a reply", () => {
  test("carries nothing that the contract does not declare", async () => {
    const { app, send } = bareApp();
    serve(app, get(), () => ({ name: "x", password_hash: "secret" }));
    expect((await send("/x")).json()).toEqual({ name: "x" });
  });

  test("that breaks the contract is a defect of ours: a mute 500, and the cause in the log", async () => {
    const { app, send, logged } = bareApp();
    serve(app, get(), () => ({ name: 5 }));
    const answer = await send("/x");
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ message: expect.any(String), code: "internal", requestId: answer.headers["x-request-id"] });
    expect(logged.join("")).toContain(String(answer.headers["x-request-id"]));
  });

  test("of a page tells the total and where the next one begins", async () => {
    const { app, send } = bareApp();
    serve(app, get({ paged: true, reply: z.array(shape) }), () =>
      page({ rows: [{ name: "x", secret: 1 }], total: 7, nextCursor: "abc" }),
    );
    const answer = await send("/x");
    expect(answer.headers).toMatchObject({ "x-total-count": "7", "x-next-cursor": "abc" });
    expect(answer.json()).toEqual([{ name: "x" }]);
  });

  test("of bytes or a stream leaves as it is", async () => {
    const { app, send } = bareApp();
    const file = { binary: true as const, reply: z.unknown() };
    serve(app, get(file), () => new Answer(Buffer.from([1, 2, 3]), { "content-type": "image/png" }));
    serve(app, get({ ...file, path: "/y" }), () => new Answer(Readable.from(["a", "b"]), { "content-type": "text/plain" }));
    expect((await send("/x")).rawPayload).toEqual(Buffer.from([1, 2, 3]));
    expect((await send("/y")).body).toBe("ab");
  });

  test("that is long is compressed for those who read that", async () => {
    const { app, send } = bareApp();
    serve(app, get(), () => ({ name: "x".repeat(100_000) }));
    const answer = await send("/x", undefined, { "accept-encoding": "gzip, br" });
    expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(answer.rawPayload.length).toBeLessThan(5_000);
    expect((await send("/x")).headers["content-encoding"]).toBeUndefined();
  });

  test("of a list's length is compressed, too, and a short one is not", async () => {
    const { app, send } = bareApp();
    serve(app, get(), () => ({ name: "x".repeat(10_000) }));
    serve(app, get({ path: "/y" }), () => ({ name: "x".repeat(1_000) }));
    const headers = { "accept-encoding": "gzip" };
    expect((await send("/x", undefined, headers)).headers).toHaveProperty("content-encoding", "gzip");
    expect((await send("/y", undefined, headers)).headers).not.toHaveProperty("content-encoding");
  });
});

describe("an error", () => {
  test("that nobody foresaw says nothing of itself", async () => {
    const { app, send, logged } = bareApp();
    serve(app, get(), () => {
      throw Object.assign(new Error('select * from "users" at /srv/app.ts'), { code: "42P01", detail: "Key (tazkira)=(123)" });
    });
    const answer = await send("/x");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/select|users|srv|42P01|tazkira/);
    expect(logged.join("")).toContain("42P01");
    expect(logged.join("")).not.toContain("(123)");
  });

  test.each(["55P03", "57014", "40001", "40P01"])("%s of a busy database asks to come back", async (code) => {
    const { app, send } = bareApp();
    serve(app, get(), () => Promise.reject(Object.assign(new Error("canceling statement"), { code })));
    const answer = await send("/x");
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject({ code: "busy" });
  });

  test("of which nobody knows what it left is not told as that of a database too busy to look at the session again", async () => {
    const { app, send } = bareApp();
    const find = () => Promise.reject(Object.assign(new Error("canceling statement"), { code: "57014" }));
    const sessions = { find, recent: () => person };
    const handle = () => Promise.reject(new Error("Connection terminated unexpectedly"));
    serve({ ...app, sessions }, post(), { authorize: () => undefined, handle, isCheckedByLedger: true });
    expect((await send("/x", { n: 1 })).json()).toMatchObject({ code: "unavailable" });
  });

  test("that is a text with line ends makes one line of the log", async () => {
    const { app, send, logged } = bareApp();
    serve(app, get(), () => Promise.reject(new Error('broken\r\n{"level":60,"msg":"forged"}')));
    await send("/x");
    expect(logged).toHaveLength(1);
    expect(logged[0]?.trimEnd()).not.toContain("\n");
  });
});

describe("a permission that depends on the body", () => {
  test("is judged before the fields are, and its refusal is on record", async () => {
    const { app, send, audited } = bareApp();
    serve(app, post(), {
      authorize: (_actor, rawBody) => {
        if ((rawBody as { kind?: string } | undefined)?.kind === "cash") throw new Refusal("forbidden", "Not yours");
      },
      handle: ({ body }) => ({ name: String((body as { n: number }).n) }),
    });
    expect((await send("/x", { kind: "cash", n: "wrong" })).statusCode).toBe(403);
    expect(audited).toEqual([expect.arrayContaining(["call.refused", "zahra", "POST /x", "127.0.0.1"])]);
    expect((await send("/x", { kind: "else", n: "wrong" })).statusCode).toBe(400);
    expect((await send("/x", { n: 7 })).json()).toEqual({ name: "7" });
    expect(audited).toHaveLength(1);
  });
});

describe("a route with keys and versions", () => {
  test("hands on what was sent, and refuses what is malformed", async () => {
    const { app, send } = bareApp();
    serve(app, post({ idempotent: true, versioned: true }), ({ idempotency, ifMatch }) => ({
      name: `${String(idempotency?.key)} ${String(ifMatch)}`,
    }));
    expect((await send("/x", { n: 1 }, { "idempotency-key": "k1", "if-match": '"4"' })).json()).toEqual({ name: "k1 4" });
    expect((await send("/x", { n: 1 })).json()).toEqual({ name: "undefined undefined" });
    expect((await send("/x", { n: 1 }, { "idempotency-key": "" })).statusCode).toBe(400);
    expect((await send("/x", { n: 1 }, { "if-match": "four" })).statusCode).toBe(400);
  });
});
