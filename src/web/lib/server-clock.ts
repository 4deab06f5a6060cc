let aheadMs = 0;

/** Notes what the server's clock says now. */
export function noteServerTime(now: string): void {
  aheadMs = Date.parse(now) - Date.now();
}

/**
 * The time by the server's clock, in milliseconds since 1970: the browser's may stand hours or years wrong, and what the server dates is
 * compared with this one. Until the server has told its time it is the browser's.
 */
export function serverNow(): number {
  return serverTime(Date.now());
}

/** What the server's clock said when the browser's said `browserMs`. */
export function serverTime(browserMs: number): number {
  return browserMs + aheadMs;
}
