import type { FastifyRequest } from "fastify";

/** The client's address; an IPv4 one as such also where the socket speaks IPv6. */
export function addressOf(request: FastifyRequest): string | null {
  const { ip } = request as { ip?: string };
  return ip === undefined ? null : ip.startsWith("::ffff:") ? ip.slice("::ffff:".length) : ip;
}
