import type { HawalaTotal } from "#contract/hawala-lists.ts";
import type { HawalaSettings } from "#contract/hawala-settings.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";
import { wholeNumber } from "#web/ui/amount/typed-amount.ts";

/** The series as its form holds it. */
export type SerialForm = {
  prefix: string;
  nextNumber: string;
};

export function serialFormOf({ prefix, nextNumber }: HawalaSettings): SerialForm {
  return { prefix, nextNumber: String(nextNumber) };
}

/** What is sent for a form. A number that is none goes as NaN, which the call refuses in words. */
export function serialSent({ prefix, nextNumber }: SerialForm) {
  return { prefix: prefix.trim(), nextNumber: wholeNumber(nextNumber) };
}

/** How a hawala counts on this page: paid out, still waiting, or anything else. */
export type Standing = "completed" | "pending" | "other";

export function standingOf(status: HawalaStatus): Standing {
  if (status === "completed" || status === "Passed") return "completed";
  return status === "pending" || status === "Pending" ? "pending" : "other";
}

export interface Counts {
  readonly total: number;
  readonly completed: number;
  readonly pending: number;
}

/** How many hawalas there are, and how many of them are paid out or wait. */
export function countsOf(totals: readonly Pick<HawalaTotal, "status" | "hawalas">[]): Counts {
  const count = (wanted: (standing: Standing) => boolean): number =>
    totals.filter(({ status }) => wanted(standingOf(status))).reduce((sum, { hawalas }) => sum + hawalas, 0);
  return {
    total: count(() => true),
    completed: count((standing) => standing === "completed"),
    pending: count((standing) => standing === "pending"),
  };
}
