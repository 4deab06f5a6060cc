import type { QueryClient } from "@tanstack/react-query";

import { serverNow } from "./server-clock.ts";
import { readOffice } from "./session.ts";

/** No timer goes on while a laptop sleeps: what is waited for until midnight would then come hours after it. */
const lookMs = 5_000;

/** How often figures of another day than the office's are read again: those of a page that stays open over midnight. */
const anotherDayMs = 10_000;

/** In how many milliseconds figures that say which day was today for them are read again; false where they are of today, or not there yet. */
export function untilOfToday(figures: { readonly today: string } | undefined, today: string): number | false {
  return figures === undefined || figures.today === today ? false : anotherDayMs;
}

/**
 * Has the office read again when its day is over, by the server's clock and the office's zone, and whenever the window is shown,
 * until it is told to stop. A hidden window asks for nothing.
 */
export function keepOfficeDay(client: QueryClient): () => void {
  const { queryKey } = readOffice();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: string | undefined;
  const readAgain = (): void => void client.invalidateQueries({ queryKey });

  function look(): void {
    const office = client.getQueryData(queryKey);
    const leftMs = office === undefined ? lookMs : Date.parse(office.todayEndsAt) - serverNow();
    // Once for each day: who would rather not sign in at midnight is not asked again every few seconds.
    if (leftMs <= 0 && office?.todayEndsAt !== asked && document.visibilityState === "visible") {
      asked = office?.todayEndsAt;
      readAgain();
    }
    timer = setTimeout(look, leftMs > 0 ? Math.min(leftMs, lookMs) : lookMs);
  }
  const follow = (): void => {
    if (document.visibilityState === "visible") readAgain();
  };
  document.addEventListener("visibilitychange", follow);
  look();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    clearTimeout(timer);
  };
}
