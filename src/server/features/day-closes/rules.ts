import type { CashCount } from "#contract/day-closes.ts";
import { amountFrom, amountText, largestAmount, subtractAmounts, type Amount } from "#kernel/amount.ts";
import { worthOf } from "#kernel/cash-count.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";

/** What the books say of the cash at the end of a day. */
export interface Held {
  readonly currencyId: number;
  readonly currency: string;
  readonly held: string;
}

/** A count beside what it is compared with. */
export interface Compared {
  readonly count: CashCount;
  readonly currency: string;
  /** Counted − book. */
  readonly difference: Amount;
}

/**
 * Lays the counts beside the books. Refuses a currency counted twice or left out, pieces that come to more than the whole, books that
 * have moved since they were counted against, and a difference that one entry cannot book or that has no reason.
 */
export function compared(counts: readonly CashCount[], held: readonly Held[]): readonly Compared[] {
  const byCurrency = new Map(held.map((row) => [row.currencyId, row]));
  const lines = counts.map((count, index): Compared => {
    const book = byCurrency.get(count.currencyId);
    if (book === undefined)
      throw invalidField(`counts.${String(index)}.currencyId`, "There is no such currency, or it was counted twice");
    byCurrency.delete(count.currencyId);
    if (worthOf(count.denominations) > count.counted) {
      throw invalidField(`counts.${String(index)}.denominations`, `The pieces of ${book.currency} come to more than was counted`);
    }
    refuseMovedBook(book, count.book);
    const difference = subtractAmounts(count.counted, count.book);
    const off = `${amountText(difference).replace("-", "")} ${book.currency} ${difference > 0n ? "over" : "short"}`;
    if (difference > largestAmount || difference < -largestAmount) {
      const most = amountText(largestAmount);
      throw invalidField(
        `counts.${String(index)}.counted`,
        `The cash is ${off}, and one entry books at most ${most}: record what is missing first`,
      );
    }
    if (difference !== 0n && count.reason === null) {
      throw invalidField(`counts.${String(index)}.reason`, `Say why the cash is ${off}`);
    }
    return { count, currency: book.currency, difference };
  });
  const missing = [...byCurrency.values()].find((row) => amountFrom(row.held) !== 0n);
  if (missing !== undefined) throw invalidField("counts", `Count ${missing.currency} too: the books say ${missing.held}`);
  return lines;
}

function refuseMovedBook({ currency, held }: Held, seen: Amount): void {
  if (amountFrom(held) === seen) return;
  throw new Refusal(
    "conflict",
    `The books have moved since the count: ${currency} was ${amountText(seen)} and is ${held}. Compare again`,
  );
}
