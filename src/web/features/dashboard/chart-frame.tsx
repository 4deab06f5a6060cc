import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FileExport, type FileExportProps } from "#web/ui/export-menu.tsx";

/** How figures over time are shown: to look at, or to read. */
export type ChartForm = "chart" | "table";

interface ChartControlsProps {
  readonly title: string;
  readonly form: ChartForm;
  readonly onForm: (form: ChartForm) => void;
  /** Fetches the figures as a file that the server makes. */
  readonly makeFile: FileExportProps["make"];
}

/** Chart or table, and the figures as a file. */
export function ChartControls({ title, form, onForm, makeFile }: ChartControlsProps) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("charts.form", { chart: title })}
        value={form}
        onChange={onForm}
        data={[
          { value: "chart", label: t("charts.asChart") },
          { value: "table", label: t("charts.asTable") },
        ]}
      />
      <FileExport size="xs" failed={t("charts.exportFailed")} make={makeFile} />
    </>
  );
}
