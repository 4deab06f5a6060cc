/**
 * The kinds of an expected "no". The HTTP status of each stands in one table, `contract/errors.ts`.
 */
export type RefusalCode =
  | "invalid"
  | "not_signed_in"
  | "password_change_required"
  | "forbidden"
  | "cross_site"
  | "not_found"
  | "conflict"
  | "stale_version"
  | "idempotency_conflict"
  | "already_passed"
  // Done all the same where the request says that second copies are wanted.
  | "second_copies"
  | "too_large"
  | "unsupported_type"
  | "unreadable"
  | "too_many"
  // What was begun was rolled back for certain; after "unavailable" nobody knows.
  | "busy"
  // So was this, and trying again does not help before somebody has made room.
  | "disk_full"
  | "unavailable";

/** A field of the request that is wrong, and why, in words for a person. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export interface RefusalDetails {
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
}

/**
 * An expected "no": the request was understood and is not carried out. Throwing one rolls the transaction back.
 * `message` is a sentence for the person at the counter.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A refusal that marks one field of the request. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal("invalid", message, { issues: [{ path, message }] });
}
