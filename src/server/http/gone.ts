import type { ServerResponse } from "node:http";

import type { FastifyRequest } from "fastify";

import { assert } from "#kernel/assert.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What is answered with; there from the first hook on. */
    response: ServerResponse | undefined;
  }
}

/**
 * Aborted when the response to a request closes before it was sent whole: whoever asked is gone. The request's own end says nothing of
 * that, since one with a body ends as soon as the body has been read.
 */
export function goneSignal({ response }: FastifyRequest): AbortSignal {
  assert(response !== undefined, "a request that is carried out has a response");
  const gone = new AbortController();
  const closed = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) closed();
  else response.once("close", closed);
  return gone.signal;
}
