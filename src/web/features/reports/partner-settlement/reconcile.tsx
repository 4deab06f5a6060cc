import { Alert, Button, Card, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconAlertTriangle, IconFileSpreadsheet } from "@tabler/icons-react";
import "@mantine/dropzone/styles.css";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { largestSheet, sheetExtensions } from "#contract/import-batches.ts";
import { exportReconciliation, reconcilePartner } from "#contract/partner-reconciliations.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { callUpload, callUploadForFile } from "#web/lib/api.ts";
import drop from "#web/ui/drop-field.module.css";

import type { SettlementPlace } from "./place.ts";
import { ReconcileResult } from "./reconcile-result.tsx";

const limit = String(largestSheet / 1024 / 1024);

interface ChosenSheet {
  readonly name: string;
  readonly content: Blob;
}

/** What speaks against the files that were dropped; undefined for nothing. */
function faultOf(files: readonly File[]): "oneFile" | "invalidType" | "tooLarge" | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1) return "oneFile";
  if (!sheetExtensions.some((extension) => file.name.toLowerCase().endsWith(extension))) return "invalidType";
  return file.size > largestSheet ? "tooLarge" : undefined;
}

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
  const [file, setFile] = useState<ChosenSheet>();
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>();
  const fields = { partnerAccountId: String(partner.id), fromDate: place.from, toDate: place.to };
  const reconciling = useMutation({
    mutationFn: (sent: SentSheet) => callUpload(reconcilePartner, sent),
  });
  const { data: found, variables: sent } = reconciling;
  // Of another period it would say something else.
  const isOfPeriod = sent !== undefined && sent.fields.fromDate === place.from && sent.fields.toDate === place.to;
  const choose = (files: readonly File[]): void => {
    const wrong = faultOf(files);
    setFault(wrong);
    const [chosen] = files;
    if (wrong !== undefined || chosen === undefined) return;
    setFile({ name: chosen.name, content: chosen });
    reconciling.reset();
  };
  return (
    <>
      <Card withBorder padding="md">
        <Stack gap="sm">
          <SheetDrop file={file} isBusy={reconciling.isPending} onChoose={choose} />
          {fault === undefined ? null : (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {t(`reconcile.${fault}`, { limit })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t("reconcile.period")}
          </Text>
          {reconciling.error === null ? null : (
            <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={t("reconcile.failed")}>
              {messageOf(reconciling.error, t("reconcile.failed"))}
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
      {found === undefined || !isOfPeriod ? null : (
        <ReconcileResult
          found={found}
          actions={<ReportExport make={(format) => callUploadForFile(exportReconciliation, { ...sent, query: { format } })} />}
        />
      )}
    </>
  );
}

interface SheetDropProps {
  readonly file: ChosenSheet | undefined;
  readonly isBusy: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Where the sheet is dropped or chosen; then its name. */
function SheetDrop({ file, isBusy, onChoose }: SheetDropProps) {
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
    >
      <div className={drop["dropped"]}>
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div className={drop["fileText"]}>
          <Text fw={600} dir="auto">
            {file?.name ?? t("reconcile.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("reconcile.dropNext", { limit })}
          </Text>
        </div>
        <Button variant="default" disabled={isBusy} onClick={() => open.current?.()}>
          {file === undefined ? t("reconcile.choose") : t("reconcile.chooseOther")}
        </Button>
      </div>
    </Dropzone>
  );
}
