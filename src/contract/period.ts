import { z } from "zod";

import type { BusinessDate } from "#kernel/business-date.ts";

import { dateInput } from "./money.ts";

/** A day of a query string; an empty one says the same as leaving it out. */
export const dayQuery = z.union([z.literal(""), dateInput]).optional();

/** The days of a filter; both may be missing or empty, and both belong to it. To be spread into a query. */
export const periodQuery = {
  fromDate: dayQuery,
  toDate: dayQuery,
};

interface Period {
  readonly fromDate?: BusinessDate | "" | undefined;
  readonly toDate?: BusinessDate | "" | undefined;
}

/** Whether a period has days; one that is open at an end has. */
export function isInOrder({ fromDate, toDate }: Period): boolean {
  return !fromDate || !toDate || fromDate <= toDate;
}

/** What is said of a period that ends before it begins. */
export const outOfOrder = { path: ["toDate"], error: "The end date must not be before the start date" };
