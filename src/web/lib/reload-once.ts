import { inTab } from "./browser-storage.ts";
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
  const before = Number.parseInt(inTab.textOf(reloadedKey) ?? "", 10);
  if (Math.abs(Date.now() - before) < notAgainWithinMs) return false;
  // A browser that keeps nothing could not tell the second time from the first.
  return inTab.keep(reloadedKey, String(Date.now()));
}
