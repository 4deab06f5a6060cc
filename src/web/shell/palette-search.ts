import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import {
  listDeletedTransactions,
  searchTransactions,
  type DeletedTransaction,
  type Transaction,
} from "#contract/transactions.ts";
import { largestId } from "#kernel/id.ts";
import { read } from "#web/lib/query.ts";
import { plainCharacters } from "#web/ui/typed-amount.ts";

const debounceMs = 120;
const mostAccounts = 8;
const mostTransactions = 3;

/** What the server knows of a text typed into the palette. */
export interface Found {
  readonly accounts: readonly AccountRow[];
  readonly transactions: readonly Transaction[];
  readonly deleted: readonly DeletedTransaction[];
  /** All of it belongs to what is typed now. */
  readonly isCurrent: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The number in "1234", "#1234" or "۱۲۳۴", as a transaction's is pasted; undefined for any other text. */
export function transactionNumber(query: string): number | undefined {
  const digits = /^#?(\d{1,10})$/.exec(plainCharacters(query.trim()))?.[1];
  const id = digits === undefined ? 0 : Number.parseInt(digits, 10);
  return id >= 1 && id <= largestId ? id : undefined;
}

/** Asks for accounts by code, name, phone and tazkira, and for a transaction by its number, as somebody types. */
export function usePaletteSearch(query: string): Found {
  const [asked] = useDebouncedValue(query, debounceMs);
  const number = transactionNumber(asked);
  const isAccount = asked !== "" && !asked.startsWith("#");
  const accounts = useQuery({
    ...read(listAccounts, { query: { q: asked, limit: mostAccounts } }),
    enabled: isAccount,
    placeholderData: keepPreviousData,
  });
  const numbered = { query: { referenceId: String(number ?? ""), limit: mostTransactions } };
  const transactions = useQuery({ ...read(searchTransactions, numbered), enabled: number !== undefined });
  const deleted = useQuery({ ...read(listDeletedTransactions, numbered), enabled: number !== undefined });
  const waits =
    (isAccount && (accounts.isPlaceholderData || accounts.isPending)) || (number !== undefined && transactions.isPending);
  const retry = (): void => {
    for (const question of [accounts, transactions, deleted]) if (question.isError) void question.refetch();
  };
  return {
    accounts: isAccount && query !== "" ? (accounts.data ?? []) : [],
    transactions: number === undefined ? [] : (transactions.data ?? []),
    deleted: number === undefined ? [] : (deleted.data ?? []),
    isCurrent: asked === query && !waits && !(number !== undefined && deleted.isPending),
    error: isAccount || number !== undefined ? (accounts.error ?? transactions.error ?? deleted.error) : null,
    retry,
  };
}
