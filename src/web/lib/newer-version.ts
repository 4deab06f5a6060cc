import { ownPage } from "./api.ts";
import { watched } from "./watched.ts";

/** How the page names the script that it begins with. The name changes with everything that the script is made of. */
const entryScript = 'script[type="module"][src]';

/** Whoever would rather not is busy with somebody, and soon is not any more. */
const putOffForMs = 3_600_000;

const newer = watched(false);
let putOffAt = Number.NEGATIVE_INFINITY;

/** Whether the server hands out another version of this page than the one that this tab was loaded with. */
export function useNewerVersion(): boolean {
  return newer.useValue();
}

/**
 * Looks whether the server has been upgraded since this tab was loaded, by asking for what a new load would get. An answer of anything
 * else that stands before the server, or none, says nothing.
 */
export async function lookForNewerVersion(): Promise<void> {
  const own = entryOf(document);
  if (own === undefined) return;
  try {
    const served = entryOf(new DOMParser().parseFromString((await ownPage()) ?? "", "text/html"));
    if (served !== undefined) newer.set(served !== own && Date.now() - putOffAt > putOffForMs);
  } catch {
    // Looked for again when a line is made the next time.
  }
}

/** Says nothing more of it for an hour. */
export function putOffNewerVersion(): void {
  putOffAt = Date.now();
  newer.set(false);
}

function entryOf(page: Document): string | undefined {
  return page.querySelector(entryScript)?.getAttribute("src") ?? undefined;
}
