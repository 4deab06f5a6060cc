import { hashKey, infiniteQueryOptions, MutationCache, QueryClient, queryOptions, type Query } from "@tanstack/react-query";

import { listCurrencies, type Currency } from "#contract/currencies.ts";
import type { Topic } from "#contract/events.ts";
import type { Route } from "#contract/route.ts";

import { ApiError } from "./api-error.ts";
import { call, callPage, type Page } from "./api.ts";
import { noteCurrencies } from "./currency-symbols.ts";
import type { AnySent, Given, ReplyOf, RowOf, Sent } from "./route-types.ts";

/** How long an answer counts as fresh. Every write makes what it touched stale at once. */
const staleTimeMs = 30_000;

/** The keys of cached answers: the contract's noun first, so that a write can make a whole noun stale. */
export const queryKeys = {
  /** Every cached answer of the nouns (`accounts`, `balances`, `transactions` …). */
  noun: (tag: string) => [tag] as const,
  of: (route: Route, sent: AnySent = {}) => [route.tag, route.path, sent.params ?? null, sent.query ?? null] as const,
};

/** How a screen reads a route: `useQuery(read(getAccount, { params: { id } }))`. */
export function read<R extends Route>(route: R, ...given: Given<Sent<R>>) {
  const sent: AnySent = given[0] ?? {};
  return queryOptions({
    queryKey: queryKeys.of(route, sent),
    queryFn: ({ signal }): Promise<ReplyOf<R>> => call(route, ...withSignal<R>(sent, signal)),
  });
}

/** How a screen reads one page of a paged route: `useQuery(readPage(searchTransactions, { query: { cursor } }))`. */
export function readPage<R extends Route>(route: R, ...given: Given<Sent<R>>) {
  const sent: AnySent = given[0] ?? {};
  return queryOptions({
    queryKey: [...queryKeys.of(route, sent), "page"] as const,
    queryFn: ({ signal }): Promise<Page<RowOf<R>>> => callPage(route, ...withSignal<R>(sent, signal)),
  });
}

/** How a screen reads a paged route page by page: `useInfiniteQuery(readPages(listAccounts, { query }))`. */
export function readPages<R extends Route>(route: R, ...given: Given<Sent<R>>) {
  const sent: AnySent = given[0] ?? {};
  return infiniteQueryOptions({
    queryKey: [...queryKeys.of(route, sent), "pages"] as const,
    queryFn: ({ signal, pageParam }): Promise<Page<RowOf<R>>> =>
      callPage(route, ...withSignal<R>({ ...sent, query: { ...sent.query, cursor: pageParam } }, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });
}

function withSignal<R extends Route>(sent: AnySent, signal: AbortSignal): Given<Sent<R>> {
  return [{ ...sent, signal }] as unknown as Given<Sent<R>>;
}

/** The nouns of cached answers that show something of each topic: stale once this desk or another has changed it. */
export const nounsOf: Readonly<Record<Topic, readonly string[]>> = {
  transactions: ["transactions", "balances", "accounts", "verification", "dashboard", "reports"],
  // The list of imports says how many of their hawalas still wait.
  hawalas: ["hawalas", "import-batches", "dashboard", "reports"],
  "import-batches": ["import-batches"],
  // Rows and vouchers of transactions and hawalas name the accounts.
  accounts: ["accounts", "balances", "transactions", "hawalas", "dashboard", "reports"],
  // The cash account holds each that there is.
  currencies: ["currencies", "accounts", "balances", "transactions", "dashboard", "reports"],
  settings: ["backups", "settings", "currencies", "balances", "transactions", "accounts", "hawalas", "dashboard", "reports"],
  verification: ["verification", "dashboard"],
  backups: ["backups", "dashboard"],
  users: ["users", "sessions"],
};

/** Makes everything stale that a posting changes, also where it pays out a hawala. */
export function moneyMoved(client: QueryClient): Promise<void> {
  return nounsChanged(client, [...nounsOf.transactions, ...nounsOf.hawalas]);
}

/** The one way a write says what it changed: makes these nouns stale and reads again what is shown of them; done when that has come. */
export async function nounsChanged(client: QueryClient, nouns: Iterable<string>): Promise<void> {
  const changed = new Set(nouns);
  const predicate = ({ queryKey }: Query): boolean => changed.has(String(queryKey[0]));
  // What has no answer yet is not begun anew: the reading under way is waited for. It may have been made before the change, and
  // its answer would count as fresh all the same.
  const beingRead = client.getQueryCache().findAll({ predicate, type: "active", fetchStatus: "fetching" });
  const first = new Set(beingRead.filter(({ state }) => state.data === undefined));
  await client.invalidateQueries({ predicate });
  // A reading that failed is the person's to repeat.
  await client.invalidateQueries({ predicate: (query) => first.has(query) && query.state.data !== undefined });
}

/**
 * Reads and writes are not repeated by themselves: the person decides. The browser's own idea of being offline is not
 * asked, since an office may well have its server in the house and no internet.
 */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        retry: false,
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      // A role may have changed a moment ago: what the person may do is read again.
      onError: (error) => {
        if (error instanceof ApiError && error.status === 403) void nounsChanged(client, ["auth"]);
      },
    }),
  });
  followSymbols(client);
  return client;
}

/** Amounts are written with the symbols of the currencies as they were read last, by whichever screen. */
function followSymbols(client: QueryClient): void {
  noteCurrencies(undefined);
  const listed = hashKey(queryKeys.of(listCurrencies));
  client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== listed || (type !== "updated" && type !== "removed")) return;
    noteCurrencies(type === "removed" ? undefined : (query.state.data as readonly Currency[] | undefined));
  });
}

export const queryClient = newQueryClient();
