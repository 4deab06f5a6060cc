import { useTranslation } from "react-i18next";

import { exportAuditLog } from "#contract/audit-log.ts";
import { callFile } from "#web/lib/api.ts";
import { FileExport } from "#web/ui/export-menu.tsx";

import type { AuditFilters } from "./place.ts";

/** Saves everything that the filter finds as a file; that, too, stands in the log. */
export function AuditExport({ filters }: { readonly filters: AuditFilters }) {
  const { t } = useTranslation("auditLog");
  return (
    <FileExport failed={t("export.failed")} make={(format) => callFile(exportAuditLog, { query: { ...filters, format } })} />
  );
}
