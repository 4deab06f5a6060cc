import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Puts the names in a folder on the disk, for good: after a power cut they are there. Windows has no such thing, and writes them
 * down by itself.
 */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
