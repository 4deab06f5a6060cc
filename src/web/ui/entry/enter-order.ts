import type { KeyboardEvent } from "react";

import { isTakenByInputMethod } from "#web/lib/composing.ts";

import { isSecondPress } from "./second-press.ts";

const fieldSelector = "input, select, textarea, button[type=submit]";
const passedOver = new Set(["hidden", "radio", "checkbox", "file"]);

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

function isStop(field: Field): boolean {
  if (field.disabled || field.closest("[data-enter-skip]") !== null) return false;
  if (field instanceof HTMLInputElement && passedOver.has(field.type)) return false;
  return !("readOnly" in field && field.readOnly);
}

/** The fields the Enter key walks through: those that can be filled, and the button that saves. */
function stopsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>(fieldSelector)].filter(isStop);
}

/** Moves the focus to the field after this one and selects its text, as the Tab key does. Does nothing outside a form. */
export function focusNextField(from: HTMLElement): void {
  const form = from.closest("form");
  if (form === null) return;
  const next = stopsOf(form).find((field) => (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  if (next !== undefined) focusField(next);
}

/**
 * Enter goes on, Ctrl+Enter saves, Ctrl+Shift+Enter saves and prints. Shift+Enter stays a new line in a text area, and buttons
 * keep their Enter.
 */
export function walkOrSave(event: KeyboardEvent<HTMLFormElement>, save: (andPrint: boolean) => void): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented || isTakenByInputMethod(event)) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    // A key that is held down is one decision, and so is one pressed twice.
    if (!event.repeat && !isSecondPress()) save(event.shiftKey);
    return;
  }
  if (!(target instanceof HTMLElement) || !target.matches("input, select, textarea")) return;
  if (event.shiftKey && target.matches("textarea")) return;
  event.preventDefault();
  focusNextField(target);
}

/** Puts the focus on the first field that can be filled. */
export function focusFirstField(form: HTMLFormElement | null): void {
  const first = form === null ? undefined : stopsOf(form)[0];
  if (first === undefined) return;
  focusField(first);
  // A dialog that has just opened sets the focus once more: on what says that it wants it, otherwise on its own first button.
  first.dataset["autofocus"] = "true";
}

/** Puts the focus on the first field, as the person sees them, whose path is among the wrong ones. */
export function focusFirstWrong(form: HTMLFormElement | null, paths: readonly string[]): void {
  const fields = [...(form?.querySelectorAll<Field>("[data-path]") ?? [])];
  const wrong = fields.find((field) => paths.includes(field.dataset["path"] ?? "") && !field.disabled);
  if (wrong !== undefined) focusField(wrong);
}

function focusField(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
