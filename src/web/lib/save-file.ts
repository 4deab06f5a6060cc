import type { ServedFile } from "./api.ts";

/** Hands a file that the server has made to the browser, to be saved under its name. */
export function saveFile({ content, name }: ServedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(address));
}
