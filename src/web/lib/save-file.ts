import type { ServedFile } from "./api.ts";

/** Safari asks first whether the file is to be saved, and an iPhone reads it only when that has been answered: until then it must be there. */
const keptForMs = 60_000;

/** Hands a file that the server has made to the browser, to be saved under its name. */
export function saveFile({ content, name }: ServedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}
