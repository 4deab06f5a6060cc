/** A change of a field, or the end of a word that was composed in it. */
export interface Change {
  readonly currentTarget: HTMLInputElement;
  readonly nativeEvent: Event;
}

/** Writes what React is about to write anyway, but keeps the caret where the person has it. */
export function place({ currentTarget: input, nativeEvent }: Change, text: string, caret: number): void {
  if (input.value === text || isComposed(nativeEvent)) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

/**
 * Whether a change belongs to a word that is still being composed, as the keyboards of telephones and input methods do it. Nothing is written into
 * the field meanwhile: the browser would begin the word anew, and it would stand there twice.
 */
export function isComposed(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

/** The text that a change has put in at once where it is more than a single key, as an input method does; undefined where the browser does not say it. */
export function insertedText(event: Event): string | undefined {
  if (!(event instanceof InputEvent) || !event.inputType.startsWith("insert") || isOneKey(event)) return undefined;
  return event.data === null || event.data === "" ? undefined : event.data;
}

/** Whether a change takes away what stood in a field, and puts nothing in. */
export function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith("delete");
}

/** Whether a change of a field comes from a single key, and not from a paste or from a program. */
export function isOneKey(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith("insert") && [...(event.data ?? "")].length === 1;
}

/** What stands in front of the caret. */
export function beforeCaret({ value, selectionStart }: HTMLInputElement): string {
  return value.slice(0, selectionStart ?? value.length);
}
