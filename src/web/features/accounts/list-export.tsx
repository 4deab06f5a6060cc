import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { exportAccounts } from "#contract/accounts.ts";
import type { ExportFormat } from "#contract/file.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { callFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { ExportMenu } from "#web/ui/export-menu.tsx";

import { asked, type ListFilters } from "./list-filters.tsx";

interface ListExportProps {
  readonly filters: ListFilters;
  /** The filter finds nothing: there would be nothing in the file. */
  readonly isEmpty: boolean;
}

/** Export Report: the accounts of the current filter as a file that the server makes. */
export function ListExport({ filters, isEmpty }: ListExportProps) {
  const { t } = useTranslation("accounts");
  const report = useMutation({
    mutationFn: (format: ExportFormat) => callFile(exportAccounts, { query: { ...asked(filters), format } }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("list.exported"), t("list.exportedText", { file: file.name }));
    },
    onError: (error) => toast.error(t("list.exportFailed"), messageOf(error, t("list.exportBroken"))),
  });
  return (
    <ExportMenu
      label={report.isPending ? t("list.exporting") : t("list.export")}
      formatLabel={(format) => t(`list.exportAs.${format}`)}
      isMaking={report.isPending}
      onChoose={(format) => {
        if (isEmpty) toast.error(t("list.exportFailed"), t("list.exportEmpty"));
        else report.mutate(format);
      }}
    />
  );
}
