import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { exportAuditLog } from "#contract/audit-log.ts";
import type { ExportFormat } from "#contract/file.ts";
import { callFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { ExportMenu } from "#web/ui/export-menu.tsx";

import type { AuditFilters } from "./place.ts";

/** Saves everything that the filter finds as a file that the server makes; that, too, stands in the log. */
export function AuditExport({ filters }: { readonly filters: AuditFilters }) {
  const { t } = useTranslation("auditLog");
  const made = useMutation({
    mutationFn: (format: ExportFormat) => callFile(exportAuditLog, { query: { ...filters, format } }),
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
