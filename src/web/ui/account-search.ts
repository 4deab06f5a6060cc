import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import type { Page } from "#web/lib/api.ts";
import { read, readPages } from "#web/lib/query.ts";

/** How many rows one request of the picker brings. */
const pageSize = 50;

/** Which accounts a picker offers: active ones, unless it searches what was recorded. */
export interface AccountFilter {
  /** Also those that take no postings any more. */
  readonly anyStatus?: boolean;
  readonly type?: AccountRow["accountType"];
  readonly currencyId?: number;
}

export interface AccountSearch {
  readonly query: string;
  readonly filter: AccountFilter;
  readonly recent: readonly number[];
  readonly exclude: readonly number[];
}

function pagesOf(query: string, { anyStatus = false, ...filter }: AccountFilter) {
  const status = anyStatus ? {} : { status: "active" as const };
  return readPages(listAccounts, { query: { q: query, ...status, limit: pageSize, ...filter } });
}

function rowsById(ids: readonly number[]) {
  return read(listAccounts, { query: { ids: ids.join(",") } });
}

/** One account by its id, with its balances; undefined while it is unknown or no id is given. */
export function useAccount(id: number | null): AccountRow | undefined {
  const { data } = useQuery({ ...rowsById(id === null ? [] : [id]), enabled: id !== null });
  return data?.find((account) => account.id === id);
}

/** Lets {@link useAccount} know a row that has just been read, so that choosing it asks nothing again. */
export function knowAccount(client: QueryClient, account: AccountRow): void {
  client.setQueryData(rowsById([account.id]).queryKey, [account]);
}

/** Whether two texts are the same account code: in capitals or not, and in the digits of any keyboard, as the server finds it. */
export function sameCode(one: string, other: string): boolean {
  return accountCodeOf(one) === accountCodeOf(other);
}

function offered(account: AccountRow, { filter, exclude }: AccountSearch): boolean {
  if ((account.accountStatus !== "active" && filter.anyStatus !== true) || exclude.includes(account.id)) return false;
  if (filter.type !== undefined && account.accountType !== filter.type) return false;
  return filter.currencyId === undefined || account.currencyId === filter.currencyId;
}

/**
 * The accounts that meet what was typed, page by page as the server finds them. Before anything is typed the person's
 * recent accounts come first.
 */
export function useAccountSearch(search: AccountSearch, enabled: boolean) {
  const client = useQueryClient();
  const withRecent = search.query === "" && search.recent.length > 0;
  const recent = useQuery({ ...rowsById(search.recent), enabled: enabled && withRecent });
  const found = useInfiniteQuery({ ...pagesOf(search.query, search.filter), enabled, placeholderData: keepPreviousData });
  const pages: readonly Page<AccountRow>[] = found.data?.pages ?? [];
  const recentRows = withRecent ? inOrder(recent.data ?? [], search.recent).filter((row) => offered(row, search)) : [];
  const others = pages
    .flatMap((page) => page.rows)
    .filter((row) => offered(row, search) && !recentRows.some(({ id }) => id === row.id));
  const rows = [...recentRows, ...others];
  return {
    rows,
    recentCount: recentRows.length,
    total: found.hasNextPage ? (pages[0]?.total ?? rows.length) : rows.length,
    /** The server counted no further than that. */
    isAtLeast: found.hasNextPage && pages[0]?.isAtLeast === true,
    /** The rows belong to what is typed now, and not to what was typed a moment ago. */
    isCurrent: found.isSuccess && !found.isPlaceholderData && !(withRecent && recent.isPending),
    error: found.error,
    retry: found.refetch,
    more: found.hasNextPage && !found.isFetchingNextPage ? found.fetchNextPage : undefined,
    /** The only account that can be meant by a text: the one with that code, or the only one found. */
    only: async (query: string): Promise<AccountRow | undefined> => {
      const { pages: fetched } = await client.fetchInfiniteQuery(pagesOf(query, search.filter));
      const matches = fetched.flatMap((page) => page.rows).filter((row) => offered(row, search));
      return matches.find((row) => sameCode(row.accountCode, query)) ?? (matches.length === 1 ? matches[0] : undefined);
    },
  };
}

function inOrder(rows: readonly AccountRow[], ids: readonly number[]): AccountRow[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
