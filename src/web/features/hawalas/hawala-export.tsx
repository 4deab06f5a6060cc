import { useTranslation } from "react-i18next";
import type { z } from "zod";

import { exportHawalas } from "#contract/hawala-lists.ts";
import { callFile } from "#web/lib/api.ts";
import { FileExport } from "#web/ui/export-menu.tsx";

interface HawalaExportProps {
  /** What the list on screen is asked for. */
  readonly query: Omit<z.input<typeof exportHawalas.query & object>, "format">;
}

/** Saves everything that the filter of a list finds as a file. */
export function HawalaExport({ query }: HawalaExportProps) {
  const { t } = useTranslation("hawalaDetails");
  return <FileExport failed={t("export.failed")} make={(format) => callFile(exportHawalas, { query: { ...query, format } })} />;
}
