import { transactionTypes } from "#kernel/transaction-type.ts";
import { readAmount, wholeNumber } from "#web/ui/amount/typed-amount.ts";

/** What can be searched for: each type of transaction, all of them, or those that were deleted. */
export const searchKinds = ["All", ...transactionTypes, "Deleted"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The fields of a search, as the form and the address hold them. All but the first are text; "" is no filter. */
export interface SearchFilters extends Record<string, string> {
  /** "" where the address says nothing. */
  searchWhat: SearchKind | "";
  referenceId: string;
  accountId: string;
  narrative: string;
  amount: string;
  transactionDate: string;
}

export const blankFilters: SearchFilters = {
  searchWhat: "",
  referenceId: "",
  accountId: "",
  narrative: "",
  amount: "",
  transactionDate: "",
};

const filterNames = Object.keys(blankFilters) as readonly (keyof typeof blankFilters)[];

/** Whether there is anything to search for: a kind, or any other filter. */
export function isAsked(filters: SearchFilters): boolean {
  return filterNames.some((name) => filters[name] !== "");
}

/** Whether two searches are the same. */
export function sameSearch(left: SearchFilters, right: SearchFilters): boolean {
  return filterNames.every((name) => left[name] === right[name]);
}

/** What was typed, as it is searched for: without blanks at the ends or the sign of a number, figures in Latin digits. */
export function searchedFor(typed: SearchFilters): SearchFilters {
  const reading = readAmount(typed.amount);
  // As the palette takes it, too.
  const reference = wholeNumber(typed.referenceId.trim().replace(/^#/, ""));
  return {
    searchWhat: typed.searchWhat === "" ? "All" : typed.searchWhat,
    referenceId: Number.isNaN(reference) ? typed.referenceId.trim() : String(reference),
    accountId: typed.accountId,
    narrative: typed.narrative.trim(),
    amount: reading.kind === "amount" ? reading.text : typed.amount,
    transactionDate: typed.transactionDate,
  };
}

/** The filters as both lists take them. The deleted list holds every type, and so does a search for all. */
export function filterQuery({ searchWhat, ...others }: SearchFilters) {
  const transType = transactionTypes.find((type) => type === searchWhat) ?? "";
  return { ...(others as Omit<SearchFilters, "searchWhat">), transType } as const;
}

/** The day with which the cursor of either list begins; undefined where there is none. */
export function searchedBackTo(cursor: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(cursor)?.[0];
}
