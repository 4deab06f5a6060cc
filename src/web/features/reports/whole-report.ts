import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";

import { partnerSettlementHawalas } from "#contract/partner-settlements.ts";
import { accountBalancesReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement } from "#contract/reports.ts";
import { call } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";

import {
  onPaper,
  type BalancesQuery,
  type ReportPage,
  type SettlementHawalasQuery,
  type StatementQuery,
  type TrialQuery,
} from "./pages.ts";

/** Lines that are put on paper at most: some 120 sheets. */
export const mostPrinted = 5 * onPaper;

/** A report from its first line to its last, unless it is too long for paper. */
export interface WholeReport<Page> {
  readonly pages: readonly Page[];
  readonly isTooLong: boolean;
}

async function everyPage<Page extends ReportPage>(
  ask: (cursor: string | undefined) => Promise<Page>,
): Promise<WholeReport<Page>> {
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length < mostPrinted / onPaper;) {
    const page = await ask(cursor);
    pages.push(page);
    if (page.nextCursor === null) return { pages, isTooLong: false };
    cursor = page.nextCursor;
  }
  return { pages, isTooLong: true };
}

function wholeStatement(query: StatementQuery) {
  return queryOptions({
    queryKey: [...queryKeys.of(accountStatement, { query }), "whole"],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(accountStatement, { query: { ...query, limit: onPaper, cursor }, signal })),
    enabled: query.accountId !== "",
  });
}

export function useWholeStatement(query: StatementQuery) {
  return useQuery(wholeStatement(query));
}

/** Several statements for one paper; there once each of them is. */
export function useWholeStatements(queries: readonly StatementQuery[]) {
  return useQueries({ queries: queries.map(wholeStatement) });
}

export function useWholeBalances(query: BalancesQuery) {
  return useQuery({
    queryKey: [...queryKeys.of(accountBalancesReport, { query }), "whole"],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(accountBalancesReport, { query: { ...query, limit: onPaper, cursor }, signal })),
  });
}

export function useWholeTrial(query: TrialQuery) {
  return useQuery({
    queryKey: [...queryKeys.of(trialBalance, { query }), "whole"],
    queryFn: ({ signal }) => everyPage((cursor) => call(trialBalance, { query: { ...query, limit: onPaper, cursor }, signal })),
  });
}

export function useWholeSettlement(query: SettlementHawalasQuery) {
  return useQuery({
    queryKey: [...queryKeys.of(partnerSettlementHawalas, { query }), "whole"],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(partnerSettlementHawalas, { query: { ...query, limit: onPaper, cursor }, signal })),
    enabled: query.partnerAccountId !== "",
  });
}
