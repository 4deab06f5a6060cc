import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconCopyCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { SheetPreview } from "#contract/import-batches.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { usePartnerLabel } from "./partner-select.tsx";
import { copiedFrom, counted } from "./rules.ts";
import type { ImportState } from "./use-import.ts";

/** Says that the hawalas of a sheet are stored for another partner: imported for this one too, each could be paid twice. */
export function SecondCopies({ sheet }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const labelOf = usePartnerLabel();
  const copied = copiedFrom(sheet);
  if (copied === undefined) return null;
  const parties = { partner: labelOf(sheet.senderCode), other: labelOf(copied.senderCode) };
  const { batch, rows } = copied;
  return (
    <Alert
      variant="outline"
      color="orange"
      p="xs"
      role="status"
      title={t(batch === undefined ? "copies.rowsTitle" : "copies.fileTitle")}
      icon={<IconCopyCheck aria-hidden />}
    >
      <span dir="auto">
        {batch === undefined
          ? t("copies.rows", { ...parties, count: rows, shown: counted(rows) })
          : t("copies.file", {
              ...parties,
              file: batch.fileName,
              user: batch.importedBy,
              when: formatInstant(batch.importedAt, timeZone),
              id: batch.batchId,
            })}
      </span>
    </Alert>
  );
}

/** What the first press of Import came to where it would make second copies: the next one imports. */
export function AskOnceMore({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation("importHawala");
  const labelOf = usePartnerLabel();
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
      <span dir="auto">{t("copies.ask", { partner: labelOf(state.preview.senderCode) })}</span>
    </Alert>
  );
}
