import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconCopyCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { SheetPreview } from "#contract/import-batches.ts";
import { listed } from "#web/lib/direction.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { usePartnerLabel } from "./partner-select.tsx";
import { copiedFrom, freshRows } from "./rules.ts";
import type { ImportState } from "./use-import.ts";

/** Says that the hawalas of a sheet are stored for another partner: imported for this one too, each could be paid twice. */
export function SecondCopies({ sheet }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const rowsWords = useRowsWords();
  const copied = copiedFrom(sheet);
  const parties = { partner: usePartnerLabel(sheet.senderCode), other: usePartnerLabel(copied?.senderCode ?? "") };
  if (copied === undefined) return null;
  if ("rows" in copied)
    return <CopiesNotice title={t("copies.rowsTitle")}>{rowsWords(copied.rows, parties, freshRows(sheet.counts))}</CopiesNotice>;
  const { fileName: file, importedBy: user, importedAt, batchId: id, canUndo } = copied.batch;
  return (
    <CopiesNotice title={t("copies.fileTitle")}>
      {t("copies.file", { ...parties, file, user, when: formatInstant(importedAt, timeZone), id })}{" "}
      {t(canUndo ? "copies.undoFile" : "copies.correctFile")}
    </CopiesNotice>
  );
}

/** Which rows stand for whom, and what can be done: all of the sheet is another's, or a few rows of it are. */
function useRowsWords() {
  const { t } = useTranslation("importHawala");
  const listOf = useNamedHawalas();
  return (
    { senderCodes, count, hawalas, canUndo }: SheetPreview["standingElsewhere"] & {},
    { partner, other }: { readonly partner: string; readonly other: string },
    fresh: number,
  ): string => {
    const others = listed([other, ...senderCodes.slice(1)]);
    const named = hawalas.map(({ hawalaNo: number, storedFor }) =>
      senderCodes.length === 1 ? number : t("copies.numberOf", { number, other: storedFor }),
    );
    const told = t("copies.rows", { count, shown: formatCount(count), list: listOf(named, count), partner, other: others });
    const advice = canUndo ? t("copies.undoRows", { count }) : t("copies.correctRows", { count });
    return [told, ...(count < fresh ? [t("copies.takeOut", { count })] : []), advice].join(" ");
  };
}

/** The first of them by name, and how many more there are. */
function useNamedHawalas(): (named: readonly string[], count: number) => string {
  const { t } = useTranslation("importHawala");
  return (named, count) => {
    const more = count - named.length;
    return listed([...named, ...(more > 0 ? [t("copies.andMore", { more: formatCount(more) })] : [])]);
  };
}

/** Says that hawalas of a sheet are stored under another number or partner: imported again, each could be paid twice. */
export function CorrectedCopies({ sheet: { senderCode, standingCorrected } }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const listOf = useNamedHawalas();
  if (standingCorrected === null) return null;
  const { count, hawalas } = standingCorrected;
  const named = hawalas.map(({ hawalaNo: number, storedNo: now, storedFor: other }) =>
    other === senderCode ? t("copies.now", { number, now }) : t("copies.nowFor", { number, now, other }),
  );
  return (
    <CopiesNotice title={t("copies.correctedTitle")}>
      {t("copies.corrected", { count, shown: formatCount(count), list: listOf(named, count) })}
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
