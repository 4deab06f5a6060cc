/** Of a window that nobody looks at nothing is painted. */
const longestWaitMs = 50;

/** Resolves once what stands on the page now is painted: before work that would hold the answer to a press back. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, longestWaitMs);
    requestAnimationFrame(() => {
      clearTimeout(limit);
      setTimeout(resolve);
    });
  });
}
