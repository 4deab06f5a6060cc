import type { FastifyReply } from "fastify";
import type { Logger } from "pino";

import { statusOf, type ErrorReply } from "#contract/errors.ts";
import { brokenKeyOf, isDatabaseAway, isDiskFull } from "#db/client.ts";
import { codeOf } from "#kernel/error-code.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { userGone } from "#server/audit.ts";

/** The answer to a request that is not carried out. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorReply;
  readonly headers: Readonly<Record<string, string>>;
}

const retryAfterSeconds = 2;

/** Refusals for which nobody at a counter has given a reason. */
const isOfServer: ReadonlySet<RefusalCode> = new Set(["unavailable", "busy", "disk_full"]);

/**
 * Turns anything that was thrown into an answer: a refusal by the one table of statuses, an absent or overloaded database
 * into 503, a defect of ours into a mute 500. What a person cannot act upon goes to the log, under the request's id.
 */
export function answerTo(error: unknown, requestId: string, log: Logger): ErrorAnswer {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    // The error is PostgreSQL's own, with its SQLSTATE: which of the limits it was cannot be guessed from the answer.
    if (isOfServer.has(refusal.code)) log.warn({ requestId, err: error }, refusal.message);
    return answerOfRefusal(refusal, requestId);
  }
  log.error({ requestId, err: error }, "request failed");
  const message = "Something went wrong on the server. It has been recorded under this request id";
  return { status: 500, body: { message, code: "internal", requestId }, headers: {} };
}

/**
 * Sends the answer; what a handler had prepared before it failed is replaced. Fastify would close the line behind a body that it refuses;
 * a line that is closed under its sender is reset, and then nobody reads the answer. What still comes is passed over instead. A server
 * that stops does close it, and has said so where Node keeps its headers.
 */
export function sendError(reply: FastifyReply, { status, body, headers }: ErrorAnswer): FastifyReply {
  const text = JSON.stringify(body);
  if (reply.hasHeader("connection") && !reply.raw.hasHeader("connection")) reply.removeHeader("connection");
  return reply.code(status).headers(headers).header("content-type", "application/json; charset=utf-8").send(text);
}

/**
 * Answers an error once the work is done; what that throws is answered instead. But where nobody knows what became of the request,
 * work that fails knows no better, and its "busy" would say that nothing was changed.
 */
export async function sendErrorAfter(
  work: Promise<unknown>,
  error: unknown,
  { reply, log }: { readonly reply: FastifyReply; readonly log: Logger },
): Promise<void> {
  let told = error;
  try {
    await work;
  } catch (fault) {
    if (fault instanceof Refusal || !isOpen(error)) told = fault;
  }
  await sendError(reply, answerTo(told, reply.request.id, log));
}

/** Whether nobody knows what became of the request that ended so. */
function isOpen(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal === undefined || refusal.code === "unavailable";
}

/** The answer for a path that nothing is served at. */
export function notFound(): Refusal {
  return new Refusal("not_found", "There is nothing at this address");
}

function answerOfRefusal(refusal: Refusal, requestId: string): ErrorAnswer {
  const { issues, retryAfterSeconds: seconds } = refusal.details;
  const body: ErrorReply = { message: refusal.message, code: refusal.code, requestId };
  return {
    status: statusOf[refusal.code],
    body: issues === undefined ? body : { ...body, issues: [...issues] },
    headers: seconds === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(seconds))) },
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDiskFull(error)) {
    // Without a time to come back: somebody has to make room first.
    return new Refusal(
      "disk_full",
      "The disk of the server is full, and nothing was recorded. Tell whoever looks after the server",
    );
  }
  if (isDatabaseAway(error)) return unavailable("The database is not available at the moment. Try again shortly");
  const code = codeOf(error);
  if (isUserGone(error)) return userGone();
  if (isBrokenOff(error)) return new Refusal("invalid", "The request did not arrive whole. Send it again");
  if (code === closedDay) return refusalOfClosedDay(error as Error);
  if (code === keptSettlement) return new Refusal("conflict", (error as Error).message);
  if (code !== undefined && busyStates.has(code)) {
    return new Refusal("busy", "The server is busy at the moment. Try again shortly", { retryAfterSeconds });
  }
  if (code?.startsWith("FST_") === true) return refusalOfFramework(code, (error as { statusCode?: number }).statusCode ?? 500);
  return undefined;
}

/**
 * Lost races after all tries, a lock or a statement that took too long, a transaction that was left open too long. PostgreSQL itself
 * says so, and has rolled the transaction back.
 */
const busyStates: ReadonlySet<string> = new Set(["40001", "40P01", "55P03", "57014", "25P03", "25P04"]);

/** Keys that lead to who did something. A user who has done nothing yet may be deleted while they do their first thing. */
const keyToUser = /_(by|user_id)_fkey$/;
const refusedAsNobody = "28000";

/** Whether it failed since the user was deleted meanwhile: by a key, or because a function of the ledger found nobody. */
function isUserGone(error: unknown): boolean {
  // PostgreSQL has the same code for a role that may not connect.
  const isRaised = (error as { routine?: string } | undefined)?.routine === "exec_stmt_raise";
  return keyToUser.test(brokenKeyOf(error) ?? "") || (codeOf(error) === refusedAsNobody && isRaised);
}

/** Whether a body stopped half way: Node's words for whoever hangs up, or was too slow. Nobody hears the answer, and no defect is logged. */
function isBrokenOff(error: unknown): boolean {
  return codeOf(error) === "ECONNRESET" && (error as Error).message === "aborted";
}

/** The ledger's triggers raise it, in words for a person, whatever the act was. */
const closedDay = "SD001";
/** The same of an edit that would take a settlement away from its partner. */
const keptSettlement = "SD002";

function refusalOfClosedDay({ message }: Error): Refusal {
  return new Refusal("conflict", message, { issues: [{ path: "transDate", message }] });
}

/** Said before the call is known to take a file or none. */
const wantedTypes =
  "Send the body as JSON (Content-Type: application/json), or a file as multipart/form-data where the call takes one";

function refusalOfFramework(code: string, status: number): Refusal | undefined {
  if (status === 413) return new Refusal("too_large", "The request is too large");
  if (status === 415) return new Refusal("unsupported_type", wantedTypes);
  if (status === 503) return unavailable("The server is stopping. Try again shortly");
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH") return new Refusal("invalid", "The body does not have the announced length");
  return status >= 400 && status < 500 ? new Refusal("invalid", "The request is malformed") : undefined;
}

function unavailable(message: string): Refusal {
  return new Refusal("unavailable", message, { retryAfterSeconds });
}
