import { fireEvent } from "@testing-library/react";

/** Enter as the keyboard of an Android telephone sends it: a key of its own, although the word before it is still being composed. */
export function pressEnterOfTelephone(field: HTMLElement): void {
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13, isComposing: true });
}

/** Enter that an input method takes to end the word it composes. */
export function pressEnterOfInputMethod(field: HTMLElement): void {
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229, isComposing: true });
}

/**
 * A word as the keyboard of a telephone types it at the end of a field: none of its keys says which it is, and with each sign the whole word is put
 * in anew. Returns what stood in the field after each of them.
 */
export function composeByTelephone(field: HTMLInputElement, word: string): string[] {
  const seen = beginByTelephone(field, word);
  fireEvent.compositionEnd(field, { data: word });
  return seen;
}

/** The same of a word that is still being composed. */
export function beginByTelephone(field: HTMLInputElement, word: string): string[] {
  const before = field.value;
  const signs = [...word];
  fireEvent.compositionStart(field);
  return signs.map((_sign, index) => {
    composeOn(field, before, signs.slice(0, index + 1).join(""));
    return field.value;
  });
}

/** The word that is being composed behind what stood in the field, as it is by now: longer, or shorter once a sign of it was taken back. */
export function composeOn(field: HTMLInputElement, before: string, data: string): void {
  putIn(field, `${before}${data}`, { data, inputType: "insertCompositionText", isComposing: true });
}

/** Signs as such a keyboard types those of which it makes no word: each is put in at once, at the end of the field. */
export function typeByTelephone(field: HTMLInputElement, signs: string): void {
  for (const data of signs) putIn(field, `${field.value}${data}`, { data, inputType: "insertText" });
}

function putIn(field: HTMLInputElement, value: string, change: InputEventInit): void {
  fireEvent.keyDown(field, { key: "Unidentified", keyCode: 229, isComposing: change.isComposing === true });
  fireEvent.input(field, { target: { value }, ...change });
}
