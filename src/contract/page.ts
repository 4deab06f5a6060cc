import { z } from "zod";

export const defaultPageSize = 1_000;
export const largestPageSize = 5_000;

/** How every list that grows is asked for. `cursor` is the `X-Next-Cursor` of the page before. */
export const pageQuery = {
  limit: z.coerce.number().pipe(z.int().min(1).max(largestPageSize)).default(defaultPageSize),
  cursor: z.string().max(200).optional(),
};
