import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";

import { listHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { readPage, readPages } from "#web/lib/query.ts";

import { asked, noFilter, type PassFilters, type PassPlace } from "./pass-place.ts";

type Query = Omit<z.input<typeof listHawalas.query & object>, "limit" | "cursor">;

const pageSize = 50;

/** The hawalas of a filter, page by page, newest first. */
export function useHawalaList(filters: Query) {
  const list = useInfiniteQuery({
    ...readPages(listHawalas, { query: { ...filters, limit: pageSize } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
  });
  const { data } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const { total = 0, isAtLeast = false } = data?.pages.at(-1) ?? {};
  const mayReadOn = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && !list.isPlaceholderData;
  return {
    list,
    rows,
    // What has been read counts as well: counting ends earlier than reading does.
    total: Math.max(total, rows.length),
    isAtLeast,
    readOn: mayReadOn ? list.fetchNextPage : undefined,
  };
}
export type HawalaList = ReturnType<typeof useHawalaList>;

/** A count as it is shown: grouped, and with a plus where it was counted no further. */
export function countShown({ total, isAtLeast }: Pick<HawalaList, "total" | "isAtLeast">): string {
  return `${total.toLocaleString("en-US")}${isAtLeast ? "+" : ""}`;
}

const fewHits = 50;

/**
 * Opens the only hawala that a typed text can mean, and says whether there is one: that with the number, or the only one found. What the filters hide is
 * found as well, and they are then taken off, since a payer at the counter has no use for them.
 */
export function useFindByNumber(place: PassPlace): (typed: string) => Promise<boolean> {
  const client = useQueryClient();
  const hits = async (filters: PassFilters): Promise<readonly Hawala[]> => {
    const query = { ...asked(filters), limit: fewHits };
    const page = await client.fetchQuery({ ...readPage(listHawalas, { query }), staleTime: 0 });
    return page.rows;
  };
  const open = (hawala: Hawala | undefined, change: Partial<PassFilters>): boolean => {
    if (hawala !== undefined) place.select(hawala.id, change);
    return hawala !== undefined;
  };
  return async (typed) => {
    // The list says why the server could not be asked.
    const found = await hits({ ...place.filters, q: typed }).catch(() => undefined);
    if (found === undefined) return false;
    if (found.length > 0) return open(onlyOne(found, typed), { q: typed });
    const anywhere: PassFilters = { ...noFilter, q: typed, direction: "all" };
    const hidden = onlyOne(await hits(anywhere).catch(() => []), typed);
    return open(hidden, { ...anywhere, direction: hidden?.direction === "incoming" ? "" : "all" });
  };
}

function onlyOne(found: readonly Hawala[], typed: string): Hawala | undefined {
  const exact = found.filter(({ hawalaNo }) => hawalaKey(hawalaNo) === hawalaKey(typed));
  const meant = exact.length > 0 ? exact : found;
  return meant.length === 1 ? meant[0] : undefined;
}
