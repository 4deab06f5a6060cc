import { useTranslation } from "react-i18next";

import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import { callFile } from "#web/lib/api.ts";
import { FileExport } from "#web/ui/export-menu.tsx";

import { filterQuery, type SearchFilters } from "./search-rules.ts";

/** Saves everything that the search on screen finds as a file. */
export function SearchExport({ filters }: { readonly filters: SearchFilters }) {
  const { t } = useTranslation("search");
  return (
    <FileExport
      failed={t("export.failed")}
      make={(format) => {
        const query = { ...filterQuery(filters), format };
        return filters.searchWhat === "Deleted"
          ? callFile(exportDeletedTransactions, { query })
          : callFile(exportTransactions, { query });
      }}
    />
  );
}
