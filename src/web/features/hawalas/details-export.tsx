import { useTranslation } from "react-i18next";

import { exportHawalas } from "#contract/hawala-lists.ts";
import { callFile } from "#web/lib/api.ts";
import { FileExport } from "#web/ui/export-menu.tsx";

import { askedOf, type DetailsFilters } from "./details-place.ts";

/** Saves everything that the filter finds as a file. */
export function DetailsExport({ filters }: { readonly filters: DetailsFilters }) {
  const { t } = useTranslation("hawalaDetails");
  return (
    <FileExport
      failed={t("export.failed")}
      make={(format) => callFile(exportHawalas, { query: { ...askedOf(filters), format } })}
    />
  );
}
