import type { MouseEvent as Press } from "react";

/** As long as a double click may take: a key pressed again by then was meant for what stood on the screen before. */
const secondPressMs = 500;

let shownAt = Number.NEGATIVE_INFINITY;

/** Notes that something has come which a person reads before the next save: a question, or that an entry is recorded. */
export function noteShown(): void {
  shownAt = performance.now();
}

/** Notes that a person has gone on since: the next press is a decision of its own. */
export function noteGoneOn(): void {
  shownAt = Number.NEGATIVE_INFINITY;
}

/**
 * Whether a key pressed now is the second half of a double press, which neither answers a question that has only just come nor saves
 * the form that the first half has emptied, or the one that a closing dialog uncovers. That is why it is remembered for all forms at once.
 */
export function isSecondPress(): boolean {
  return performance.now() - shownAt < secondPressMs;
}

/** The same of a click, which comes from a key where it has no place in a row of clicks. */
export function isSecondHalf({ detail }: { readonly detail: number }): boolean {
  return detail > 1 || (detail === 0 && isSecondPress());
}

/** What a button does that must act neither twice nor on what the first press has put under the pointer: a second half it leaves alone. */
export function onFirstPress(act: () => unknown): (press: { readonly detail: number }) => void {
  return (press) => {
    if (!isSecondHalf(press)) act();
  };
}

/**
 * For the `onMouseDown` of a button that saves: the second half of a double press neither takes the focus of the form that the first
 * half has emptied nor, where a complaint has moved the button away from under the pointer, that of the field complained about.
 */
export function keepFocusOfSecondHalf(press: Press): void {
  const { currentTarget: button } = press;
  if (isSecondHalf(press)) press.preventDefault();
  const next = (after: MouseEvent): void => {
    const isElsewhere = !(after.target instanceof Node && button.contains(after.target));
    if (after.detail > 1 && isElsewhere) after.preventDefault();
  };
  window.addEventListener("mousedown", next, { capture: true, once: true });
}
