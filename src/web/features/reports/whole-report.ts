import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";

import { largestReportPage } from "#contract/reports.ts";
import { i18n } from "#web/i18n/setup.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { queryKeys } from "#web/lib/query.ts";

import type { PagedReport, ReportPage, ReportQuery } from "./pages.ts";

/** Lines that are put on paper at most: some 120 sheets. */
export const mostPrinted = 5 * largestReportPage;

/** A report from its first line to its last, unless it is too long for paper. */
interface WholeReport<Page> {
  readonly pages: readonly Page[];
  readonly isTooLong: boolean;
}

/** How often a report is begun again that has become another one between two of its pages. */
const mostReadings = 3;

type Asking<Page> = (cursor: string | undefined) => Promise<Page>;
type Sums<Page> = Pick<PagedReport<never, Page>, "head" | "addsUp">;

/** Each page is one state of the books; those of a paper are to be of the same. One page alone is of one in any case. */
async function everyPage<Page extends ReportPage>(ask: Asking<Page>, { head, addsUp }: Sums<Page>): Promise<WholeReport<Page>> {
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const read = await pagesAlike(ask, head);
    if (read !== undefined && (read.isTooLong || read.pages.length === 1 || addsUp(read.pages))) return read;
  }
  throw new ApiError({ status: 409, code: "conflict", message: () => i18n.t("reports:paper.moving") });
}

/** Undefined where a page has other figures at its head than the first one. */
async function pagesAlike<Page extends ReportPage>(
  ask: Asking<Page>,
  head: Sums<Page>["head"],
): Promise<WholeReport<Page> | undefined> {
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length < mostPrinted / largestReportPage;) {
    const page = await ask(cursor);
    const [first = page] = pages;
    if (JSON.stringify(head(page)) !== JSON.stringify(head(first))) return undefined;
    pages.push(page);
    if (page.nextCursor === null) return { pages, isTooLong: false };
    cursor = page.nextCursor;
  }
  return { pages, isTooLong: true };
}

function whole<Query extends ReportQuery, Page extends ReportPage>(
  { route, ask, ...sums }: PagedReport<Query, Page>,
  query: Query,
) {
  return queryOptions({
    queryKey: [...queryKeys.of(route, { query }), "whole"],
    queryFn: ({ signal }) => everyPage((cursor) => ask(query, { limit: largestReportPage, cursor }, signal), sums),
  });
}

/** When a report is read. */
interface Asked {
  readonly isAsked: boolean;
  /** A state of the books that it belongs to: read once for it, and never again. */
  readonly onceFor?: string;
}

/** A report as paper takes it: all of it, in as few calls as that takes. */
export function useWholeReport<Query extends ReportQuery, Page extends ReportPage>(
  report: PagedReport<Query, Page>,
  query: Query,
  { isAsked, onceFor }: Asked = { isAsked: true },
) {
  const options = whole(report, query);
  return useQuery({
    ...options,
    queryKey: onceFor === undefined ? options.queryKey : [...options.queryKey, onceFor],
    enabled: ({ state }) => isAsked && (onceFor === undefined || state.data === undefined),
  });
}

/** Several of them for one paper; there once each of them is. */
export function useWholeReports<Query extends ReportQuery, Page extends ReportPage>(
  report: PagedReport<Query, Page>,
  queries: readonly Query[],
) {
  return useQueries({ queries: queries.map((query) => whole(report, query)) });
}
