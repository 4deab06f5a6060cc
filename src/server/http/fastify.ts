import { fastify, type FastifyInstance } from "fastify";

import type { Deps } from "#server/deps.ts";

import { answerBrokenRequest } from "./broken-request.ts";
import { answerTo, notFound, sendError } from "./errors.ts";
import { commonHeaders } from "./headers.ts";
import { parseJsonBody } from "./json-body.ts";
import { serverLimits } from "./limits.ts";
import { createRequestIds } from "./request-id.ts";
import { acceptUploads } from "./upload.ts";

/** The HTTP server without any route: limits, headers, the JSON reader and the one handler of errors. */
export function createFastify({ config, log }: Pick<Deps, "config" | "log">): FastifyInstance {
  const headers = commonHeaders(config.publicUrl);
  const nextRequestId = createRequestIds();
  const instance = fastify({
    // Successes are not logged one by one; failures are, with their request id, where they are answered.
    logger: false,
    genReqId: nextRequestId,
    requestIdHeader: false,
    // Only a proxy on this machine can put https in front of the server; nobody else is believed about addresses.
    trustProxy: config.publicUrl.startsWith("https:") ? "loopback" : false,
    bodyLimit: serverLimits.bodyLimit,
    requestTimeout: serverLimits.requestTimeoutMs,
    keepAliveTimeout: serverLimits.keepAliveTimeoutMs,
    connectionTimeout: serverLimits.silentConnectionTimeoutMs,
    http: { headersTimeout: serverLimits.headersTimeoutMs, connectionsCheckingInterval: serverLimits.checkingIntervalMs },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    forceCloseConnections: "idle",
    // What arrives on an open connection while the server stops is still answered; the connection then ends.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, nextRequestId),
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header("x-request-id", request.id);
      void sendError(reply, answerTo(error, request.id, log));
    },
  });
  instance.decorateRequest("actor");
  instance.decorateRequest("response");
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => {
    try {
      done(null, parseJsonBody(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  acceptUploads(instance);
  instance.addHook("onRequest", (request, reply, done) => {
    request.response = reply.raw;
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
  instance.setErrorHandler((error, request, reply) => sendError(reply, answerTo(error, request.id, log)));
  instance.setNotFoundHandler((request, reply) => sendError(reply, answerTo(notFound(), request.id, log)));
  return instance;
}

/** The contract reads and writes bodies. Fastify's own compilers for that would be loaded and made ready by every start, for nobody. */
function noSchemas(): never {
  throw new Error("a route's body is described in the contract, not by a schema of Fastify");
}
