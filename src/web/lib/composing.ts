/** The number that browsers give to a key which an input method has taken for itself. */
const takenKey = 229;

/**
 * Whether an input method that composes a word has taken a key, as Enter that ends the word. Not whether a word is being composed: the keyboard
 * of an Android telephone composes every word, and its Enter, which has the number of any Enter, is meant for the page.
 */
export function isTakenByInputMethod({ keyCode }: { readonly keyCode: number }): boolean {
  return keyCode === takenKey;
}
