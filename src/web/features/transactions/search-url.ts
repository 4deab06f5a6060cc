import { useLocation, useNavigate } from "@tanstack/react-router";
import { z } from "zod";

import { largestId } from "#kernel/id.ts";
import { useUrlState } from "#web/lib/url.ts";

import { isAsked, searchKinds, type SearchFilters } from "./search-rules.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The cursors of the pages before this one, the nearest last; "" is the first page's. */
    readonly cursors?: readonly string[];
  }
}

/** Whoever leafs back further than this arrives at the first page. */
const mostRemembered = 200;

const text = (longest: number) => z.string().max(longest).catch("");

const searchState = z.object({
  searchWhat: z.enum(searchKinds).or(z.literal("")).catch(""),
  referenceId: text(20),
  accountId: z
    .string()
    .regex(/^\d{0,9}$/)
    .catch(""),
  narrative: text(200),
  amount: text(40),
  transactionDate: text(10),
  cursor: text(200),
  page: text(7),
  selected: text(10),
});

/** Where a person is in the search, as the address says, and the ways on from there. */
export interface SearchPlace {
  readonly filters: SearchFilters;
  /** Something has been searched for. */
  readonly asked: boolean;
  /** Where the page of results begins; "" for the first one. */
  readonly cursor: string;
  /** The page of results, counted from 1. */
  readonly page: number;
  /** The transaction whose details are open. */
  readonly selected: number | undefined;
  readonly search: (filters: SearchFilters) => void;
  readonly clear: () => void;
  readonly select: (id: number | undefined) => void;
  readonly firstPage: () => void;
  readonly previousPage: () => void;
  readonly nextPage: (cursor: string) => void;
}

/**
 * The search in the address. Searching, leafing and opening a transaction are steps that the back button takes back; what is
 * typed before Search is pressed is the form's own.
 */
export function useSearchPlace(): SearchPlace {
  const [{ cursor, page: pageText, selected, ...filters }] = useUrlState(searchState);
  const cursors = useLocation({ select: ({ state }) => state.cursors }) ?? [];
  const navigate = useNavigate();
  const page = wholeNumber(pageText) ?? 1;
  const leaf = (to: { readonly cursor: string; readonly page: number }, before: readonly string[]): void => {
    const search = { ...filters, cursor: to.cursor, page: to.cursor === "" ? "" : String(to.page) };
    void navigate({ to: ".", search, state: { cursors: before.slice(-mostRemembered) } });
  };
  const firstPage = (): void => leaf({ cursor: "", page: 1 }, []);
  return {
    filters,
    asked: isAsked(filters),
    cursor,
    page,
    selected: wholeNumber(selected),
    search: (wanted) => void navigate({ to: ".", search: wanted }),
    clear: () => void navigate({ to: ".", search: {} }),
    select: (id) =>
      void navigate({
        to: ".",
        search: { ...filters, cursor, page: pageText, selected: id === undefined ? "" : String(id) },
        state: { cursors },
        // Closing is no step of its own: going back must not open what was closed.
        replace: id === undefined,
        resetScroll: false,
      }),
    firstPage,
    previousPage: () => {
      const before = cursors.at(-1);
      if (before === undefined) firstPage();
      else leaf({ cursor: before, page: page - 1 }, cursors.slice(0, -1));
    },
    nextPage: (next) => leaf({ cursor: next, page: page + 1 }, [...cursors, cursor]),
  };
}

function wholeNumber(digits: string): number | undefined {
  const number = /^\d{1,10}$/.test(digits) ? Number.parseInt(digits, 10) : 0;
  return number >= 1 && number <= largestId ? number : undefined;
}
