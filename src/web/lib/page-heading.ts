/**
 * Puts the focus on the heading of the page, without moving the page under the eyes: for when what had the focus is gone. The next key
 * would begin at the head of the document otherwise.
 */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

/**
 * The `ref` of what may go while the focus is in it, which then goes to what it stood in, be it a card or a dialog, so that the next key
 * begins there; to the heading where nothing around it takes the focus but the page.
 */
export const placeInstead = focusInstead((gone) => {
  const place = gone.parentElement?.closest<HTMLElement>('[tabindex="-1"]:not(main)');
  place?.focus({ preventScroll: true });
  if (place === document.activeElement) return;
  focusHeading();
});

/** The `ref` of a button that may go while it has the focus, which then goes to the heading. */
export const headingInstead = focusInstead(focusHeading);

/** The `ref` of a button, or of a form, that may go while the focus is in it, which is then put elsewhere. It stays the same function as long. */
export function focusInstead(focusOther: (gone: HTMLElement) => void) {
  return (element: HTMLElement | null) => (): void => {
    if (element?.contains(document.activeElement) === true) focusOther(element);
  };
}
