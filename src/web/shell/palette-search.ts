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
import { plainWithCommas, wholeNumber } from "#web/ui/amount/typed-amount.ts";

const debounceMs = 120;
const mostAccounts = 8;
const mostTransactions = 3;
const mostHawalas = 5;
/** Shorter texts are part of too many numbers. */
const shortestPart = 3;

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

/** The number in "1234", "1,234", "#1234" or "۱۲۳۴", as a transaction's is pasted; undefined for any other text, "12,5" among them. */
export function transactionNumber(query: string): number | undefined {
  const id = wholeNumber(plainWithCommas(query).replace(/^#/, ""));
  return id >= 1 && id <= largestId ? id : undefined;
}

/** Whether a text can be a hawala's number, or a part of one: these have digits. */
function maybeHawala(query: string): boolean {
  return /\p{N}/u.test(hawalaKey(query));
}

/** Asks for the hawalas of this number, however old, and for the newest ones that it is a part of. */
function useHawalas(asked: string) {
  const isNumber = maybeHawala(asked);
  const isPart = isNumber && hawalaKey(asked).length >= shortestPart;
  const wanted = { direction: "all", limit: mostHawalas } as const;
  const ofNumber = useQuery({ ...read(listHawalas, { query: { ...wanted, number: asked } }), enabled: isNumber });
  const withPart = useQuery({ ...read(listHawalas, { query: { ...wanted, q: asked } }), enabled: isPart });
  const exact = isNumber ? (ofNumber.data ?? []) : [];
  const others = isPart ? (withPart.data ?? []).filter(({ id }) => exact.every((one) => one.id !== id)) : [];
  return {
    rows: [...exact, ...others].slice(0, mostHawalas),
    isPending: (isNumber && ofNumber.isPending) || (isPart && withPart.isPending),
    questions: [ofNumber, withPart],
  };
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
  const hawalas = useHawalas(asked);
  const waits =
    (isAccount && (accounts.isPlaceholderData || accounts.isPending)) || (number !== undefined && transactions.isPending);
  const questions = [accounts, transactions, deleted, ...hawalas.questions];
  const retry = (): void => {
    for (const question of questions) if (question.isError) void question.refetch();
  };
  return {
    accounts: isAccount && query !== "" ? (accounts.data ?? []) : [],
    transactions: number === undefined ? [] : (transactions.data ?? []),
    deleted: number === undefined ? [] : (deleted.data ?? []),
    hawalas: hawalas.rows,
    isCurrent: asked === query && !waits && !(number !== undefined && deleted.isPending) && !hawalas.isPending,
    error: isAccount || number !== undefined ? (questions.find(({ error }) => error !== null)?.error ?? null) : null,
    retry,
  };
}
