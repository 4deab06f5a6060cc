import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { listDeletedTransactions, searchTransactions } from "#contract/transactions.ts";
import { readPage } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";

import { filterQuery } from "./search-rules.ts";
import type { SearchPlace } from "./search-url.ts";

/** Rows of a page: as many as a person looks through, and no more accounts than one call brings. */
const pageSize = 50;

/** The page of results that the address asks for, of whichever of the two lists it is. */
export function useSearchList({ filters, cursor, asked }: SearchPlace) {
  const { t } = useTranslation("search");
  const isDeleted = filters.searchWhat === "Deleted";
  const query = { ...filterQuery(filters), cursor, limit: pageSize };
  const live = useQuery({
    ...readPage(searchTransactions, { query }),
    enabled: asked && !isDeleted,
    placeholderData: keepPreviousData,
  });
  const deleted = useQuery({
    ...readPage(listDeletedTransactions, { query }),
    enabled: asked && isDeleted,
    placeholderData: keepPreviousData,
  });
  const { error, isFetching, refetch } = isDeleted ? deleted : live;
  const failed = isDeleted ? t("results.deletedFailed") : t("results.failed");
  // Told once for each failure, and only while somebody looks for something.
  useEffect(() => {
    if (error !== null && asked) toast.failure(error, failed);
  }, [error, asked, failed]);
  return {
    isDeleted,
    live: live.data,
    deleted: deleted.data,
    error,
    failed,
    isFetching,
    /** The rows on screen belong to the page before: the next one is on its way. */
    isOld: isDeleted ? deleted.isPlaceholderData : live.isPlaceholderData,
    refetch: () => void refetch(),
  };
}

export type SearchList = ReturnType<typeof useSearchList>;
