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

/** The account with this code, whatever its status, first of one row; another one where nobody has the code. */
function rowByCode(code: string) {
  return read(listAccounts, { query: { q: accountCodeOf(code), limit: 1 } });
}

/** One account by its id, with its balances; undefined while it is unknown or no id is given. */
export function useAccount(id: number | null): AccountRow | undefined {
  const { data } = useQuery({ ...rowsById(id === null ? [] : [id]), enabled: id !== null });
  return data?.find((account) => account.id === id);
}

/** What {@link useAccount} knows of an account at this moment. */
export function knownAccount(client: QueryClient, id: number): AccountRow | undefined {
  return client.getQueryData(rowsById([id]).queryKey)?.find((account) => account.id === id);
}

/** Lets {@link useAccount} know a row that has just been read, so that choosing it asks nothing again. */
export function knowAccount(client: QueryClient, account: AccountRow): void {
  client.setQueryData(rowsById([account.id]).queryKey, [account]);
}

/** Whether two texts are the same account code: in capitals or not, and in the digits of any keyboard, as the server finds it. */
export function sameCode(one: string, other: string): boolean {
  return accountCodeOf(one) === accountCodeOf(other);
}

function withCode(rows: readonly AccountRow[], code: string): AccountRow | undefined {
  return rows.find((row) => sameCode(row.accountCode, code));
}

/**
 * Whether a text for which no row of that code was found may still be the code of an account that the filter leaves out. The codes
 * that the office issues end in a number, and a filter that leaves nobody out has found them first.
 */
function mayBeLeftOut(query: string, { anyStatus, type, currencyId }: AccountFilter): boolean {
  const isForAll = anyStatus === true && type === undefined && currencyId === undefined;
  return !isForAll && /\d$/.test(accountCodeOf(query));
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
  const { query, filter } = search;
  const withRecent = query === "" && search.recent.length > 0;
  const recent = useQuery({ ...rowsById(search.recent), enabled: enabled && withRecent });
  const found = useInfiniteQuery({ ...pagesOf(query, filter), enabled, placeholderData: keepPreviousData });
  const pages: readonly Page<AccountRow>[] = found.data?.pages ?? [];
  const fetched = pages.flatMap((page) => page.rows);
  const recentRows = withRecent ? inOrder(recent.data ?? [], search.recent).filter((row) => offered(row, search)) : [];
  const others = fetched.filter((row) => offered(row, search) && !recentRows.some(({ id }) => id === row.id));
  const rows = [...recentRows, ...others];
  const isListed = found.isSuccess && !found.isPlaceholderData && !(withRecent && recent.isPending);
  const named = useNamed({ query, filter, fetched: isListed ? fetched : undefined, enabled });
  return {
    rows,
    recentCount: recentRows.length,
    total: found.hasNextPage ? (pages[0]?.total ?? rows.length) : rows.length,
    /** The server counted no further than that. */
    isAtLeast: found.hasNextPage && pages[0]?.isAtLeast === true,
    /** The rows belong to what is typed now, and not to what was typed a moment ago. */
    isListed,
    /** Besides, it is known whether the text is the code of an account that is not offered. */
    isCurrent: isListed && !named.isPending,
    /** The account whose code was typed, where it is not offered: whatever else the text meets is not meant. */
    notOffered: named.account === undefined || offered(named.account, search) ? undefined : named.account,
    error: found.error ?? named.error,
    retry: found.error === null && named.error !== null ? named.retry : found.refetch,
    more: found.hasNextPage && !found.isFetchingNextPage ? found.fetchNextPage : undefined,
    /** The only account that can be meant by a text: the one with that code, or the only one found where nobody has it. */
    only: async (text: string): Promise<AccountRow | undefined> => {
      const answer = await client.fetchInfiniteQuery(pagesOf(text, filter));
      const all = answer.pages.flatMap((page) => page.rows);
      const byCode = withCode(all, text) ?? (mayBeLeftOut(text, filter) ? await fetchByCode(client, text) : undefined);
      if (byCode !== undefined) return offered(byCode, search) ? byCode : undefined;
      const matches = all.filter((row) => offered(row, search));
      return matches.length === 1 ? matches[0] : undefined;
    },
  };
}

async function fetchByCode(client: QueryClient, code: string): Promise<AccountRow | undefined> {
  return withCode(await client.fetchQuery(rowByCode(code)), code);
}

interface NamedInput {
  readonly query: string;
  readonly filter: AccountFilter;
  /** What was found for the text; undefined while that is under way. */
  readonly fetched: readonly AccountRow[] | undefined;
  readonly enabled: boolean;
}

/** The account that has the text for its code, offered or not. The server is asked for it only where what was found leaves it open. */
function useNamed({ query, filter, fetched, enabled }: NamedInput) {
  const listed = fetched === undefined ? undefined : withCode(fetched, query);
  const isOpen = fetched !== undefined && listed === undefined && mayBeLeftOut(query, filter);
  const { data, isPending, error, refetch } = useQuery({ ...rowByCode(query), enabled: enabled && isOpen });
  return {
    account: isOpen ? withCode(data ?? [], query) : listed,
    isPending: isOpen && isPending,
    error: isOpen ? error : null,
    retry: refetch,
  };
}

function inOrder(rows: readonly AccountRow[], ids: readonly number[]): AccountRow[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
