import { useState } from "react";

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
  /** The form has other fields by now. */
  readonly reshaped: boolean;
  /** It had been sent and no answer came. */
  readonly unanswered: boolean;
}

type Values = Record<string, unknown>;

/** How an attempt ended that was begun before its form was left and opened again. */
export type Ended = "recorded" | "refused";

/** Who goes on with an attempt. */
interface Holder {
  readonly attempt: Attempt;
  readonly hearEnd: (how: Ended) => void;
}

/**
 * Whose each draft is by now: the form that was opened last. One that was left while its save was under way hears the answer all the same,
 * and writes nothing over what stands there since.
 */
const holders = new Map<string, Holder>();

/**
 * What a form remembers beyond its own life: its draft, the key of the attempt that is going on, and the entry saved last. A form
 * without a name remembers nothing.
 */
class Memory<Form extends Values> implements Holder {
  readonly #place: DraftPlace | undefined;
  readonly #blank: Form;
  readonly #values: Form | undefined;
  readonly restored: Restored | undefined;
  #attempt: Attempt;
  #isUnknown: boolean;
  #onEnded: ((how: Ended) => void) | undefined;

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
    if (this.#place !== undefined && this.#isHolder) keepDraft(this.#place, values, this.#attempt);
  }

  /** The form stands as it was opened: there is nothing to keep. */
  drop(): void {
    if (this.#place !== undefined && this.#isHolder) dropDraft(this.#place);
  }

  get #isHolder(): boolean {
    const holder = this.#holder;
    return holder === undefined || holder === this;
  }

  /** Who holds the draft by now; undefined before anybody does. */
  get #holder(): Holder | undefined {
    return this.#place === undefined ? undefined : holders.get(nameOf(this.#place));
  }

  /** Tells the form that goes on with the same attempt, since this one was left meanwhile, how that has ended. */
  #tellHolder(how: Ended): void {
    const holder = this.#holder;
    if (holder !== undefined && holder !== this && holder.attempt.key === this.#attempt.key) holder.hearEnd(how);
  }

  hearEnd(how: Ended): void {
    this.#onEnded?.(how);
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
    if (!unanswered) this.#tellHolder("refused");
  }

  /** The attempt has been recorded, from these values. */
  noteRecorded(values: Form): void {
    if (this.#place !== undefined) rememberEntry(this.#place, values);
    this.#tellHolder("recorded");
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

  get last(): Form | undefined {
    return this.#place === undefined ? undefined : lastEntry(this.#place, this.#blank);
  }

  /**
   * Makes a draft that was found this tab's own, and says from time to time that it is still being held. `onEnded` is told how the attempt
   * ended where a form that has been left had begun it. Returns how to stop.
   */
  hold(onEnded: (how: Ended) => void): () => void {
    const place = this.#place;
    if (place === undefined) return () => undefined;
    holders.set(nameOf(place), this);
    this.#onEnded = onEnded;
    adoptDraft(place, this.#blank);
    const beat = setInterval(() => markDraft(place, "stays"), heartbeatMs);
    const leave = (): void => markDraft(place, "leaves");
    window.addEventListener("pagehide", leave);
    return () => {
      this.#onEnded = undefined;
      clearInterval(beat);
      window.removeEventListener("pagehide", leave);
    };
  }
}

function nameOf({ userId, form }: DraftPlace): string {
  return `${userId}:${form}`;
}

export type FormMemory<Form extends Values> = Memory<Form>;

/** The memory of a form; `name` is what its draft is kept under. */
export function useDraft<Form extends Values>(name: string | undefined, blank: Form): FormMemory<Form> {
  const { id: userId } = useSession();
  const [memory] = useState(() => new Memory(name === undefined ? undefined : { userId, form: name }, blank));
  return memory;
}
