import type { Transaction } from "#contract/transactions.ts";
import { parseAmount } from "#kernel/amount.ts";
import { parseRate } from "#kernel/rate.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";
import { hasOwnSecondNarrative } from "#web/lib/entry-sides.ts";

/** The parts of a transaction that an edit can change, in the order a person reads them. */
const editableParts = [
  "outAccountId",
  "dAmount",
  "currencyId",
  "transDescription",
  "exRate",
  "inAccountId",
  "cAmount",
  "cCurrencyId",
  "cTransDescription",
  "transDate",
  "referenceId",
] as const satisfies readonly (keyof Transaction)[];
export type Part = (typeof editableParts)[number];

/** A transaction as far as it can be edited. */
export type Edited = Pick<Transaction, Part>;
/** The same as a body carries it: parts may be missing. */
type Carried = { readonly [Name in Part]?: string | number | null | undefined };

/** Parts that follow from others: one currency has one amount, and a Debit's or Credit's second narrative is its amount in words. */
const derived: Readonly<Record<TransactionType, readonly Part[]>> = {
  Debit: ["cAmount", "cCurrencyId", "cTransDescription", "exRate"],
  Credit: ["cAmount", "cCurrencyId", "cTransDescription", "exRate"],
  Transfer: ["cAmount", "cCurrencyId", "exRate"],
  Exchange: [],
  Hawala: [],
};

/** The parts that a transaction shows by itself. */
export function partsOf(transaction: Pick<Transaction, "transType" | "dAmount" | "cTransDescription">): readonly Part[] {
  return editableParts.filter((part) => {
    if (part === "cTransDescription" && hasOwnSecondNarrative(transaction)) return true;
    return !derived[transaction.transType].includes(part);
  });
}

/** The parts in which two versions of a transaction differ. "100" and "100.00" are one amount; blanks at the ends are none. */
export function changedParts(type: TransactionType, before: Carried, after: Carried): Part[] {
  const versions = [before, after].map(({ dAmount, cTransDescription }) => ({
    transType: type,
    dAmount: String(dAmount ?? ""),
    cTransDescription: String(cTransDescription ?? ""),
  }));
  const shown = new Set(versions.flatMap(partsOf));
  return editableParts.filter((part) => shown.has(part) && comparable(part, before) !== comparable(part, after));
}

function comparable(part: Part, transaction: Carried): string {
  const text = String(transaction[part] ?? "").trim();
  if (part === "dAmount" || part === "cAmount") return parseAmount(text)?.toString() ?? text;
  return part === "exRate" ? (parseRate(text)?.toString() ?? text) : text;
}
