/** The look of a button that is refused a press for a while. It is not disabled: that would take the focus away. */
const refused = { "aria-disabled": true, "data-disabled": true } as const;

/** What a button takes that does nothing while something is under way; its press has to be refused as well. */
export function refusedWhile(isBusy: boolean): Partial<typeof refused> {
  return isBusy ? refused : {};
}
