import { z } from "zod";

/** What somebody typed for a day; the server judges it. */
export const typedDayInUrl = z.string().max(10).catch("");

/** Stands in the address where a period is open at its beginning: without any, the usual period of the report is meant. */
export const anyDay = "any";
