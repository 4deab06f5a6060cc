import { isSomethingUnsaved } from "./unsaved.ts";

const reloadedKey = "sarraf.reloaded";
const notAgainWithinMs = 60_000;

/**
 * Loads the page anew, for a part that it knows by a name of an older version. Not while something typed would be lost by it, and not
 * twice within a minute: what a new load does not mend, the next one does not either. Returns whether it does.
 */
export function reloadOnce(): boolean {
  if (isSomethingUnsaved() || !mayReload()) return false;
  location.reload();
  return true;
}

function mayReload(): boolean {
  try {
    const before = Number.parseInt(sessionStorage.getItem(reloadedKey) ?? "", 10);
    if (Math.abs(Date.now() - before) < notAgainWithinMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return true;
  } catch {
    // A browser that keeps nothing could not tell the second time from the first.
    return false;
  }
}
