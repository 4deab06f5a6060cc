import { use, useState } from "react";

import { useToday } from "#web/lib/session.ts";

import { RoundContext } from "./entry-context.ts";

interface Seen {
  readonly value: string;
  readonly round: number;
  /** The value was the office's day of today when it came to stand there. */
  readonly wasToday: boolean;
  readonly movedOn: boolean;
}

/**
 * Whether a date has moved on with the office's day, and not by typing: a form left open over midnight says so until the date is another
 * one or the form is filled anew.
 */
export function useMovedOn(value: string, isTyped: boolean): boolean {
  const today = useToday();
  const round = use(RoundContext);
  const isToday = value === today;
  const [seen, setSeen] = useState<Seen>({ value, round, wasToday: isToday, movedOn: false });
  const isChanged = value !== seen.value;
  if (isChanged)
    setSeen({ value, round, wasToday: isToday, movedOn: seen.wasToday && isToday && !isTyped && round === seen.round });
  else if (round !== seen.round) setSeen({ ...seen, round, movedOn: false });
  return seen.movedOn && !isChanged;
}
