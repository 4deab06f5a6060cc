import { fireEvent } from "@testing-library/react";

/** Enter as the keyboard of an Android telephone sends it: a key of its own, although the word before it is still being composed. */
export function pressEnterOfTelephone(field: HTMLElement): void {
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13, isComposing: true });
}

/** Enter that an input method takes to end the word it composes. */
export function pressEnterOfInputMethod(field: HTMLElement): void {
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229, isComposing: true });
}
