import { Alert, Button, Card, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconAlertTriangle, IconFileSpreadsheet } from "@tabler/icons-react";
import "@mantine/dropzone/styles.css";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { sheetExtensions } from "#contract/import-batches.ts";
import { exportReconciliation, reconcilePartner } from "#contract/partner-reconciliations.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { callUpload, callUploadForFile } from "#web/lib/api.ts";
import drop from "#web/ui/drop-field.module.css";
import { largestSheetMb, useChosenSheet, type ChosenSheet } from "#web/ui/use-chosen-sheet.ts";

import type { SettlementPlace } from "./place.ts";
import { ReconcileResult } from "./reconcile-result.tsx";

interface SentSheet {
  readonly file: ChosenSheet;
  readonly fields: { readonly partnerAccountId: string; readonly fromDate: string; readonly toDate: string };
}

interface ReconcilePanelProps {
  readonly partner: ReportAccount;
  readonly place: SettlementPlace;
}

/** Lays the partner's sheet beside our hawalas; nothing is written. */
export function ReconcilePanel({ partner, place }: ReconcilePanelProps) {
  const { t } = useTranslation("partnerSettlement");
  const { file, reading, fault, choose } = useChosenSheet();
  const fields = { partnerAccountId: String(partner.id), fromDate: place.from, toDate: place.to };
  const reconciling = useMutation({
    mutationFn: (sent: SentSheet) => callUpload(reconcilePartner, sent),
  });
  const { data: found, error, variables: sent } = reconciling;
  const isOfFile = sent !== undefined && sent.file.choice === file?.choice;
  // Of another period it would say something else.
  const isOfPeriod = sent?.fields.fromDate === place.from && sent.fields.toDate === place.to;
  return (
    <>
      <Card withBorder padding="md">
        <Stack gap="sm">
          <SheetDrop
            name={file?.name ?? reading}
            isBusy={reconciling.isPending}
            isWrong={fault !== undefined}
            onChoose={(files) => void choose(files)}
          />
          {fault === undefined ? null : (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {t(`reconcile.${fault}`, { limit: largestSheetMb })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t("reconcile.period")}
          </Text>
          {error === null || !isOfFile ? null : (
            <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={t("reconcile.failed")}>
              {messageOf(error, t("reconcile.failed"))}
            </Alert>
          )}
          <div>
            <Button
              disabled={file === undefined}
              aria-disabled={reconciling.isPending}
              onClick={() => file === undefined || reconciling.isPending || reconciling.mutate({ file, fields })}
            >
              {reconciling.isPending ? t("reconcile.submitting") : t("reconcile.submit")}
            </Button>
          </div>
        </Stack>
      </Card>
      {found === undefined || !isOfFile || !isOfPeriod ? null : (
        <ReconcileResult
          found={found}
          actions={<ReportExport make={(format) => callUploadForFile(exportReconciliation, { ...sent, query: { format } })} />}
        />
      )}
    </>
  );
}

interface SheetDropProps {
  readonly name: string | undefined;
  readonly isBusy: boolean;
  readonly isWrong: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Where the sheet is dropped or chosen; then its name. */
function SheetDrop({ name, isBusy, isWrong, onChoose }: SheetDropProps) {
  const { t } = useTranslation("partnerSettlement");
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      onDropAny={(files, refused) => onChoose([...files, ...refused.map((refusal) => refusal.file)])}
      onDrop={() => undefined}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      disabled={isBusy}
      inputProps={{ accept: sheetExtensions.join(","), "aria-label": t("reconcile.file") }}
      className={drop["drop"] ?? ""}
      data-fault={isWrong || undefined}
    >
      <div className={drop["dropped"]}>
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div className={drop["fileText"]}>
          <Text fw={600}>{name === undefined ? t("reconcile.drop") : <bdi>{name}</bdi>}</Text>
          <Text size="sm" c="dimmed">
            {t("reconcile.dropNext", { limit: largestSheetMb })}
          </Text>
        </div>
        <Button variant="default" disabled={isBusy} onClick={() => open.current?.()}>
          {name === undefined ? t("reconcile.choose") : t("reconcile.chooseOther")}
        </Button>
      </div>
    </Dropzone>
  );
}
