import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { ExportFormat } from "#contract/file.ts";
import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import { callFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { ExportMenu } from "#web/ui/export-menu.tsx";

import { filterQuery, type SearchFilters } from "./search-rules.ts";

/** Saves everything that the search on screen finds, and not only its page, as a file that the server makes. */
export function SearchExport({ filters }: { readonly filters: SearchFilters }) {
  const { t } = useTranslation("search");
  const made = useMutation({
    mutationFn: (format: ExportFormat) => {
      const query = { ...filterQuery(filters), format };
      return filters.searchWhat === "Deleted"
        ? callFile(exportDeletedTransactions, { query })
        : callFile(exportTransactions, { query });
    },
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("export.done"), t("export.saved", { file: file.name }));
    },
    onError: (error) => toast.failure(error, t("export.failed")),
  });
  return (
    <ExportMenu
      label={made.isPending ? t("export.exporting") : t("export.label")}
      formatLabel={(format) => t(`export.${format}`)}
      isMaking={made.isPending}
      onChoose={(format) => made.mutate(format)}
    />
  );
}
