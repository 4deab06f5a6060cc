const openDialog = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog stands over the page and has the keyboard to itself. */
export function isDialogOpen(): boolean {
  return document.querySelector(openDialog) !== null;
}

/** Whether a dialog stands over this part of the page, which may be part of a dialog itself: the latest one has the keyboard. */
export function isUnderDialog(part: Element | null): boolean {
  const latest = latestDialog();
  return latest !== undefined && !latest.contains(part);
}

/** The same while that dialog has the focus: one that fades away has given it back. */
export function isCovered(part: Element | null): boolean {
  return isUnderDialog(part) && latestDialog()?.contains(document.activeElement) === true;
}

function latestDialog(): Element | undefined {
  return [...document.querySelectorAll(openDialog)].at(-1);
}

/** Whether letters typed here are input, and no keys of the page. */
export function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit", "file"].includes(target.type);
  return target.matches("textarea, select") || target.isContentEditable;
}
