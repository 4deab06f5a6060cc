import type { Issue, RefusalCode } from "#kernel/refusal.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { i18n } from "#web/i18n/setup.ts";

const busy: RefusalCode = "busy";
const diskFull: RefusalCode = "disk_full";
/** What a proxy says in place of a server that does not answer. The product itself never does. */
const saidByProxy: readonly number[] = [502, 504];

/** What an {@link ApiError} is made of. */
export interface Fault {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A refusal's code, or `offline` when the server could not be reached. */
  readonly code: string;
  /**
   * A sentence for a person, as the server has said it; how to say one of our own, since the screens may speak another language by the
   * time it is shown. {@link messageOf} says either in theirs.
   */
  readonly message: string | (() => string);
  /** Stands in the server's log; empty when no answer came. */
  readonly requestId?: string;
  /** The fields that are wrong, by their path in the body. */
  readonly issues?: readonly Issue[];
  /** How long the server asks to be left alone. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A call that did not succeed, with what a screen needs to say so. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;
  readonly #message: Fault["message"];

  constructor(fault: Fault) {
    super(typeof fault.message === "function" ? fault.message() : fault.message);
    this.#message = fault.message;
    this.status = fault.status;
    this.code = fault.code;
    this.requestId = fault.requestId ?? "";
    this.issues = fault.issues ?? [];
    this.retryAfterSeconds = fault.retryAfterSeconds;
  }

  /** The sentence in the language of the screens. */
  get words(): string {
    return typeof this.#message === "function" ? this.#message() : refusalInLanguage(this.message);
  }

  /** Whether the server or its database could not be reached, so that the same call may succeed later. */
  get isAway(): boolean {
    if (this.code === diskFull) return false;
    return this.code === "offline" || this.status === 503 || saidByProxy.includes(this.status);
  }
}

/** Whether nobody knows if what was asked for was carried out: no answer came, or one about an unforeseen fault. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError && error.code === diskFull) return false;
  return error !== null && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

/** Whether the server refused for what it found, such as a use that is in the way of a deletion: no failure, and the same again is refused again. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Whether the server itself said that it failed, for a reason that it did not foresee or that is gone soon. */
export function isServerFault(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && !saidByProxy.includes(error.status) && !saysRolledBack(error);
}

/** Whether the server had to give up what was asked for, and is certain that nothing of it was recorded. */
export function saysRolledBack(error: unknown): boolean {
  return error instanceof ApiError && (error.code === busy || error.code === diskFull);
}

/**
 * The same of an act, such as one on a hawala, that is one database transaction together with its answer: a server that was too busy for
 * it has rolled it back, and says so in its own words.
 */
export function isActUnanswered(error: unknown): boolean {
  return isUnanswered(error) && !saysRolledBack(error);
}

/** Whether what was asked for does not exist, whatever its id looked like. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

const alreadyPassed: RefusalCode = "already_passed";

/** Whether a hawala was not passed because it had been passed before, here or at another desk. */
export function isAlreadyPassed(error: unknown): boolean {
  return error instanceof ApiError && error.code === alreadyPassed;
}

const secondCopies: RefusalCode = "second_copies";

/** Whether a sheet was not imported because its hawalas stand under another partner or were corrected by hand since. */
export function isOfSecondCopies(error: unknown): boolean {
  return error instanceof ApiError && error.code === secondCopies;
}

const usedKey: RefusalCode = "idempotency_conflict";

/** Whether an earlier attempt, of which no answer came, was recorded, and the form has been changed since. */
export function isRecordedOtherwise(error: unknown): boolean {
  return error instanceof ApiError && error.code === usedKey;
}

/** What the server answers to a fault of its own that it did not foresee: its words speak of the request id. */
const unforeseen = "internal";

/**
 * The sentence to show for anything thrown: the server's own words in the language of the screens, of an unforeseen fault with the request
 * id, otherwise the fallback.
 */
export function messageOf(error: unknown, fallback: string): string {
  const isRecorded = error instanceof ApiError && error.code === unforeseen && error.message !== "" && error.requestId !== "";
  return isRecorded ? `${error.words}: ${error.requestId}` : wordsOf(error, fallback);
}

/** The same where the request id of every failure stands below. Of a key the server speaks, and no person. */
export function wordsOf(error: unknown, fallback: string): string {
  if (isRecordedOtherwise(error)) return i18n.t("ui:form.recordedOther");
  return error instanceof ApiError && error.message !== "" ? error.words : fallback;
}
