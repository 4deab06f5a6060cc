import { useEffect } from "react";

import type { ListFilters } from "./list-filters.tsx";

let left: Partial<ListFilters> = {};

/** Remembers, as long as the page is not loaded anew, what the account list was narrowed to. */
export function useRememberedFilters(filters: ListFilters): void {
  useEffect(() => {
    left = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  }, [filters]);
}

/** The list as it was left: what "Back to Accounts" leads to. */
export function listAsLeft(): Partial<ListFilters> {
  return left;
}
