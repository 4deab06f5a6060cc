import { hash } from "node:crypto";

import { Refusal } from "#kernel/refusal.ts";
import type { IdempotencyScope } from "#ledger/event-row.ts";

const keyPattern = /^[\u0021-\u007e]{1,200}$/;

/** The parts of a request that must be the same for its key to give the same answer. */
interface Asked {
  /** Method and path pattern, such as "PUT /api/transactions/:id". */
  readonly call: string;
  readonly params: unknown;
  readonly body: unknown;
}

/** The key of a request and the digest of what it asked for; undefined without the header. Refuses a malformed key. */
export function idempotencyOf(
  header: string | string[] | undefined,
  { call, params, body }: Asked,
): IdempotencyScope | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !keyPattern.test(header)) {
    throw new Refusal("invalid", "Idempotency-Key takes 1 to 200 visible ASCII characters");
  }
  // The body is the parsed one: its keys stand in the order of the schema and "1000" is the same amount as "1000.00".
  const canonical = JSON.stringify([call, params ?? null, body ?? null], (_name, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return { key: header, call, requestHash: hash("sha256", canonical, "base64url") };
}
