/** A form on the page with something that may not have been saved. */
interface Unsaved {
  readonly isDirty: () => boolean;
  /** It is on its way to the server just now. */
  readonly isSending: () => boolean;
  /** It was sent without an answer, and may have been saved. */
  readonly isUnanswered: () => boolean;
  /** Forgets what was typed: the person has said so. */
  readonly discard: () => void;
}

const forms = new Set<Unsaved>();
let reloading = false;

/** Names a form to whoever must ask before the page goes. Returns how to stop. */
export function watchUnsaved(form: Unsaved): () => void {
  forms.add(form);
  return () => forms.delete(form);
}

/** Whether something on the page was typed and not saved. */
export function isSomethingUnsaved(): boolean {
  return [...forms].some((form) => form.isDirty());
}

/** Whether something on the page is on its way to the server, and nothing else of it would be lost. */
export function isBeingSaved(): boolean {
  const dirty = [...forms].filter((form) => form.isDirty());
  return dirty.length > 0 && dirty.every((form) => form.isSending());
}

/** Whether something on the page was sent without an answer, and may have been saved. */
export function isSomethingUnanswered(): boolean {
  return [...forms].some((form) => form.isDirty() && form.isUnanswered());
}

/** Forgets everything typed on the page. */
export function discardUnsaved(): void {
  for (const form of forms) form.discard();
}

/**
 * Loads the page anew without the browser's question: the session it belongs to is over, and staying would mean to go on
 * as somebody else. What was typed on the entry pages waits as a draft for the one who typed it.
 */
export function reloadNow(): void {
  reloading = true;
  location.reload();
}

/** Whether the page is being loaded anew by itself. */
export function isReloading(): boolean {
  return reloading;
}
