import type { KeyboardEvent, SyntheticEvent } from "react";

/** What leaves the form, and is heard while nothing else in it is. */
export const leaves = { "data-leaves": true };

const passedKeys = /^(?:Tab|Escape|F\d+)$/;

/**
 * What a `<form>` element takes so that it can refuse input for a while: nothing typed, pasted, dropped, chosen or pressed in it changes
 * anything, and the focus stays where it is. Disabled fields, and an inert form, would lose the focus. Heard as React's events, which
 * come also from lists and calendars that stand beside the form in the page.
 */
export function noInput(isHeld: () => boolean) {
  const refuse = (event: SyntheticEvent<HTMLFormElement>): void => {
    if (!isHeld() || !isOf(event.currentTarget, event.target) || isLeaving(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLFormElement>): void => {
      // What belongs to the page and the browser; where it types all the same, as AltGr does, the change is refused.
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || passedKeys.test(event.key);
      if (!isElsewhere) refuse(event);
    },
    onMouseDownCapture: refuse,
    onClickCapture: refuse,
    onPasteCapture: refuse,
    onDropCapture: refuse,
    // The rest: speech, menus, writing that is still being composed. React puts back what stood in the field.
    onChangeCapture: refuse,
  };
}

/** Whether something belongs to this form. What stands in another dialog over it does not, although React has it come from here. */
function isOf(form: HTMLFormElement, target: EventTarget): boolean {
  const dialog = target instanceof Element ? target.closest('[aria-modal="true"]') : null;
  return dialog === null || dialog.contains(form);
}

function isLeaving(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-leaves]") !== null;
}
