import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { RowVerdict, SheetPreview } from "#contract/import-batches.ts";
import { formatCount } from "#web/lib/format.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";
import { LeftOutLines } from "#web/ui/left-out-lines.tsx";

import { PreviewTotals, Readiness, SheetFacts, VerdictFilter } from "./preview-facts.tsx";
import { PreviewRows } from "./preview-rows.tsx";
import classes from "./preview.module.css";
import { ImportProgress } from "./progress.tsx";
import { freshRows } from "./rules.ts";
import { AskOnceMore, CorrectedCopies, SecondCopies } from "./second-copies.tsx";
import type { ImportState } from "./use-import.ts";

/** What the import of the sheet would do, row by row, and the button that does it. */
export function PreviewDialog({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation(["importHawala", "common"]);
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const { preview } = state;
  return (
    <Modal
      opened={state.isPreviewOpen}
      onClose={state.hidePreview}
      title={t("importHawala:preview.title", { file: preview?.fileName ?? "" })}
      size="min(92rem, 100%)"
      fullScreen={isNarrow}
      yOffset="3dvh"
      closeButtonProps={{ "aria-label": t("common:close") }}
      classNames={{ content: classes["content"] ?? "", body: classes["dialog"] ?? "", title: classes["title"] ?? "" }}
    >
      {preview === undefined ? null : <Preview key={preview.sha256} state={state} sheet={preview} />}
    </Modal>
  );
}

function Preview({ state, sheet }: { readonly state: ImportState; readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const [chosen, setVerdict] = useState<RowVerdict>();
  // The sheet may have been judged anew.
  const verdict = chosen !== undefined && sheet.counts[chosen] > 0 ? chosen : undefined;
  const rows = useMemo(
    () => (verdict === undefined ? sheet.rows : sheet.rows.filter((row) => row.verdict === verdict)),
    [sheet.rows, verdict],
  );
  const fresh = freshRows(sheet.counts);
  const isBusy = state.busy !== undefined;
  const isStopped = state.dateFault !== undefined || (sheet.counts.error > 0 && !state.skipInvalid);
  return (
    <>
      <Stack gap="xs">
        <SheetFacts sheet={sheet} />
        <SecondCopies sheet={sheet} />
        <CorrectedCopies sheet={sheet} />
        <LeftOutLines of={sheet} />
        <div className={classes["summary"]}>
          <VerdictFilter sheet={sheet} value={verdict} onChange={setVerdict} />
          <PreviewTotals totals={sheet.totals} />
        </div>
      </Stack>
      <PreviewRows key={verdict ?? "all"} rows={rows} />
      <Stack gap="xs">
        {sheet.counts.error === 0 ? null : <Readiness state={state} sheet={sheet} />}
        {state.dateFault === undefined ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            {t("preview.dateFault", { fault: state.dateFault })}
          </Text>
        )}
        <ImportProgress state={state} />
        <AskOnceMore state={state} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={state.hidePreview}>
            {t("preview.close")}
          </Button>
          <Button disabled={isStopped} {...refusedWhile(isBusy)} onClick={(press) => isBusy || state.importNow(press)}>
            {state.busy === "importing"
              ? t("form.importing")
              : fresh === 0
                ? t("preview.importNone")
                : t("preview.importNow", { count: fresh, shown: formatCount(fresh) })}
          </Button>
        </Group>
      </Stack>
    </>
  );
}
