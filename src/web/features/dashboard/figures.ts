import type { Hawala } from "#contract/hawalas.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";

/** How many of a hundred a part is of a whole, rounded; a little is never nothing, and not quite all is never all. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part >= whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}

/** Where a hawala stands, whichever way it goes. */
export type Standing = "pending" | "passed" | "completed" | "cancelled" | "sent" | "received";

export function standingOf(status: HawalaStatus): Standing {
  const lower = status.toLowerCase();
  return standings.find((known) => known === lower) ?? "pending";
}

const standings: readonly Standing[] = ["pending", "passed", "completed", "cancelled", "sent", "received"];

/** Whether a hawala still waits to be paid out, so that it can be cancelled without taking anything from anybody. */
export function isWaiting({ direction, hawalaStatus }: Pick<Hawala, "direction" | "hawalaStatus">): boolean {
  return direction === "incoming" && hawalaStatus === "Pending";
}
