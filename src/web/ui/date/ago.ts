import { useEffect, useState } from "react";

import { browserWords } from "#web/lib/browser-words.ts";
import { serverNow } from "#web/lib/server-clock.ts";

const minuteMs = 60_000;
const steps = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: minuteMs },
] as const;

/** How long ago an instant was, in words of the language: "2 minutes ago", "now". */
export function agoWords(instant: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(instant));
  const { unit, ms } = steps.find((step) => passed >= step.ms) ?? { unit: "minute", ms: minuteMs };
  return browserWords().ago(Math.floor(passed / ms), unit);
}

/** The time by the server's clock, a minute at a time. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const ticking = setInterval(() => setNow(serverNow()), minuteMs / 2);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
