import { ApiError, isActUnanswered, isUnanswered, saysRolledBack } from "#web/lib/api-error.ts";
import { newIdempotencyKey } from "#web/lib/api.ts";
import { inBrowser, inTab } from "#web/lib/browser-storage.ts";
import { serverNow } from "#web/lib/server-clock.ts";

import { fitting, store, stored, toKeep } from "./kept-values.ts";

/**
 * Drafts: what was typed and not saved, kept so that it outlives a reload, a closed tab, a power cut and a new sign-in. They
 * lie in the local storage, since that of the session ends with its tab; under the user's id, so that nobody gets another
 * person's; and one for each tab, so that two tabs with the same page do not write over each other. With the values lies the
 * idempotency key of the attempt: a save whose answer was lost is recorded once, also when it is repeated after a reload. They are
 * dated by the server's clock: a browser's that stands wrong for a while would delete them as old, or hide them as another tab's.
 */

const prefix = "sarraf-draft";
const tabKey = "sarraf-tab";

/** How often a tab says that it still holds its draft, and how long it may be silent: browsers slow the clocks of hidden tabs. */
export const heartbeatMs = 20_000;
const silentMs = 150_000;
const oldestMs = 14 * 24 * 3_600_000;

/** Whose draft, and of which form. */
export interface DraftPlace {
  readonly userId: string;
  readonly form: string;
}

/** A save that is being tried: the key stays the same until it has been recorded. */
export interface Attempt {
  readonly key: string;
  /** Sent, and no answer came: it may have been recorded. */
  readonly unanswered: boolean;
}

/** Not signed in, not permitted, too many at once: said before the key of a call is looked at. */
const saidAtTheDoor: readonly number[] = [401, 403, 429];

/**
 * Whether an attempt that failed so may have been recorded. Without an answer, and after an unforeseen fault, nobody knows. A
 * refusal has recorded nothing, and neither has a server that was too busy or whose disk is full. But such a server, like a refusal
 * at the door, says nothing of what was sent `before` without an answer.
 */
export function mayBeRecorded(error: unknown, before: boolean): boolean {
  return (
    isActUnanswered(error) ||
    (before && (isUnanswered(error) || saysRolledBack(error))) ||
    (before && error instanceof ApiError && saidAtTheDoor.includes(error.status))
  );
}

export interface Draft<Form> extends Attempt {
  readonly values: Form;
  /** Pictures were left out. */
  readonly partial: boolean;
  /** The form has other fields by now than when it was typed in. */
  readonly reshaped: boolean;
  /** When it was last typed in, in milliseconds since 1970. */
  readonly typedAt: number;
}

interface Found<Form> extends Draft<Form> {
  readonly place: string;
  readonly isOwn: boolean;
}

/** The draft to go on with: this tab's own, otherwise the latest one whose tab is gone. */
export function draftOf<Form extends Record<string, unknown>>(place: DraftPlace, blank: Form): Draft<Form> | undefined {
  return draftsOf(place, blank)[0];
}

function draftsOf<Form extends Record<string, unknown>>(place: DraftPlace, blank: Form): Found<Form>[] {
  const now = serverNow();
  const own = placeOf(place);
  const found: Found<Form>[] = [];
  for (const key of inBrowser.keysUnder(`${prefix}:${place.userId}:${place.form}:`)) {
    const kept = stored(key);
    const fit = fitting(kept?.["values"], blank);
    const typedAt = instantOf(kept?.["typedAt"]);
    const idempotencyKey = kept?.["key"];
    if (fit === undefined || typeof idempotencyKey !== "string" || now - typedAt > oldestMs) inBrowser.drop(key);
    // Also one that was seen later than now: its tab would have said so again by the clock that was put back since.
    else if (key === own || kept?.["left"] === true || Math.abs(now - instantOf(kept?.["seenAt"])) > silentMs) {
      const attempt = { key: idempotencyKey, unanswered: kept?.["unanswered"] === true };
      const left = { partial: kept?.["partial"] === true, reshaped: kept?.["reshaped"] === true || !fit.isWhole };
      found.push({ ...attempt, ...left, values: fit.values, typedAt, place: key, isOwn: key === own });
    }
  }
  return found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.typedAt - a.typedAt);
}

function instantOf(kept: unknown): number {
  return typeof kept === "number" ? kept : 0;
}

/** Makes a draft that {@link draftOf} has found this tab's own, so that no other tab goes on with it as well. */
export function adoptDraft(place: DraftPlace, blank: Record<string, unknown>): void {
  const found = draftsOf(place, blank)[0];
  if (found === undefined) return;
  if (!found.isOwn) inBrowser.drop(found.place);
  write(place, found);
}

/** Keeps what is typed now. */
export function keepDraft(place: DraftPlace, values: Record<string, unknown>, attempt: Attempt): void {
  const { key, unanswered } = attempt;
  write(place, { ...toKeep(values), reshaped: false, key, unanswered, typedAt: serverNow() });
}

function write(place: DraftPlace, draft: Draft<Record<string, unknown>>): void {
  const { values, partial, reshaped, key, unanswered, typedAt } = draft;
  store(placeOf(place), { values, partial, reshaped, key, unanswered, typedAt, seenAt: serverNow(), left: false });
}

/** Says that this tab still holds its draft, or that it is leaving it behind. */
export function markDraft(place: DraftPlace, tab: "stays" | "leaves"): void {
  const key = placeOf(place);
  const kept = stored(key);
  if (kept !== undefined) store(key, { ...kept, seenAt: serverNow(), left: tab === "leaves" });
}

/** Forgets this tab's draft. */
export function dropDraft(place: DraftPlace): void {
  inBrowser.drop(placeOf(place));
}

function placeOf({ userId, form }: DraftPlace): string {
  return `${prefix}:${userId}:${form}:${ownTab}`;
}

/**
 * The name of this tab; it stays through reloads. A browser copies the storage of the session to a duplicated tab, which must not
 * write to this one's place nor save under its keys: so the name is held here, and lies there only between two documents.
 */
const ownTab = takeTabName() ?? newIdempotencyKey();

function leaveTabName(): void {
  // Where it is not kept the next document gets another name, and goes on with the draft since this one has left it.
  inTab.keep(tabKey, ownTab);
}

window.addEventListener("pagehide", leaveTabName);
// The document may be shown again as it was, by the back button.
window.addEventListener("pageshow", takeTabName);

/**
 * A telephone takes a page out of its memory without a word while another application is in front of it, such as the camera, and loads it anew
 * afterwards. It duplicates no tab that is out of sight, as other computers do.
 */
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden") takeTabName();
  else if (window.matchMedia("(pointer: coarse) and (hover: none)").matches) leaveTabName();
});

/** Takes out of the storage what the document before has left there. */
function takeTabName(): string | undefined {
  const name = inTab.textOf(tabKey) ?? undefined;
  inTab.drop(tabKey);
  return name;
}
