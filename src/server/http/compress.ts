import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { FastifyReply } from "fastify";

const smallest = 32 * 1024;
const gzipText = promisify(gzip);

/** Whether a reply is long enough that a slow line to a branch gains by compressing it, and the client can read that. */
export function isWorthCompressing(text: string, headers: IncomingHttpHeaders): boolean {
  return text.length >= smallest && /\bgzip\b/.test(headers["accept-encoding"] ?? "");
}

/** Sends a text compressed, quickly rather than tightly, off the main thread. */
export async function compressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const bytes = await gzipText(text, { level: 1 });
  return reply.headers({ "content-encoding": "gzip", vary: "accept-encoding" }).send(bytes);
}
