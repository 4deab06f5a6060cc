import { z } from "zod";

import type { RefusalCode } from "#kernel/refusal.ts";

/** The one table from a refusal to its HTTP status. */
export const statusOf: Readonly<Record<RefusalCode, number>> = {
  invalid: 400,
  not_signed_in: 401,
  password_change_required: 403,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  conflict: 409,
  stale_version: 409,
  idempotency_conflict: 409,
  already_passed: 409,
  second_copies: 409,
  too_large: 413,
  unsupported_type: 415,
  unreadable: 422,
  too_many: 429,
  busy: 503,
  disk_full: 503,
  unavailable: 503,
};

/** What every answer that is not a success looks like. */
export const errorReply = z.object({
  /** A sentence for a person. */
  message: z.string(),
  code: z.string(),
  /** Stands in the server's log beside the cause. */
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;
