import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { followChanges } from "#contract/events.ts";
import { readConfig } from "#server/config.ts";
import type { Answered } from "#server/metrics.ts";
import { eventually } from "#test/support/eventually.ts";

import { watchAnswers } from "./answered.ts";
import { createFastify } from "./fastify.ts";
import { createLog } from "./log.ts";

interface Line {
  readonly [name: string]: unknown;
}

/** A log, and its lines as they were written. */
function kept(level = "info") {
  const lines: string[] = [];
  const log = createLog(level, { write: (line: string) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) };
}

test("each entry is one line of JSON, whatever line ends are in its texts and names", () => {
  const { log, lines, parsed } = kept();
  log.info({ user: 'farid\r\n{"level":60,"msg":"forged"}', "a\nname": "x" }, "said\r\nso\u2028");
  log.error({ err: new Error("first\nsecond\r\nthird") }, "failed");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^\{[^\r\n]*\}\n$/);
  expect(parsed()[0]).toMatchObject({ user: 'farid\r\n{"level":60,"msg":"forged"}', msg: "said\r\nso\u2028" });
});

test("no secret is written, at whichever depth it stands", () => {
  const { log, lines } = kept();
  const secrets = {
    password: "hush-1",
    currentPassword: "hush-2",
    newPassword: "hush-3",
    passwordHash: "hush-4",
    cookie: "sid=hush-5",
    "set-cookie": "sid=hush-6",
    authorization: "Bearer hush-7",
    token: "hush-8",
    secret: "hush-9",
    metricsToken: "hush-10",
    databaseUrl: "postgres://u:hush-11@h/d",
    tazkiraNumber: "hush-12",
  };
  log.info(secrets, "by itself");
  log.info({ body: secrets }, "in an object");
  log.info({ request: { headers: secrets } }, "in one within that");
  expect(lines.join("")).not.toContain("hush");
  expect(lines.join("").match(/\[Redacted\]/g)).toHaveLength(3 * Object.keys(secrets).length);
});

test("of an error what happened is written, and not what PostgreSQL says of the row", () => {
  const { log, parsed } = kept();
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (tazkira)=(77)",
    where: "SQL",
    parameters: [77],
  });
  log.error({ err: new Error("not stored", { cause }) }, "failed");
  const [{ err }] = parsed() as [{ err: Line & { cause: Line } }];
  expect([err["message"], err.cause["message"], err.cause["code"]]).toEqual(["not stored", "duplicate key", "23505"]);
  expect(JSON.stringify(err)).not.toMatch(/77|SQL/);
});

/** A server whose answers are measured and logged. */
function watched(level: string, slowMs?: number) {
  const { log, parsed } = kept(level);
  const measured: Answered[] = [];
  const fastify = createFastify({ config: readConfig({}), log });
  watchAnswers(fastify, { log, metrics: { answered: (request: Answered) => measured.push(request) } } as never, slowMs);
  fastify.get("/api/things/:id", async () => "x");
  fastify.get(followChanges.path, async () => "x");
  fastify.post("/api/things", async () => "x");
  return { fastify, parsed, measured };
}

test("a request is written on the level debug: its route and id, and nothing that was sent", async () => {
  const { fastify, parsed, measured } = watched("debug");
  const { headers } = await fastify.inject({ url: "/api/things/Farid?q=Noori", headers: { cookie: "sid=abc" } });
  await fastify.inject({ url: "/nothing/Farid" });
  await fastify.inject({ url: followChanges.path });
  expect(parsed()).toMatchObject([
    { msg: "request", requestId: headers["x-request-id"], method: "GET", route: "/api/things/:id", status: 200 },
    { msg: "request", route: "none", status: 404 },
  ]);
  expect(parsed().every((line) => typeof line["durationMs"] === "number" && line["level"] === 20)).toBe(true);
  expect(JSON.stringify(parsed())).not.toMatch(/Farid|Noori|abc/);
  expect(measured).toMatchObject([
    { route: "/api/things/:id", status: 200 },
    { route: "none", status: 404 },
  ]);
  const inMilliseconds = measured.map(({ seconds }) => Math.round(seconds * 1_000));
  expect(inMilliseconds).toEqual(parsed().map((line) => line["durationMs"]));
});

test("of the usual level only a slow one is", async () => {
  const { fastify, parsed } = watched("info");
  await fastify.inject({ url: "/api/things/1" });
  expect(parsed()).toEqual([]);
  const { fastify: slow, parsed: said } = watched("info", 0);
  const { headers } = await slow.inject({ url: "/api/things/1" });
  expect(said()).toMatchObject([
    { msg: "slow request", level: 30, requestId: headers["x-request-id"], route: "/api/things/:id" },
  ]);
});

test("somebody who hangs up in the middle of a body is no defect to be written down", async () => {
  const { fastify, parsed } = watched("info");
  onTestFinished(() => fastify.close());
  const failed: unknown[] = [];
  fastify.addHook("onError", (_request, _reply, error, done) => {
    failed.push(error);
    done();
  });
  await fastify.listen({ port: 0 });
  const socket = connect((fastify.server.address() as AddressInfo).port);
  socket.write('POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"n":');
  await once(fastify.server, "request");
  socket.destroy();
  await eventually("the request has failed", () => failed.length === 1);
  await pause(0);
  expect(parsed()).toEqual([]);
});
