import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { listDashboardHawalas, type DashboardList } from "#contract/dashboard.ts";
import { useListedPages } from "#web/lib/listed-pages.ts";
import { readPages } from "#web/lib/query.ts";
import { isTurned } from "#web/ui/date/periods.ts";

import { everyDay, type TimeFrame } from "./place.ts";

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
  // The server refuses a frame that is turned round, also where it takes no notice of it; no other list opens then.
  const days = isTurned(frame) ? everyDay : frame;
  const list = useInfiniteQuery({
    ...readPages(listDashboardHawalas, { query: { ...days, filter: shown, currency, q, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  return { list, ...useListedPages(list) };
}
export type HawalaPages = ReturnType<typeof useHawalaPages>;
