import { z } from "zod";

import { noFilterWhenEmpty } from "./text.ts";

export const defaultPageSize = 1_000;
export const largestPageSize = 5_000;

/**
 * How far the rows of a list are counted: `X-Total-Count` is exact up to this many. Where there are more it says this many,
 * and `X-Total-Count-Is: at-least` stands beside it; counting millions of rows to show how many there are is worth nobody's wait.
 */
export const largestCount = 2_000;

const limitFault = `A limit is a whole number from 1 to ${String(largestPageSize)}`;

/** How every list that grows is asked for. `cursor` is the `X-Next-Cursor` of the page before; an empty text is none. */
export const pageQuery = {
  limit: z
    .union([
      z.int(limitFault),
      z
        .string()
        .regex(/^\d{0,10}$/, limitFault)
        .transform((digits) => (digits === "" ? defaultPageSize : Number.parseInt(digits, 10))),
    ])
    .pipe(z.int().min(1, limitFault).max(largestPageSize, limitFault))
    .default(defaultPageSize)
    .meta({ description: `Rows of a page, 1 to ${String(largestPageSize)}` }),
  cursor: noFilterWhenEmpty(z.string().max(200)),
};
