/** Writes what React is about to write anyway, but keeps the caret where the person has it. */
export function place(input: HTMLInputElement, text: string, caret: number): void {
  if (input.value === text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
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
