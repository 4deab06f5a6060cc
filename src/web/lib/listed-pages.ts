import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import type { Page } from "./api.ts";

/**
 * The rows of a list that is read page by page, and how many there are. The server answers with what it has found in a moment,
 * which on a slow disk may be nothing yet: as long as there is nothing to show the search goes on by itself, so that "nothing
 * found" is only said of a list that was searched to its end.
 */
export function useListedPages<Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const { total = 0, isAtLeast = false } = data?.pages.at(-1) ?? {};
  const isGoingOn = rows.length === 0 && hasNextPage && !isPlaceholderData && (error === null || isFetching);
  // By its place, so that an answer that comes before anything was drawn is gone on from as well.
  const from = isGoingOn ? data?.pages.at(-1)?.nextCursor : undefined;
  useEffect(() => {
    if (from !== undefined && !isFetching) void fetchNextPage();
  }, [from, isFetching, fetchNextPage]);
  const mayReadOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData;
  return {
    rows,
    /** What has been read counts as well: counting ends earlier than reading does. */
    total: Math.max(total, rows.length),
    isAtLeast,
    /** No row has been found yet, and the end of the list not been reached. */
    isGoingOn,
    /** The list could not be read, rather than its next rows. */
    isFailed: error !== null && !isFetching && (!isFetchNextPageError || rows.length === 0),
    readOn: mayReadOn ? () => void fetchNextPage() : undefined,
  };
}
