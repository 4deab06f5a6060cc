import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { inject } from "vitest";
import type { z } from "zod";

import type { Role } from "#contract/permissions.ts";
import type { Route } from "#contract/route.ts";
import { buildApp, type BuiltApp } from "#server/app.ts";
import { readConfig, type Config } from "#server/config.ts";
import { newToken, tokenHash } from "#server/http/cookie.ts";

import { createTestDatabase, type TestDatabase } from "./database.ts";
import { auditKey } from "./ledger.ts";

/** The application on a database of its own, reached without a port. */
export interface TestServer {
  readonly app: BuiltApp;
  readonly database: TestDatabase;
  /** Not signed in. */
  readonly anonymous: Client;
  /** A new user of this role (any text is stored as it is), signed in. */
  signIn(role: Role | (string & {}), user?: Partial<TestUser>): Promise<SignedInClient>;
  /** Listens on a free port of the loopback and returns the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestUser {
  readonly username: string;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  /** The stored hash; unless given no password opens it. */
  readonly passwordHash: string;
}

/** What a call answered. */
export interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: LightMyRequestResponse["headers"];
}

/** Whatever a client might send with a call, right or wrong. */
export interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refused call. */
export interface RefusedReply {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly requestId: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly headers: LightMyRequestResponse["headers"];
}

/** Calls contract routes as one person. */
export interface Client {
  /** The reply of a call that succeeds; throws where it does not answer its declared status. */
  ok<R extends Route>(route: R, sent?: Sent): Promise<z.output<R["reply"]>>;
  /** The same with its headers. */
  reply<R extends Route>(route: R, sent?: Sent): Promise<Reply<z.output<R["reply"]>>>;
  /** The error of a call that is refused; throws where it succeeds. */
  refused(route: Route, sent?: Sent): Promise<RefusedReply>;
  /** The answer of a call, whatever it is. */
  send(route: Route, sent?: Sent): Promise<LightMyRequestResponse>;
  /** Any request at all. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface SignedInClient extends Client {
  readonly userId: string;
  readonly username: string;
  /** The Cookie header of the session. */
  readonly cookie: string;
}

/** Starts the application on a fresh database. `config` overrides single settings; `webFolder` is a built web to serve. */
export async function startTestServer(config: Partial<Config> = {}, webFolder?: string): Promise<TestServer> {
  const dataDir = mkdtempSync(join(inject("testDataDir"), "server-"));
  const database = await createTestDatabase();
  const settings: Config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", RATE_LIMIT_PER_MINUTE: "0" }), ...config };
  const app = await buildApp({ config: settings, database, owner: database.owner, auditKey }, webFolder);
  const cookieName = settings.publicUrl.startsWith("https:") ? "__Host-sid" : "sid";
  return {
    app,
    database,
    anonymous: clientOf(app, undefined),
    signIn: async (role, user = {}) => {
      const { id, username, token } = await insertSession(database, role, user);
      const cookie = `${cookieName}=${token}`;
      return { ...clientOf(app, cookie), userId: id, username, cookie };
    },
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    close: async () => {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signing in itself is tested where it belongs; here a session is simply there. */
async function insertSession(database: TestDatabase, role: string, user: Partial<TestUser>) {
  const username = user.username ?? `${role}-${randomBytes(4).toString("hex")}`;
  const token = newToken();
  const { id } = await database.db
    .insertInto("users")
    .values({
      username,
      role,
      password_hash: user.passwordHash ?? "none",
      is_active: user.isActive ?? true,
      must_change_password: user.mustChangePassword ?? false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 3_600_000);
  await database.db
    .insertInto("sessions")
    .values({ user_id: id, token_hash: tokenHash(token), expires_at })
    .execute();
  return { id, username, token };
}

/** A client that sends this Cookie header, or none. */
export function clientOf(app: BuiltApp, cookie: string | undefined): Client {
  const request = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    app.fastify.inject({ ...options, headers: { ...(cookie === undefined ? {} : { cookie }), ...options.headers } });

  const send = (route: Route, { params, query, body, headers }: Sent = {}): Promise<LightMyRequestResponse> =>
    request({
      method: route.method,
      url: urlOf(route, params, query),
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });

  const reply = async <R extends Route>(route: R, sent?: Sent): Promise<Reply<z.output<R["reply"]>>> => {
    const answer = await send(route, sent);
    if (answer.statusCode !== (route.status ?? 200)) throw unexpected(route, answer);
    const body = (route.binary ? answer.rawPayload : answer.json()) as z.output<R["reply"]>;
    return { status: answer.statusCode, body, headers: answer.headers };
  };

  return {
    request,
    send,
    reply,
    ok: async (route, sent) => (await reply(route, sent)).body,
    refused: async (route, sent) => {
      const answer = await send(route, sent);
      if (answer.statusCode < 400) throw unexpected(route, answer);
      const error = answer.json<Omit<RefusedReply, "status" | "headers">>();
      return { ...error, issues: error.issues ?? [], status: answer.statusCode, headers: answer.headers };
    },
  };
}

function unexpected(route: Route, answer: LightMyRequestResponse): Error {
  return new Error(`${route.method} ${route.path} answered ${String(answer.statusCode)}: ${answer.body}`);
}

function urlOf(route: Route, params: Sent["params"] = {}, query: Sent["query"] = {}): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? `:${name}`)));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The statuses of answers that came in any order, lowest first. */
export function sortedStatuses(answers: readonly LightMyRequestResponse[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted((left, right) => left - right);
}
