/**
 * Puts the focus on the heading of the page, without moving the page under the eyes: for when what had the focus is gone. The next key
 * would begin at the head of the document otherwise.
 */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

/** The `ref` of a button that may go while it has the focus, which then goes to the heading. */
export const headingInstead = focusInstead(focusHeading);

/** The `ref` of a button that may go while it has the focus, which is then put elsewhere. It has to stay the same function as long. */
export function focusInstead(focusOther: () => void) {
  return (button: HTMLElement | null) => (): void => {
    if (button !== null && document.activeElement === button) focusOther();
  };
}
