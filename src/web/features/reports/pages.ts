import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";

import { partnerSettlementHawalas } from "#contract/partner-settlements.ts";
import { accountBalancesReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement, largestReportPage, reportPageSize } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { call } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";

/** A page of a report: what stands on every page, some of its lines, and where the next ones begin. */
export interface ReportPage {
  readonly nextCursor: string | null;
}

type Ask<Reply> = (page: { readonly limit: number; readonly cursor: string | undefined }, signal: AbortSignal) => Promise<Reply>;

function pagesBy<Reply extends ReportPage>(key: readonly unknown[], limit: number, ask: Ask<Reply>) {
  return infiniteQueryOptions({
    queryKey: [...key, limit] as const,
    queryFn: ({ signal, pageParam }) => ask({ limit, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

type Asked<R extends Route> = Omit<z.input<NonNullable<R["query"]>>, "limit" | "cursor">;
export type StatementQuery = Asked<typeof accountStatement>;
export type BalancesQuery = Asked<typeof accountBalancesReport>;
export type TrialQuery = Asked<typeof trialBalance>;
export type SettlementHawalasQuery = Asked<typeof partnerSettlementHawalas>;

/** How a report is read: for a screen line by line as far as it is wanted, for paper in as few calls as it takes. */
export const onScreen = reportPageSize;
export const onPaper = largestReportPage;

export function statementPages(query: StatementQuery, limit: number) {
  return pagesBy<ReplyOf<typeof accountStatement>>(queryKeys.of(accountStatement, { query }), limit, (page, signal) =>
    call(accountStatement, { query: { ...query, ...page }, signal }),
  );
}

export function balancePages(query: BalancesQuery, limit: number) {
  return pagesBy<ReplyOf<typeof accountBalancesReport>>(queryKeys.of(accountBalancesReport, { query }), limit, (page, signal) =>
    call(accountBalancesReport, { query: { ...query, ...page }, signal }),
  );
}

export function trialPages(query: TrialQuery, limit: number) {
  return pagesBy<ReplyOf<typeof trialBalance>>(queryKeys.of(trialBalance, { query }), limit, (page, signal) =>
    call(trialBalance, { query: { ...query, ...page }, signal }),
  );
}

export function settlementHawalaPages(query: SettlementHawalasQuery, limit: number) {
  return pagesBy<ReplyOf<typeof partnerSettlementHawalas>>(
    queryKeys.of(partnerSettlementHawalas, { query }),
    limit,
    (page, signal) => call(partnerSettlementHawalas, { query: { ...query, ...page }, signal }),
  );
}

/** A report as a screen reads it; what is there stays until what was asked for instead has come. */
export function useReport<Reply extends ReportPage>(pages: ReturnType<typeof pagesBy<Reply>>, isAsked = true) {
  return useInfiniteQuery({ ...pages, placeholderData: keepPreviousData, refetchOnWindowFocus: "always", enabled: isAsked });
}
