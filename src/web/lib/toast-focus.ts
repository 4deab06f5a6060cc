import type { FocusEvent } from "react";

import { focusHeading } from "./page-heading.ts";

/** The toast that has the focus, and what had it before. */
let entered: { readonly toast: Element; readonly from: Element | null } | undefined;

/** What the element of a toast takes: told when the focus comes into it, and when it leaves. */
export function focusListeners(onEnter: () => void, onLeave: () => void) {
  return {
    onFocusCapture: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (currentTarget.contains(relatedTarget)) return;
      // A window that is come back to does not say where its focus was before.
      entered = { toast: currentTarget, from: relatedTarget ?? entered?.from ?? null };
      onEnter();
    },
    onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (!currentTarget.contains(relatedTarget)) onLeave();
    },
  };
}

/** For a toast that goes: a focus in it goes back to where it came from, or to the heading of the page where that is gone. */
export function giveFocusBack(): void {
  const { toast, from = null } = entered ?? {};
  entered = undefined;
  const isInside = (): boolean => toast?.contains(document.activeElement) === true;
  if (isInside() && from instanceof HTMLElement) from.focus({ preventScroll: true });
  if (isInside()) focusHeading();
}
