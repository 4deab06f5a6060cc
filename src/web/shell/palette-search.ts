import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import { listHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import {
  listDeletedTransactions,
  searchTransactions,
  type DeletedTransaction,
  type Transaction,
} from "#contract/transactions.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { largestId } from "#kernel/id.ts";
import { read } from "#web/lib/query.ts";
import { plainCharacters } from "#web/ui/typed-amount.ts";

const debounceMs = 120;
const mostAccounts = 8;
const mostTransactions = 3;
const mostHawalas = 5;
/** Shorter texts are part of too many numbers. */
const shortestHawala = 3;

/** What the server knows of a text typed into the palette. */
export interface Found {
  readonly accounts: readonly AccountRow[];
  readonly transactions: readonly Transaction[];
  readonly deleted: readonly DeletedTransaction[];
  readonly hawalas: readonly Hawala[];
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

/** Whether a text can be a hawala's number, or a part of one: these have digits. */
function maybeHawala(query: string): boolean {
  const key = hawalaKey(query);
  return key.length >= shortestHawala && /\p{N}/u.test(key);
}

/** Asks for accounts by code, name, phone and tazkira, for a transaction by its number, and for a hawala by its own, as somebody types. */
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
  const hawalas = useQuery({
    ...read(listHawalas, { query: { q: asked, direction: "all", limit: mostHawalas } }),
    enabled: maybeHawala(asked),
  });
  const waits =
    (isAccount && (accounts.isPlaceholderData || accounts.isPending)) || (number !== undefined && transactions.isPending);
  const retry = (): void => {
    for (const question of [accounts, transactions, deleted, hawalas]) if (question.isError) void question.refetch();
  };
  return {
    accounts: isAccount && query !== "" ? (accounts.data ?? []) : [],
    transactions: number === undefined ? [] : (transactions.data ?? []),
    deleted: number === undefined ? [] : (deleted.data ?? []),
    hawalas: maybeHawala(asked) ? (hawalas.data ?? []) : [],
    isCurrent:
      asked === query && !waits && !(number !== undefined && deleted.isPending) && !(maybeHawala(asked) && hawalas.isPending),
    error: isAccount || number !== undefined ? (accounts.error ?? transactions.error ?? deleted.error ?? hawalas.error) : null,
    retry,
  };
}
