import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";

import { partnerSettlementHawalas } from "#contract/partner-settlements.ts";
import { accountBalancesReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement, dailyBookMovements, reportPageSize, type AccountStatement } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { call } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";
import type { AnySent, ReplyOf } from "#web/lib/route-types.ts";

import { balancesAddUp, statementAddsUp, trialAddsUp } from "./sums.ts";

/** A page of a report: what stands on every page, some of its lines, and where the next ones begin. */
export interface ReportPage {
  readonly nextCursor: string | null;
}

/** What a report is asked for. */
export type ReportQuery = NonNullable<AnySent["query"]>;

interface Part {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A report that is read page by page. */
export interface PagedReport<Query, Page> {
  readonly route: Route;
  readonly ask: (query: Query, part: Part, signal: AbortSignal) => Promise<Page>;
  /** The figures that stand on every page: they are others as soon as what they sum up is another one. */
  readonly head: (page: Page) => unknown;
  /** Whether the lines of all pages come to these figures. */
  readonly addsUp: (pages: readonly Page[]) => boolean;
}

type PagesOf<R extends Route> = PagedReport<Omit<z.input<NonNullable<R["query"]>>, "limit" | "cursor">, ReplyOf<R>>;

const statementHead = ({ opening, closing, debits, credits, hasCorrected }: AccountStatement) => [
  opening,
  closing,
  debits,
  credits,
  hasCorrected,
];

export const statementReport: PagesOf<typeof accountStatement> = {
  route: accountStatement,
  ask: (query, part, signal) => call(accountStatement, { query: { ...query, ...part }, signal }),
  head: statementHead,
  addsUp: statementAddsUp,
};

/** The movements of a day, from the database itself like the book that they stand in. */
export const bookReport: PagesOf<typeof dailyBookMovements> = {
  route: dailyBookMovements,
  ask: (query, part, signal) => call(dailyBookMovements, { query: { ...query, ...part }, signal }),
  head: statementHead,
  addsUp: statementAddsUp,
};

export const balancesReport: PagesOf<typeof accountBalancesReport> = {
  route: accountBalancesReport,
  ask: (query, part, signal) => call(accountBalancesReport, { query: { ...query, ...part }, signal }),
  head: ({ asOf, totals }) => [asOf, totals],
  addsUp: balancesAddUp,
};

export const trialReport: PagesOf<typeof trialBalance> = {
  route: trialBalance,
  ask: (query, part, signal) => call(trialBalance, { query: { ...query, ...part }, signal }),
  head: ({ asOf, totals }) => [asOf, totals],
  addsUp: trialAddsUp,
};

export const settlementReport: PagesOf<typeof partnerSettlementHawalas> = {
  route: partnerSettlementHawalas,
  ask: (query, part, signal) => call(partnerSettlementHawalas, { query: { ...query, ...part }, signal }),
  // Has none: its figures are another call's.
  head: () => undefined,
  addsUp: () => true,
};

/** A report as a screen reads it: as far as it is wanted. What is there stays until what was asked for instead has come. */
export function useReport<Query extends ReportQuery, Page extends ReportPage>(
  { route, ask }: PagedReport<Query, Page>,
  query: Query,
  isAsked = true,
) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.of(route, { query }), "pages"] as const,
    queryFn: ({ signal, pageParam }) => ask(query, { limit: reportPageSize, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    enabled: isAsked,
  });
}
