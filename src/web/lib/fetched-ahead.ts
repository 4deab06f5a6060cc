/**
 * Fetches what the person will probably open next, one part after the other and only while nothing else is to be done: it then opens without a
 * wait for the line, and while that is cut. A part that does not come ends it; whoever opens that one has the page loaded anew, since a browser
 * asks for a module once.
 * Nothing is fetched where the person pays for the line by what it carries.
 *
 * @returns ends it, for the effect of a component.
 */
export function fetchAhead(parts: readonly (() => Promise<unknown>)[], afterMs: number): () => void {
  const ended = new AbortController();
  if (!savesData()) setTimeout(() => void fetchEach(parts, ended.signal), afterMs);
  return () => ended.abort();
}

async function fetchEach(parts: readonly (() => Promise<unknown>)[], ended: AbortSignal): Promise<void> {
  try {
    for (const part of parts) {
      await untilIdle();
      if (ended.aborted) return;
      await part();
    }
  } catch {
    // Nobody has asked for it.
  }
}

/** Safari does not say when it is idle. */
async function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, 100);
  });
}

/** Chromium says what the person has chosen; the others do not tell. */
function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}
