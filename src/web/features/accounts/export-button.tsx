import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { messageOf } from "#web/lib/api-error.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";

import { exportAccounts } from "./export.ts";

/** Saves the accounts of the current search as a spreadsheet. */
export function ExportButton({ q }: { readonly q: string }) {
  const { t } = useTranslation("accounts");
  const { today } = useOffice();
  const report = useMutation({
    mutationFn: () => exportAccounts(q, today),
    onSuccess: (exported) => {
      if (exported.outcome === "saved") {
        toast.success(t("list.exported"), t("list.exportedText", { count: exported.count, file: exported.file }));
      } else {
        toast.error(t("list.exportFailed"), t(exported.outcome === "empty" ? "list.exportEmpty" : "list.exportTooLarge"));
      }
    },
    onError: (error) => toast.error(t("list.exportFailed"), messageOf(error, t("list.exportBroken"))),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      disabled={report.isPending}
      onClick={() => report.mutate()}
    >
      {report.isPending ? t("list.exporting") : t("list.export")}
    </Button>
  );
}
