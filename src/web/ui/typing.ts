/** Writes what React is about to write anyway, but keeps the caret where the person has it. */
export function place(input: HTMLInputElement, text: string, caret: number): void {
  if (input.value === text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

/** Whether a change of a field comes from a single key, and not from a paste or from a program. */
export function isOneKey(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith("insert") && [...(event.data ?? "")].length === 1;
}
