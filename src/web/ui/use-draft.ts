import { useEffect, useState } from "react";

import { newIdempotencyKey } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";

import { adoptDraft, draftOf, dropDraft, heartbeatMs, keepDraft, markDraft, type Attempt, type DraftPlace } from "./drafts.ts";
import { lastEntry, rememberEntry } from "./last-entry.ts";

/** What a restored draft has to say for itself. */
export interface Restored {
  /** In milliseconds since 1970. */
  readonly typedAt: number;
  /** Pictures were not kept. */
  readonly partial: boolean;
  /** It had been sent and no answer came. */
  readonly unanswered: boolean;
}

type Values = Record<string, unknown>;

/**
 * What a form remembers beyond its own life: its draft, the key of the attempt that is going on, and the entry saved last. A form
 * without a name remembers nothing.
 */
class Memory<Form extends Values> {
  readonly #place: DraftPlace | undefined;
  readonly #blank: Form;
  readonly #values: Form | undefined;
  readonly restored: Restored | undefined;
  #attempt: Attempt;
  #isUnknown: boolean;

  constructor(place: DraftPlace | undefined, blank: Form) {
    this.#place = place;
    this.#blank = blank;
    const draft = place === undefined ? undefined : draftOf(place, blank);
    this.#values = draft?.values;
    this.restored = draft;
    this.#attempt = { key: draft?.key ?? newIdempotencyKey(), unanswered: draft?.unanswered ?? false };
    this.#isUnknown = this.#attempt.unanswered;
  }

  /** What the form starts from: the draft, where there is one. */
  get start(): Form {
    return this.#values ?? this.#blank;
  }

  get blank(): Form {
    return this.#blank;
  }

  get attempt(): Attempt {
    return this.#attempt;
  }

  /** Nobody knows whether the attempt has been recorded: it got no answer, and one that is under way has got none yet. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  /** Keeps what was typed. */
  keep(values: Form): void {
    if (this.#place !== undefined) keepDraft(this.#place, values, this.#attempt);
  }

  /** The form stands as it was opened: there is nothing to keep. */
  drop(): void {
    if (this.#place !== undefined) dropDraft(this.#place);
  }

  /** The attempt is about to be sent. Noted before it is, since the power may go at any time. Returns whether it had got no answer until now. */
  noteSent(values: Form): boolean {
    const before = this.#attempt.unanswered;
    this.#attempt = { ...this.#attempt, unanswered: true };
    this.keep(values);
    return before;
  }

  /** The attempt has failed: it may have been recorded all the same, or it was refused. */
  noteFailed(values: Form, unanswered: boolean): void {
    this.#attempt = { ...this.#attempt, unanswered };
    this.#isUnknown = unanswered;
    this.keep(values);
  }

  /** Another entry begins: what was typed is forgotten, and the next save is another transaction. */
  renew(): void {
    this.#attempt = { key: newIdempotencyKey(), unanswered: false };
    this.#isUnknown = false;
    this.drop();
  }

  /** Goes back to an attempt in whose place another entry was begun: what was sent under its key stays the same transaction. */
  resume(attempt: Attempt): void {
    this.#attempt = attempt;
    this.#isUnknown = attempt.unanswered;
  }

  remember(values: Form): void {
    if (this.#place !== undefined) rememberEntry(this.#place, values);
  }

  get last(): Form | undefined {
    return this.#place === undefined ? undefined : lastEntry(this.#place, this.#blank);
  }

  /** Makes a draft that was found this tab's own, and says from time to time that it is still being held. Returns how to stop. */
  hold(): () => void {
    const place = this.#place;
    if (place === undefined) return () => undefined;
    adoptDraft(place, this.#blank);
    const beat = setInterval(() => markDraft(place, "stays"), heartbeatMs);
    const leave = (): void => markDraft(place, "leaves");
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(beat);
      window.removeEventListener("pagehide", leave);
    };
  }
}

export type FormMemory<Form extends Values> = Memory<Form>;

/** The memory of a form; `name` is what its draft is kept under. */
export function useDraft<Form extends Values>(name: string | undefined, blank: Form): FormMemory<Form> {
  const { id: userId } = useSession();
  const [memory] = useState(() => new Memory(name === undefined ? undefined : { userId, form: name }, blank));
  useEffect(() => memory.hold(), [memory]);
  return memory;
}
