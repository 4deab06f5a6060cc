import { useTranslation } from "react-i18next";

import { FileExport, type FileExportProps } from "#web/ui/export-menu.tsx";

export interface ReportExportProps extends Pick<FileExportProps, "label" | "make"> {
  /** What is said when there is no file; that the report could not be exported unless it says which. */
  readonly failed?: string;
}

/** Saves the whole report as a file. */
export function ReportExport({ failed, ...file }: ReportExportProps) {
  const { t } = useTranslation("reports");
  return <FileExport failed={failed ?? t("export.failed")} {...file} />;
}
