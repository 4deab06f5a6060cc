const isApple = /Mac OS X/.test(navigator.userAgent);

/** How the keyboard calls the key that commands are given with: the handlers hear Ctrl and ⌘ alike. */
export const commandKey = isApple ? "⌘" : "Ctrl";

/** Keys in the words of `aria-keyshortcuts`, such as "K" with the key of commands. */
export function commandShortcut(keys: string): string {
  return `${isApple ? "Meta" : "Control"}+${keys}`;
}
