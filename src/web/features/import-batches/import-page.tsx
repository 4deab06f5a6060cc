import { Button, Card, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconDatabaseImport, IconTableOptions } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { Page } from "#web/shell/page.tsx";
import { BusinessDateInput, useDateCheck } from "#web/ui/business-date-input.tsx";
import { requiredMark } from "#web/ui/required-mark.ts";

import { BatchList } from "./batch-list.tsx";
import { FileInput } from "./file-input.tsx";
import classes from "./import.module.css";
import { PartnerSelect } from "./partner-select.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PreviewTotals, Readiness } from "./preview-facts.tsx";
import { ImportProgress } from "./progress.tsx";
import { RequirementsCard } from "./requirements-card.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import { useImport, type ImportState } from "./use-import.ts";

/** Import Hawala: a partner's sheet is chosen, previewed and imported; below, what was imported before. */
export function ImportHawalaPage() {
  const { t } = useTranslation("importHawala");
  const state = useImport();
  const picker = useRef<HTMLButtonElement>(null);
  return (
    <Page title={t("title")}>
      <div className={classes["page"]}>
        <SheetForm state={state} picker={picker} />
        <RequirementsCard />
      </div>
      <BatchList />
      <PreviewDialog state={state} />
      <ResultDialog
        result={state.importing.result}
        onClear={() => {
          state.clear();
          picker.current?.focus();
        }}
      />
    </Page>
  );
}

interface SheetFormProps {
  readonly state: ImportState;
  readonly picker: React.RefObject<HTMLButtonElement | null>;
}

function SheetForm({ state, picker }: SheetFormProps) {
  const { t } = useTranslation("importHawala");
  const checkDate = useDateCheck();
  const dateField = useRef<HTMLInputElement>(null);
  const { file, busy, preview } = state;
  const showOrRefuse = (): void => {
    if (file === undefined) {
      state.refuse("noFile");
      picker.current?.focus();
    } else state.previewing.run(file);
  };
  const dateFault = state.date === "" ? t("form.dateRequired") : checkDate(state.date);
  const importNow = (): void => {
    if (dateFault === undefined) state.importing.run();
    else dateField.current?.focus();
  };
  return (
    <Card withBorder component="section" aria-label={t("form.label")}>
      <Stack gap="md">
        <FileInput state={state} ref={picker} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <BusinessDateInput
            label={t("form.date")}
            {...requiredMark}
            ref={dateField}
            value={state.date}
            onChange={state.setDate}
            error={dateFault}
            disabled={busy !== undefined}
          />
          <PartnerSelect value={state.senderCode} onChange={state.setSender} disabled={busy !== undefined} />
        </SimpleGrid>
        {preview === undefined || state.isPreviewOpen ? null : (
          <>
            <PreviewTotals totals={preview.totals} />
            <Readiness state={state} sheet={preview} />
          </>
        )}
        {state.isPreviewOpen ? null : <ImportProgress state={state} />}
        <Group justify="flex-end" gap="xs">
          {preview === undefined ? null : (
            <Button variant="subtle" disabled={busy !== undefined} onClick={state.showPreview}>
              {t("preview.show")}
            </Button>
          )}
          <Button
            variant={preview === undefined ? "filled" : "default"}
            leftSection={<IconTableOptions size={16} aria-hidden />}
            disabled={busy !== undefined || state.reading !== undefined}
            onClick={showOrRefuse}
          >
            {busy === "previewing" ? t("form.previewing") : t("form.preview")}
          </Button>
          <Button
            leftSection={<IconDatabaseImport size={16} aria-hidden />}
            variant={preview === undefined ? "default" : "filled"}
            disabled={preview === undefined || busy !== undefined}
            onClick={importNow}
          >
            {busy === "importing" ? t("form.importing") : t("form.import")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
