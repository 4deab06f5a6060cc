import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";

import { largestReportPage } from "#contract/reports.ts";
import { queryKeys } from "#web/lib/query.ts";

import type { PagedReport, ReportPage, ReportQuery } from "./pages.ts";

/** Lines that are put on paper at most: some 120 sheets. */
export const mostPrinted = 5 * largestReportPage;

/** A report from its first line to its last, unless it is too long for paper. */
export interface WholeReport<Page> {
  readonly pages: readonly Page[];
  readonly isTooLong: boolean;
}

async function everyPage<Page extends ReportPage>(
  ask: (cursor: string | undefined) => Promise<Page>,
): Promise<WholeReport<Page>> {
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length < mostPrinted / largestReportPage;) {
    const page = await ask(cursor);
    pages.push(page);
    if (page.nextCursor === null) return { pages, isTooLong: false };
    cursor = page.nextCursor;
  }
  return { pages, isTooLong: true };
}

function whole<Query extends ReportQuery, Page extends ReportPage>({ route, ask }: PagedReport<Query, Page>, query: Query) {
  return queryOptions({
    queryKey: [...queryKeys.of(route, { query }), "whole"],
    queryFn: ({ signal }) => everyPage((cursor) => ask(query, { limit: largestReportPage, cursor }, signal)),
  });
}

/** A report as paper takes it: all of it, in as few calls as that takes. */
export function useWholeReport<Query extends ReportQuery, Page extends ReportPage>(
  report: PagedReport<Query, Page>,
  query: Query,
  isAsked = true,
) {
  return useQuery({ ...whole(report, query), enabled: isAsked });
}

/** Several of them for one paper; there once each of them is. */
export function useWholeReports<Query extends ReportQuery, Page extends ReportPage>(
  report: PagedReport<Query, Page>,
  queries: readonly Query[],
) {
  return useQueries({ queries: queries.map((query) => whole(report, query)) });
}
