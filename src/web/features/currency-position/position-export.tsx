import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { ExportFormat } from "#contract/file.ts";
import type { ServedFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { ExportMenu } from "#web/ui/export-menu.tsx";

interface PositionExportProps {
  readonly label: string;
  readonly make: (format: ExportFormat) => Promise<ServedFile>;
}

/** Saves positions or deals as a file that the server makes. */
export function PositionExport({ label, make }: PositionExportProps) {
  const { t } = useTranslation("currencyPosition");
  const made = useMutation({
    mutationFn: make,
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("export.done"), t("export.saved", { file: file.name }));
    },
    onError: (error) => toast.failure(error, t("export.failed")),
  });
  return (
    <ExportMenu
      label={made.isPending ? t("export.exporting") : label}
      formatLabel={(format) => t(`export.${format}`)}
      isMaking={made.isPending}
      onChoose={(format) => made.mutate(format)}
    />
  );
}
