import { useLocation, useNavigate } from "@tanstack/react-router";
import { z } from "zod";

import { idInUrl, numberInUrl, useUrlState } from "#web/lib/url.ts";

import { isAsked, searchKinds, type SearchFilters } from "./search-rules.ts";

/** A page of results: where it begins, and which row of all it begins with. Pages differ in length. */
interface ResultPage {
  /** "" for the first page. */
  readonly cursor: string;
  /** Counted from 1. */
  readonly from: number;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The pages before this one, the nearest last. */
    readonly pagesBefore?: readonly ResultPage[];
  }
}

const firstOfAll: ResultPage = { cursor: "", from: 1 };

/** Whoever leafs back further than this arrives at the first page. */
const mostRemembered = 200;

const text = (longest: number) => z.string().max(longest).catch("");

const searchState = z.object({
  searchWhat: z.enum(searchKinds).or(z.literal("")).catch(""),
  referenceId: text(20),
  accountId: idInUrl,
  narrative: text(200),
  amount: text(40),
  transactionDate: text(10),
  cursor: text(200),
  from: text(10),
  selected: text(10),
});

/** Where a person is in the search, as the address says, and the ways on from there. */
export interface SearchPlace extends ResultPage {
  readonly filters: SearchFilters;
  /** Something has been searched for. */
  readonly asked: boolean;
  /** The transaction whose details are open. */
  readonly selected: number | undefined;
  readonly search: (filters: SearchFilters) => void;
  readonly clear: () => void;
  readonly select: (id: number | undefined) => void;
  readonly firstPage: () => void;
  readonly previousPage: () => void;
  /** Goes on behind a page that shows so many rows. */
  readonly nextPage: (cursor: string, shown: number) => void;
}

/**
 * The search in the address. Searching, leafing and opening a transaction are steps that the back button takes back; what is
 * typed before Search is pressed is the form's own.
 */
export function useSearchPlace(): SearchPlace {
  const [{ cursor, from: fromText, selected, ...filters }] = useUrlState(searchState);
  const pagesBefore = useLocation({ select: ({ state }) => state.pagesBefore }) ?? [];
  const navigate = useNavigate();
  const from = (cursor === "" ? undefined : numberInUrl(fromText)) ?? firstOfAll.from;
  const leaf = (page: ResultPage, before: readonly ResultPage[]): void => {
    const search = { ...filters, cursor: page.cursor, from: page.cursor === "" ? "" : String(page.from) };
    void navigate({ to: ".", search, state: { pagesBefore: before.slice(-mostRemembered) } });
  };
  return {
    filters,
    asked: isAsked(filters),
    cursor,
    from,
    selected: numberInUrl(selected),
    search: (wanted) => void navigate({ to: ".", search: wanted }),
    clear: () => void navigate({ to: ".", search: {} }),
    select: (id) =>
      void navigate({
        to: ".",
        search: { ...filters, cursor, from: fromText, selected: id === undefined ? "" : String(id) },
        state: { pagesBefore },
        // Closing is no step of its own: going back must not open what was closed.
        replace: id === undefined,
        resetScroll: false,
      }),
    firstPage: () => leaf(firstOfAll, []),
    // An address that somebody was given does not know the page before it.
    previousPage: () => leaf(pagesBefore.at(-1) ?? firstOfAll, pagesBefore.slice(0, -1)),
    nextPage: (next, shown) => leaf({ cursor: next, from: from + shown }, [...pagesBefore, { cursor, from }]),
  };
}
