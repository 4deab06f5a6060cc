import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconCopyCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { SheetPreview } from "#contract/import-batches.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { usePartnerLabel } from "./partner-select.tsx";
import { copiedFrom } from "./rules.ts";
import type { ImportState } from "./use-import.ts";

/** Says that the hawalas of a sheet are stored for another partner: imported for this one too, each could be paid twice. */
export function SecondCopies({ sheet }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const copied = copiedFrom(sheet);
  const parties = { partner: usePartnerLabel(sheet.senderCode), other: usePartnerLabel(copied?.senderCode ?? "") };
  if (copied === undefined) return null;
  const { batch, rows, canUndo } = copied;
  return (
    <CopiesNotice title={t(batch === undefined ? "copies.rowsTitle" : "copies.fileTitle")}>
      {batch === undefined
        ? t("copies.rows", { ...parties, count: rows, shown: formatCount(rows) })
        : t("copies.file", {
            ...parties,
            file: batch.fileName,
            user: batch.importedBy,
            when: formatInstant(batch.importedAt, timeZone),
            id: batch.batchId,
          })}{" "}
      {batch === undefined
        ? t(canUndo ? "copies.undoRows" : "copies.correctRows", { count: rows })
        : t(canUndo ? "copies.undoFile" : "copies.correctFile")}
    </CopiesNotice>
  );
}

/** Says that hawalas of a sheet are stored under another number or partner: imported again, each could be paid twice. */
export function CorrectedCopies({ sheet: { senderCode, standingCorrected } }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  if (standingCorrected === null) return null;
  const { count, hawalas } = standingCorrected;
  const named = hawalas.map(({ hawalaNo: number, storedNo: now, storedFor: other }) =>
    other === senderCode ? t("copies.now", { number, now }) : t("copies.nowFor", { number, now, other }),
  );
  const more = count - hawalas.length;
  const list = [...named, ...(more > 0 ? [t("copies.andMore", { more: formatCount(more) })] : [])].join(", ");
  return (
    <CopiesNotice title={t("copies.correctedTitle")}>
      {t("copies.corrected", { count, shown: formatCount(count), list })}
    </CopiesNotice>
  );
}

function CopiesNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Alert variant="outline" color="orange" p="xs" role="status" title={title} icon={<IconCopyCheck aria-hidden />}>
      {children}
    </Alert>
  );
}

/** What the first press of Import came to where it would make second copies: the next one imports. */
export function AskOnceMore({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation("importHawala");
  const partner = usePartnerLabel(state.preview?.senderCode ?? "");
  if (!state.isAsking || state.preview === undefined) return null;
  return (
    <Alert
      variant="outline"
      color="orange"
      p="xs"
      role="alert"
      title={t("copies.askTitle")}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <span dir="auto">{copiedFrom(state.preview) === undefined ? t("copies.askAgain") : t("copies.ask", { partner })}</span>
    </Alert>
  );
}
