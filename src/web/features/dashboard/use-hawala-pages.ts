import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { listDashboardHawalas, type DashboardList } from "#contract/dashboard.ts";
import { readPages } from "#web/lib/query.ts";

import type { TimeFrame } from "./place.ts";

const pageSize = 50;

interface Wanted {
  readonly shown: DashboardList;
  /** "" for every currency. */
  readonly currency: string;
  readonly frame: TimeFrame;
  readonly q: string;
}

/** The hawalas behind a figure, page by page, newest first. */
export function useHawalaPages({ shown, currency, frame, q }: Wanted) {
  const list = useInfiniteQuery({
    ...readPages(listDashboardHawalas, { query: { ...frame, filter: shown, currency, q, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const { total = 0, isAtLeast = false } = data?.pages.at(-1) ?? {};
  const mayReadOn = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && !list.isPlaceholderData;
  return {
    list,
    rows,
    /** What has been read counts as well: counting ends earlier than reading does. */
    found: Math.max(total, rows.length),
    isAtLeast,
    readOn: mayReadOn ? () => void list.fetchNextPage() : undefined,
  };
}
export type HawalaPages = ReturnType<typeof useHawalaPages>;
