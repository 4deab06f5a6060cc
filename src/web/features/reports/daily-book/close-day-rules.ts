import type { BookCurrency, DailyBook } from "#contract/day-closes.ts";
import {
  addAmounts,
  amountFrom,
  amountText,
  largestAmount,
  parseAmount,
  subtractAmounts,
  zeroAmount,
  type Amount,
} from "#kernel/amount.ts";
import { denominationsOf, largestCash, mostPieces, worthOf, type Pieces } from "#kernel/cash-count.ts";
import { formatDigits, isZero } from "#web/lib/format.ts";
import { wholeNumber } from "#web/ui/amount/typed-amount.ts";

/** How one currency is counted, as it was typed. */
export interface TypedCount {
  /** The sum, where it is not counted by notes; with notes, what is left beside them. */
  readonly sum: string;
  /** Pieces by the value of the note; undefined while the sum alone is entered. */
  readonly notes: Readonly<Record<string, string>> | undefined;
  readonly reason: string;
  /** What the books said when it was counted; left out until something is. */
  readonly book?: string;
}

export const untouched: TypedCount = { sum: "", notes: undefined, reason: "" };

/** Whether the books are closed up to this day, or beyond it. */
export function isShut({ date, closedThrough }: Pick<DailyBook, "date" | "closedThrough">): boolean {
  return closedThrough !== null && date <= closedThrough;
}

/** Whether the books say that there is any of it; of what they know nothing, nothing is there unless something was found. */
export function isInBooks({ closing }: BookCurrency): boolean {
  return !isZero(closing);
}

/** Whether a close can hold what the books say. */
export function canHold({ closing }: BookCurrency): boolean {
  return !isBeyond(largestCash, amountFrom(closing));
}

function isBeyond(most: Amount, amount: Amount): boolean {
  return amount > most || amount < -most;
}

/** The count of a currency as it was typed, or that of nothing. */
export function typedOf(row: BookCurrency, typed: Readonly<Record<string, TypedCount>>): TypedCount {
  return typed[row.currency] ?? (isInBooks(row) ? untouched : { ...untouched, sum: "0" });
}

/** A count after a change. What was counted stands beside what the books say at that moment; another way of counting changes neither. */
export function countedAnew(row: BookCurrency, before: TypedCount, changed: TypedCount): TypedCount {
  const byOtherNotes = before.notes !== undefined && changed.notes !== undefined && before.notes !== changed.notes;
  return changed.sum !== before.sum || byOtherNotes ? { ...changed, book: row.closing } : changed;
}

/** What the books said when it was counted, where they say something else by now: another desk has posted. */
export function movedFrom({ closing }: BookCurrency, { book }: TypedCount): string | undefined {
  return book === closing ? undefined : book;
}

/** The count as it stands beside what the books say now. A difference is another one then, and so is its reason. */
export function confirmed({ closing }: BookCurrency, typed: TypedCount): TypedCount {
  return { ...typed, book: closing, reason: "" };
}

/**
 * Whether this may stand in the field of a note: digits, no more than its largest number has. A point or a comma stays to be seen: left
 * out, two and a half would be twenty-five.
 */
export function isTypablePieces(text: string): boolean {
  return /^[\d.,]*$/.test(text) && text.replaceAll(/\D/g, "").length <= String(mostPieces).length;
}

/** How many pieces these are; undefined where that is no whole number. */
function wholePieces(typed: string): number | undefined {
  if (typed === "") return 0;
  const pieces = wholeNumber(typed);
  return Number.isNaN(pieces) ? undefined : pieces;
}

/** Why these are no pieces of one value: no whole number, or more than are counted. */
export function piecesFault(typed: string): "notWhole" | "tooMany" | undefined {
  const pieces = wholePieces(typed);
  if (pieces === undefined) return "notWhole";
  return pieces > mostPieces ? "tooMany" : undefined;
}

function piecesOf(currency: string, { notes = {} }: TypedCount): readonly Pieces[] {
  return denominationsOf(currency).flatMap((value) => {
    const pieces = wholePieces(notes[amountText(value)] ?? "") ?? 0;
    return pieces > 0 ? [{ value, pieces }] : [];
  });
}

/** What was counted; undefined until there is a figure, or while one is no amount, or no number of pieces. */
export function countedOf(currency: string, typed: TypedCount): Amount | undefined {
  const sum = typed.sum === "" ? undefined : parseAmount(typed.sum);
  if (typed.sum !== "" && sum === undefined) return undefined;
  if (typed.notes === undefined) return sum;
  if (Object.values(typed.notes).some((pieces) => wholePieces(pieces) === undefined)) return undefined;
  const isTouched = sum !== undefined || Object.values(typed.notes).some((pieces) => pieces !== "");
  return isTouched ? addAmounts(worthOf(piecesOf(currency, typed)), sum ?? zeroAmount) : undefined;
}

/** Counted − books; undefined until it is counted. */
export function differenceOf({ currency, closing }: BookCurrency, typed: TypedCount): Amount | undefined {
  const counted = countedOf(currency, typed);
  return counted === undefined ? undefined : subtractAmounts(counted, amountFrom(closing));
}

/** The count as the call takes it. */
export function sentCount({ currencyId, currency, closing }: BookCurrency, typed: TypedCount) {
  return {
    currencyId,
    book: closing,
    counted: amountText(countedOf(currency, typed) ?? zeroAmount),
    denominations:
      typed.notes === undefined
        ? []
        : piecesOf(currency, typed).map(({ value, pieces }) => ({ value: amountText(value), pieces })),
    reason: typed.reason.trim(),
  };
}

/** Why a count does not close the day; one of its sum stands at its field. */
export type CountFault = "count" | "pieces" | "tooMuch" | "tooFar" | "moved" | "reason";

/** What still keeps the count of a currency from closing the day, one reason at a time. */
export function faultOf(row: BookCurrency, typed: TypedCount): CountFault | undefined {
  if (Object.values(typed.notes ?? {}).some((pieces) => piecesFault(pieces) !== undefined)) return "pieces";
  const counted = countedOf(row.currency, typed);
  const difference = differenceOf(row, typed);
  if (counted === undefined || difference === undefined) return "count";
  if (isBeyond(largestCash, counted) || !canHold(row)) return "tooMuch";
  if (movedFrom(row, typed) !== undefined) return "moved";
  if (isBeyond(largestAmount, difference)) return "tooFar";
  return difference !== zeroAmount && typed.reason.trim() === "" ? "reason" : undefined;
}

/** The value of a note as people say it: "1,000", "0.50". */
export function noteText(value: string | Amount): string {
  return formatDigits(value).replace(".00", "");
}
