import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

import { unattendedHeader } from "#contract/auth.ts";
import { mayCall } from "#contract/permissions.ts";
import type { Route } from "#contract/route.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isAdmissionChanged } from "#ledger/batch.ts";
import type { IdempotencyScope } from "#ledger/event-row.ts";
import type { OneByOne } from "#ledger/one-by-one.ts";
import { audit, type AuditActor } from "#server/audit.ts";
import type { Deps } from "#server/deps.ts";

import { Answer } from "./answer.ts";
import { addressOf } from "./client-address.ts";
import { compressed, isWorthCompressing } from "./compress.ts";
import type { SessionCookie } from "./cookie.ts";
import { changesState, isCrossSite, refuseCrossSite } from "./csrf.ts";
import { sendErrorAfter } from "./errors.ts";
import { goneSignal } from "./gone.ts";
import { idempotencyOf } from "./idempotency.ts";
import { ifMatchOf } from "./if-match.ts";
import { checkedBody, checkedParameters } from "./input.ts";
import { placesFor } from "./large-bodies.ts";
import type { RateLimit } from "./limits.ts";
import { isOfOtherUser, refuseOtherUser } from "./other-user.ts";
import type { Places } from "./places.ts";
import type { Sessions, SignedIn } from "./session.ts";
import { letIn, type UnderWay } from "./under-way.ts";
import { askedOf, readUpload, refuseUpload, type Upload } from "./upload.ts";

/** The HTTP server while it is being put together. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly deps: Deps;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly rateLimit: RateLimit;
  readonly underWay: UnderWay;
  readonly largeBodies: Places;
  /** Requests under one key of one person, one after another. */
  readonly sameKey: OneByOne;
  /** Every contract route that is served, in the order it was registered. */
  readonly routes: Route[];
}

/** The person behind a request, and the request itself as the audit log names it. */
export interface Actor extends SignedIn, AuditActor {
  readonly userId: string;
  readonly username: string;
  readonly ip: string | null;
  readonly requestId: string;
  /** Admitted because the session was looked up a few seconds ago: the ledger looks it up again when it records. */
  readonly isToBeChecked?: boolean;
}

type Parsed<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined;

type UploadOf<R extends Route> =
  NonNullable<R["upload"]> extends { readonly fields: infer Fields extends z.ZodObject } ? Upload<z.output<Fields>> : undefined;

/** A request as its handler sees it: admitted, parsed, checked. */
export interface Call<R extends Route, Who = Actor> {
  readonly params: Parsed<R["params"]>;
  readonly query: Parsed<R["query"]>;
  readonly body: Parsed<R["body"]>;
  /** On routes with an upload: the file, and the fields beside it. */
  readonly upload: UploadOf<R>;
  readonly actor: Who;
  readonly request: { readonly requestId: string; readonly ip: string | null; readonly userAgent: string | null };
  /** Aborted when whoever asked is gone before the answer: for work that nobody else waits for. */
  readonly gone: () => AbortSignal;
  /** The session's token as it came; undefined without one. */
  readonly token: string | undefined;
  /** On idempotent routes: the key with what was asked, where the client sent one. */
  readonly idempotency: IdempotencyScope | undefined;
  /** On versioned routes: the version the client edited, where it said so. */
  readonly ifMatch: number | undefined;
}

export type Reply<R extends Route> = z.input<R["reply"]> | Answer<z.input<R["reply"]>>;
export type Handle<R extends Route, Who = Actor> = (call: Call<R, Who>) => Promise<Reply<R>> | Reply<R>;

/** A handler with a permission that depends on what the body says, judged before the body is. */
export interface GuardedHandler<R extends Route> {
  /** Throws a `forbidden` refusal. The body is JSON as it came, of any shape. */
  readonly authorize: (actor: Actor, rawBody: unknown) => void;
  readonly handle: Handle<R>;
  /**
   * The ledger looks up session, user and role by itself, in the database transaction that records. So whoever was found a few
   * seconds ago is not looked up before. A request that is refused is judged once more, after a fresh look-up.
   */
  readonly isCheckedByLedger?: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

/**
 * Serves a contract route to people who are signed in. A request is refused for the first thing that is wrong, in this order: its
 * session, or it comes from another person's page (401); its origin, or a password change is due (403); too many requests, in a minute or at
 * once (429); the role (403); too many large bodies at once (429); the body's type or size (415, 413); what the body asks for (403); parameters
 * and fields (400). A reply leaves with what its schema declares and nothing else.
 */
export function serve<R extends Route>(app: App, route: R, handler: Handle<R> | GuardedHandler<R>): void {
  assert(route.access !== "public", `${route.path} is public and must be served as such`);
  const guarded: Partial<GuardedHandler<R>> & Pick<GuardedHandler<R>, "handle"> =
    typeof handler === "function" ? { handle: handler } : handler;
  const carryOut = async (request: FastifyRequest, actor: Actor): Promise<Reply<R>> => {
    guarded.authorize?.(actor, request.body);
    const upload = route.upload === undefined ? refuseUpload(request) : await readUpload(request, route.upload);
    const call = callOf(app, route, { request, actor, upload });
    const { idempotency } = call;
    // Who sends again before the answer is there waits for it here: the first may need every connection there is.
    if (idempotency === undefined) return guarded.handle(call);
    return app.sameKey(`${actor.userId} ${idempotency.key}`, async () => guarded.handle(call));
  };
  const isRecentEnough = guarded.isCheckedByLedger === true;
  register(app, route, {
    admit: (request) => (isRecentEnough ? admittedRecently(app, route, request) : undefined) ?? admit(app, route, request),
    answer: async (request) => {
      try {
        return await carryOutAsAdmitted(app, route, { request, carryOut });
      } catch (error) {
        if (error instanceof Refusal && error.code === "forbidden" && request.actor)
          await auditRefusal(app, route, request.actor);
        throw error;
      }
    },
    failed: async (request) => {
      if (request.actor?.isToBeChecked === true) await admitAnew(app, route, request);
    },
  });
}

/** Serves a contract route to everybody, signed in or not. Refuses too many writes of one address at once (429). */
export function servePublic<R extends Route>(app: App, route: R, handle: Handle<R, undefined>): void {
  assert(route.access === "public", `${route.path} is not public`);
  register(app, route, {
    admit: (request) => {
      if (changesState(request)) refuseCrossSite(request.headers, app.deps.config.publicUrl);
      return undefined;
    },
    answer: (request) => handle(callOf(app, route, { request, actor: undefined, upload: refuseUpload(request) })),
  });
}

/** What a program may read, for which no person signs in. */
export interface ProgramHandler<R extends Route> {
  /** Whether an Authorization header opens it. */
  readonly isAdmitted: (authorization: string | undefined) => boolean;
  readonly handle: Handle<R, Actor | undefined>;
}

/** Serves a contract route that only reads: to the people it is for, and to a program with the right Authorization header. */
export function serveToProgram<R extends Route>(app: App, route: R, { isAdmitted, handle }: ProgramHandler<R>): void {
  assert(route.method === "GET" && route.bearer !== undefined, `${route.path} is not for programs`);
  register(app, route, {
    admit: (request) => (isAdmitted(request.headers.authorization) ? undefined : admit(app, route, request)),
    answer: (request) => handle(callOf(app, route, { request, actor: request.actor, upload: refuseUpload(request) })),
  });
}

interface Steps {
  readonly admit: (request: FastifyRequest) => Actor | Promise<Actor> | undefined;
  readonly answer: (request: FastifyRequest) => unknown;
  /** What is to be done before an error is answered; what it throws is answered instead. */
  readonly failed?: (request: FastifyRequest) => Promise<unknown>;
}

function register(app: App, route: Route, { admit: admitRequest, answer, failed }: Steps): void {
  // Types say so already; a route made in any other way must not be served without a rule.
  assert(["public", "session", "everyone", "staff", "admin"].includes(route.access), `${route.path} says who may call it`);
  const places = placesFor(route, app.largeBodies);
  const answerInPlace = (request: FastifyRequest): unknown => places?.during(request, answer) ?? answer(request);
  app.routes.push(route);
  app.fastify.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // A stream of which only the head is asked for would never end.
    ...(route.messages === undefined ? {} : { exposeHeadRoute: false }),
    onRequest: async (request) => {
      request.actor = await admitRequest(request);
      if (request.actor !== undefined) places?.take(request, request.actor.userId);
    },
    handler: async (request, reply) => send(reply, route, await app.underWay.during(request, route, answerInPlace)),
    ...(failed === undefined
      ? {}
      : { errorHandler: (error, request, reply) => void sendErrorAfter(failed(request), error, { reply, log: app.deps.log }) }),
  });
}

async function admit(app: App, route: Route, request: FastifyRequest): Promise<Actor> {
  const token = app.cookie.read(request.headers.cookie);
  // What the browser fetches by itself (a stream, an image) cannot say that nobody is there.
  const isUse = route.binary !== true && request.headers[unattendedHeader] === undefined;
  const signedIn = token === undefined ? undefined : await app.sessions.find(token, { isUse });
  if (signedIn === undefined) throw new Refusal("not_signed_in", "Please sign in");
  refuseOtherUser(request.headers, signedIn.userId);
  const actor: Actor = { ...signedIn, ip: addressOf(request), requestId: request.id };
  if (changesState(request)) refuseCrossSite(request.headers, app.deps.config.publicUrl);
  if (actor.mustChangePassword && route.access !== "session") {
    throw new Refusal("password_change_required", "Please change your password first");
  }
  await letIn(app, request, actor);
  if (!mayCall(actor.role, route.access)) {
    await auditRefusal(app, route, actor);
    throw new Refusal("forbidden", route.forbidden ?? "You do not have permission to do this");
  }
  return actor;
}

/** The actor, if found a few seconds ago and to be admitted as far as that tells; undefined where only a fresh look-up can tell. */
function admittedRecently(app: App, route: Route, request: FastifyRequest): Actor | Promise<Actor> | undefined {
  const token = app.cookie.read(request.headers.cookie);
  const signedIn = token === undefined ? undefined : app.sessions.recent(token);
  if (signedIn === undefined || signedIn.mustChangePassword || !mayCall(signedIn.role, route.access)) return undefined;
  const { headers } = request;
  if (isOfOtherUser(headers, signedIn.userId) || isCrossSite(headers, app.deps.config.publicUrl)) return undefined;
  const actor = { ...signedIn, ip: addressOf(request), requestId: request.id, isToBeChecked: true };
  // Set before anything is refused: by it, `failed` sees that the refusal needs a fresh look-up.
  request.actor = actor;
  return letIn(app, request, actor);
}

/** Admits a request once more, after a fresh look-up. */
async function admitAnew(app: App, route: Route, request: FastifyRequest): Promise<Actor> {
  const actor = await admit(app, route, request);
  request.actor = actor;
  return actor;
}

interface Work<Result> {
  readonly request: FastifyRequest;
  readonly carryOut: (request: FastifyRequest, actor: Actor) => Promise<Result>;
}

/** Carries a request out. One that was admitted by an earlier look-up is refused for good only where a fresh one finds the same role. */
async function carryOutAsAdmitted<Result>(app: App, route: Route, { request, carryOut }: Work<Result>): Promise<Result> {
  const { actor } = request;
  assert(actor !== undefined, "a request that was admitted has an actor");
  try {
    return await carryOut(request, actor);
  } catch (error) {
    const hasMovedOn = isAdmissionChanged(error);
    if (!actor.isToBeChecked || !(hasMovedOn || error instanceof Refusal)) throw error;
    const now = await admitAnew(app, route, request);
    if (!hasMovedOn && now.role === actor.role) throw error;
    return carryOut(request, now);
  }
}

async function auditRefusal({ deps }: App, route: Route, actor: Actor): Promise<void> {
  await audit(deps.db, actor, { action: "call.refused", objectType: "call", objectId: `${route.method} ${route.path}` });
}

function callOf<R extends Route, Who>(
  app: App,
  route: R,
  { request, actor, upload }: { request: FastifyRequest; actor: Who; upload: Upload | void },
): Call<R, Who> {
  const params = route.params === undefined ? undefined : checkedParameters(route.params, request.params);
  const query = route.query === undefined ? undefined : checkedParameters(route.query, request.query);
  const body = route.body === undefined ? undefined : checkedBody(route.body, request.body);
  const { headers } = request;
  return {
    params: params as Parsed<R["params"]>,
    query: query as Parsed<R["query"]>,
    body: body as Parsed<R["body"]>,
    upload: upload as UploadOf<R>,
    actor,
    request: { requestId: request.id, ip: addressOf(request), userAgent: headers["user-agent"]?.slice(0, 300) ?? null },
    gone: () => goneSignal(request),
    token: app.cookie.read(headers.cookie),
    idempotency: route.idempotent
      ? idempotencyOf(headers["idempotency-key"], {
          call: `${route.method} ${route.path}`,
          params,
          body: upload ? askedOf(upload, query) : body,
        })
      : undefined,
    ifMatch: route.versioned ? ifMatchOf(headers["if-match"]) : undefined,
  };
}

function send(reply: FastifyReply, route: Route, result: unknown): FastifyReply | Promise<FastifyReply> {
  const answer = result instanceof Answer ? result : new Answer(result, {});
  reply.code(route.status ?? 200).headers(answer.headers);
  if (route.binary) return reply.send(answer.body);
  const text = JSON.stringify(route.reply.parse(answer.body));
  reply.header("content-type", "application/json; charset=utf-8");
  return isWorthCompressing(text, reply.request.headers) ? compressed(reply, text) : reply.send(text);
}
