import type { AccountStatement, StatementEntry } from "#contract/reports.ts";
import { formatDigits, inItsOwnOrder } from "#web/lib/format.ts";
import { typeName } from "#web/lib/type-name.ts";
import { narrativeWords } from "#web/ui/amount/amount-words.ts";

/** Entries a message lists at most: what is longer is read on paper. */
export const mostListed = 15;

/** The words of a message, from the catalogue. */
export interface MessageWords {
  readonly head: string;
  readonly period: string;
  readonly opening: (amount: string) => string;
  readonly totals: (debits: string, credits: string) => string;
  /** What is left, and who owes it to whom. */
  readonly closing: (amount: string) => string;
  /** An entry: its day, the amount by which it changes the balance, and what it was. */
  readonly entry: (date: string, amount: string, what: string) => string;
  /** What an entry is that does not stand any more, or that took one back. */
  readonly state: (entry: StatementEntry) => string | undefined;
}

/**
 * A statement as a message: whose, which days, the entries where they are few, and what is left. Amounts carry the sign that they
 * change the balance by. Plain text, since messengers show nothing else alike.
 */
export function messageOf(
  statement: AccountStatement,
  entries: readonly StatementEntry[] | undefined,
  words: MessageWords,
): string {
  const { currency, opening, closing, debits, credits } = statement;
  const listed =
    entries === undefined || entries.length > mostListed ? undefined : entries.map((entry) => lineOf(entry, statement, words));
  return [
    words.head,
    words.period,
    words.opening(`${formatDigits(opening)} ${currency}`),
    ...(listed ?? [words.totals(formatDigits(debits), formatDigits(credits))]),
    words.closing(`${formatDigits(closing)} ${currency}`),
  ].join("\n");
}

function lineOf(entry: StatementEntry, { account, currency }: AccountStatement, words: MessageWords): string {
  const isRaised = (entry.debit === null) !== (account.type === "company");
  const amount = formatDigits(entry.debit ?? entry.credit ?? "0");
  const what = [typeName(entry.transType), narrativeWords(entry.narrative, entry.debit ?? entry.credit ?? "")]
    .filter((part) => part !== "")
    .map(inItsOwnOrder)
    .join(": ");
  const state = words.state(entry);
  const signed = `${isRaised ? "+" : "-"}${amount} ${currency}`;
  return words.entry(entry.businessDate, signed, state === undefined ? what : `${what} (${state})`);
}
