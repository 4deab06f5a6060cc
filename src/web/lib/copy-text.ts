/**
 * Puts a text on the clipboard and says whether it is there. An office that is served over plain http inside the house has no
 * clipboard API; there the older way is tried.
 */
export async function copyText(text: string): Promise<boolean> {
  // Declared as always there, which it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return copySelected(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  );
}

function copySelected(text: string): boolean {
  const hold = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", hold, { once: true });
  try {
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", hold);
  }
}
