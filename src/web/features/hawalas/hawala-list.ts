import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, type RouterHistory } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";

import { listHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";
import { useListedPages } from "#web/lib/listed-pages.ts";
import { readPage, readPages } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { isTurned } from "#web/ui/date/periods.ts";

import { asked, noFilter, type PassFilters, type PassPlace } from "./pass-place.ts";

type Query = Omit<z.input<typeof listHawalas.query & object>, "limit" | "cursor">;

const pageSize = 50;

const nothing = { rows: [], nextCursor: undefined, total: 0, isAtLeast: false };

/** The hawalas of a filter, page by page, newest first. */
export function useHawalaList(filters: Query) {
  const list = useInfiniteQuery({
    ...readPages(listHawalas, { query: { ...filters, limit: pageSize } }),
    // The call refuses such days.
    ...(isTurned(filters) ? { queryFn: () => nothing } : {}),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
  });
  const found = useListedPages(list);
  const isRead = list.data !== undefined && !list.isPlaceholderData && (found.rows.length > 0 || !list.hasNextPage);
  const tellNext = useToldFailure(list, { question: JSON.stringify(filters), isRead });
  const retry = (): void => {
    tellNext();
    void list.refetch();
  };
  return { list, ...found, /** Reads the list again because the person asks for it. */ retry };
}
export type HawalaList = ReturnType<typeof useHawalaList>;

type Listed = Pick<ReturnType<typeof useInfiniteQuery>, "data" | "error" | "isFetchNextPageError">;

interface Asked {
  /** The failure of another question is another one. */
  readonly question: string;
  /** It has rows, or was read to its end and has none. */
  readonly isRead: boolean;
}

/**
 * Tells by a toast that a list, or its next rows, could not be read. Rows that could not be read again stay, and nobody is
 * interrupted for that; nor is it told again where the page asked once more by itself. Gives what has the next failure told.
 */
function useToldFailure({ data, error, isFetchNextPageError }: Listed, { question, isRead }: Asked): () => void {
  const { t } = useTranslation("passHawala");
  const failed = t("list.failed");
  const told = useRef<{ readonly question: string; readonly error: unknown }>(undefined);
  const isTold = data === undefined || isFetchNextPageError;
  useEffect(() => {
    if (isRead && error === null) told.current = undefined;
    if (error === null || !isTold || told.current?.error === error) return;
    if (!isRead && told.current?.question === question) return;
    told.current = { question, error };
    toast.failure(error, failed);
  }, [error, isTold, isRead, question, failed]);
  return () => (told.current = undefined);
}

/** One is opened; of several it is the person who chooses. */
const oneAndMore = 2;

/** What opens the hawala of a number, and the place whose ways on go before it. */
interface Finding {
  /**
   * Opens the only hawala that a typed text can mean, and says whether there is one: that with the number, or the only one found.
   * What the filters hide is found as well, and they are then taken off, since a payer at the counter has no use for them.
   */
  readonly find: (typed: string) => Promise<boolean>;
  /** The place, on which whatever else is opened, left or filtered by hand drops what is still being looked for. */
  readonly place: PassPlace;
}

/**
 * Finds hawalas by what is typed at a place. Nothing is opened once something else was typed, opened, left or filtered, or the
 * page itself left: a late answer must not put another hawala under the hand that is about to confirm.
 */
export function useFindByNumber(given: PassPlace): Finding {
  const client = useQueryClient();
  const question = useLatestQuestion();
  const { drop } = question;
  useGoingOn(drop);
  const ask = async (query: Query, before: readonly Hawala[] = [], cursor?: string): Promise<readonly Hawala[]> => {
    if (isTurned(query)) return [];
    const page = readPage(listHawalas, { query: { ...query, limit: oneAndMore, cursor } });
    const { rows, nextCursor } = await client.fetchQuery({ ...page, staleTime: 0 });
    const found = [...before, ...rows];
    // Not at the end: nothing is hidden yet, and one is not yet the only one.
    return found.length < oneAndMore && nextCursor !== undefined ? ask(query, found, nextCursor) : found;
  };
  const find = async (typed: string): Promise<boolean> => {
    const isWanted = question.ask();
    const here: PassFilters = { ...given.filters, q: typed };
    const everywhere: PassFilters = { ...noFilter, q: typed, direction: "all" };
    // A whole number is meant before it is taken for part of others, wherever it is.
    const tries: readonly (readonly [PassFilters, Query])[] = [
      [here, { ...asked(here), q: "", number: typed }],
      [everywhere, { ...asked(everywhere), q: "", number: typed }],
      [here, asked(here)],
      [everywhere, asked(everywhere)],
    ];
    for (const [filters, query] of tries) {
      // The list says why the server could not be asked.
      const found = await ask(query).catch(() => undefined);
      if (found === undefined || !isWanted()) return false;
      const [only] = found;
      if (only === undefined) continue;
      if (found.length > 1) return false;
      given.select(only.id, filters === here ? { q: typed } : { ...everywhere, direction: directionShowing(only) });
      return true;
    }
    return false;
  };
  const byHand =
    <Given extends readonly unknown[]>(go: (...given: Given) => void) =>
    (...to: Given): void => {
      drop();
      go(...to);
    };
  const { filter, select, unselect } = given;
  return { find, place: { ...given, filter: byHand(filter), select: byHand(select), unselect: byHand(unselect) } };
}

/** Hears when the person goes on with something else: opens it by the back button or a link, or types. */
function useGoingOn(onGoingOn: () => void): void {
  const history: RouterHistory = useRouter().history;
  useEffect(() => {
    const stop = history.subscribe(({ action }) => {
      // What only filters, as entering a number does, replaces the address.
      if (action.type !== "REPLACE") onGoingOn();
    });
    document.addEventListener("input", onGoingOn);
    return () => {
      stop();
      document.removeEventListener("input", onGoingOn);
    };
  }, [history, onGoingOn]);
}

/** The narrowest list that an address can say and that shows the hawala. */
function directionShowing({ direction }: Hawala): PassFilters["direction"] {
  return direction === "incoming" ? "" : "all";
}
