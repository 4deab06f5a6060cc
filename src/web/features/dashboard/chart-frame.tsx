import { SegmentedControl } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { ExportFormat } from "#contract/file.ts";
import type { ServedFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { ExportMenu } from "#web/ui/export-menu.tsx";

/** How figures over time are shown: to look at, or to read. */
export type ChartForm = "chart" | "table";

interface ChartControlsProps {
  readonly title: string;
  readonly form: ChartForm;
  readonly onForm: (form: ChartForm) => void;
  /** Fetches the figures as a file that the server makes. */
  readonly makeFile: (format: ExportFormat) => Promise<ServedFile>;
}

/** Chart or table, and the figures as a file. */
export function ChartControls({ title, form, onForm, makeFile }: ChartControlsProps) {
  const { t } = useTranslation("dashboard");
  const made = useMutation({
    mutationFn: makeFile,
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("charts.exported"), t("charts.exportedText", { file: file.name }));
    },
    onError: (error) => toast.failure(error, t("charts.exportFailed")),
  });
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
      <ExportMenu
        size="xs"
        label={made.isPending ? t("charts.exporting") : t("charts.export")}
        formatLabel={(format) => t(`charts.${format}`)}
        isMaking={made.isPending}
        onChoose={(format) => made.mutate(format)}
      />
    </>
  );
}
