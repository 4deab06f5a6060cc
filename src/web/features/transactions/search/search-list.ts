import { keepPreviousData, useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { listDeletedTransactions, searchTransactions } from "#contract/transactions.ts";
import type { Page } from "#web/lib/api.ts";
import { readPages } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";

import { filterQuery, searchedBackTo } from "./search-rules.ts";
import type { SearchPlace } from "./search-url.ts";

/** Rows of a page: as many as a person looks through, and no more accounts than one call brings. */
const pageSize = 50;

/**
 * The page of results that the address asks for, of whichever of the two lists it is. The server answers what it has found in
 * a moment; where that is not a page yet, the search goes on from there by itself until it is, or until it is stopped.
 */
export function useSearchList({ filters, cursor, from, asked }: SearchPlace) {
  const { t } = useTranslation("search");
  const isDeleted = filters.searchWhat === "Deleted";
  const query = { ...filterQuery(filters), cursor, limit: pageSize };
  const searched = JSON.stringify([isDeleted, query]);
  const [stopped, setStopped] = useState("");
  const common = {
    initialPageParam: cursor === "" ? undefined : cursor,
    placeholderData: keepPreviousData,
  };
  const live = useInfiniteQuery({
    ...readPages(searchTransactions, { query }),
    ...common,
    enabled: asked && !isDeleted,
    select: joined,
  });
  const deleted = useInfiniteQuery({
    ...readPages(listDeletedTransactions, { query }),
    ...common,
    enabled: asked && isDeleted,
    select: joined,
  });
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage, refetch } =
    isDeleted ? deleted : live;
  const failed = isDeleted ? t("results.deletedFailed") : t("results.failed");
  const isShort = !isPlaceholderData && data?.nextCursor !== undefined && data.rows.length < pageSize;
  const isGoingOn = asked && isShort && error === null && stopped !== searched;
  const counted = <Row>(page: Page<Row> | undefined) => page && countedFrom({ from, isOld: isPlaceholderData }, page);
  // By its place, so that an answer that comes before anything was drawn is gone on from as well.
  const goingOnFrom = isGoingOn ? data.nextCursor : undefined;
  useEffect(() => {
    if (goingOnFrom !== undefined && !isFetching) void fetchNextPage();
  }, [goingOnFrom, isFetching, fetchNextPage]);
  // Rows that could not be read again stay, with the reason above them; nobody is interrupted for that.
  const isTold = asked && (data === undefined || isFetchNextPageError);
  // Told once for each failure, and only while somebody looks for something.
  useEffect(() => {
    if (error !== null && isTold) toast.failure(error, failed);
  }, [error, isTold, failed]);
  return {
    isDeleted,
    live: counted(live.data),
    deleted: counted(deleted.data),
    error,
    failed,
    isFetching: isFetching && !isFetchingNextPage,
    /** How far back a page that is not full yet has been searched for; undefined for one that is. */
    searchedTo: isShort ? searchedBackTo(data.nextCursor) : undefined,
    isGoingOn,
    stop: () => setStopped(searched),
    /** The rows on screen belong to the page before: the next one is on its way. */
    isOld: isPlaceholderData,
    refetch: () => {
      setStopped("");
      void refetch();
    },
  };
}

export type SearchList = ReturnType<typeof useSearchList>;

/** What several answers found, as one page. Of a list that they searched from end to end it is known how many rows it has. */
function joined<Row>({ pages, pageParams }: InfiniteData<Page<Row>, string | undefined>): Page<Row> {
  const [first] = pages;
  const rows = pages.flatMap((page) => page.rows);
  const nextCursor = pages.at(-1)?.nextCursor;
  const isWhole = pages.length > 1 && pageParams[0] === undefined && nextCursor === undefined;
  return {
    rows,
    total: isWhole ? rows.length : Math.max(first?.total ?? 0, rows.length),
    isAtLeast: !isWhole && first?.isAtLeast === true,
    nextCursor,
  };
}

interface Standing {
  readonly from: number;
  /** These are the rows of the page before, which are among those before this one. */
  readonly isOld: boolean;
}

/** A page that does not know how many rows the list has knows of those before it and its own. */
function countedFrom<Row>({ from, isOld }: Standing, page: Page<Row>): Page<Row> {
  const known = from - 1 + (isOld ? 0 : page.rows.length);
  return { ...page, total: page.isAtLeast ? Math.max(page.total, known) : page.total };
}
