import { z } from "zod";

import { noFilterWhenEmpty } from "./text.ts";

export const defaultPageSize = 1_000;
export const largestPageSize = 5_000;

/**
 * How far the rows of a list are counted: `X-Total-Count` is exact up to this many. Where there are more it says this many,
 * and `X-Total-Count-Is: at-least` stands beside it; counting millions of rows to show how many there are is worth nobody's wait.
 */
export const largestCount = 2_000;

/** How many rows of a page are asked for, 1 to `largest`; `usual` where nothing is said or the text is empty. */
export function limitQuery({
  usual,
  largest,
  rows,
}: {
  readonly usual: number;
  readonly largest: number;
  readonly rows: string;
}) {
  const fault = `A limit is a whole number from 1 to ${String(largest)}`;
  return z
    .union([
      z.int(fault),
      z
        .string()
        .regex(/^\d{0,10}$/, fault)
        .transform((digits) => (digits === "" ? usual : Number.parseInt(digits, 10))),
    ])
    .pipe(z.int().min(1, fault).max(largest, fault))
    .default(usual)
    .meta({ description: `${rows} of a page, 1 to ${String(largest)}; ${String(usual)} where nothing is said` });
}

/** How every list that grows is asked for. `cursor` is the `X-Next-Cursor` of the page before; an empty text is none. */
export const pageQuery = {
  limit: limitQuery({ usual: defaultPageSize, largest: largestPageSize, rows: "Rows" }),
  cursor: noFilterWhenEmpty(z.string().max(200)),
};
