import { Button, Card, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconDatabaseImport, IconTableOptions } from "@tabler/icons-react";
import { useRef, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import { Page } from "#web/shell/page.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { refusedWhile } from "#web/ui/entry/refused.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { BatchList } from "./batch-list.tsx";
import { FileInput } from "./file-input.tsx";
import classes from "./import.module.css";
import { PartnerSelect } from "./partner-select.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PreviewTotals, Readiness } from "./preview-facts.tsx";
import { ImportProgress } from "./progress.tsx";
import { RequirementsCard } from "./requirements-card.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import { AskOnceMore, CorrectedCopies, SecondCopies } from "./second-copies.tsx";
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
      <BatchList onUndone={state.previewing.reset} />
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
  const dateField = useRef<HTMLInputElement>(null);
  const { file, busy, preview } = state;
  const showOrRefuse = (): void => {
    if (file === undefined) {
      state.refuse("noFile");
      picker.current?.focus();
    } else state.previewing.run(file);
  };
  return (
    <Card withBorder component="section" tabIndex={-1} aria-label={t("form.label")}>
      <Stack gap="md">
        <FileInput state={state} ref={picker} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <BusinessDateInput
            label={t("form.date")}
            {...requiredMark}
            ref={dateField}
            value={state.date}
            onChange={state.setDate}
            error={state.dateFault}
            disabled={busy !== undefined}
          />
          <PartnerSelect value={state.senderCode} onChange={state.setSender} disabled={busy !== undefined} />
        </SimpleGrid>
        {preview === undefined || state.isPreviewOpen ? null : (
          <>
            <SecondCopies sheet={preview} />
            <CorrectedCopies sheet={preview} />
            <PreviewTotals totals={preview.totals} />
            <Readiness state={state} sheet={preview} />
          </>
        )}
        {state.isPreviewOpen ? null : (
          <>
            <ImportProgress state={state} />
            <AskOnceMore state={state} />
          </>
        )}
        <FormButtons
          state={state}
          onPreview={showOrRefuse}
          onImport={(press) => {
            if (state.dateFault === undefined) state.importNow(press);
            else dateField.current?.focus();
          }}
        />
      </Stack>
    </Card>
  );
}

interface FormButtonsProps {
  readonly state: ImportState;
  readonly onPreview: () => void;
  readonly onImport: (press: MouseEvent) => void;
}

function FormButtons({ state: { busy, preview, reading, showPreview }, onPreview, onImport }: FormButtonsProps) {
  const { t } = useTranslation("importHawala");
  const isBusy = busy !== undefined;
  const waiting = refusedWhile(isBusy);
  return (
    <Group justify="flex-end" gap="xs">
      {preview === undefined ? null : (
        <Button variant="subtle" {...waiting} onClick={() => isBusy || showPreview()}>
          {t("preview.show")}
        </Button>
      )}
      <Button
        variant={preview === undefined ? "filled" : "default"}
        leftSection={<IconTableOptions size={16} aria-hidden />}
        disabled={reading !== undefined}
        {...waiting}
        onClick={() => isBusy || onPreview()}
      >
        {busy === "previewing" ? t("form.previewing") : t("form.preview")}
      </Button>
      <Button
        leftSection={<IconDatabaseImport size={16} aria-hidden />}
        variant={preview === undefined ? "default" : "filled"}
        disabled={preview === undefined}
        {...waiting}
        onClick={(press) => isBusy || onImport(press)}
      >
        {busy === "importing" ? t("form.importing") : t("form.import")}
      </Button>
    </Group>
  );
}
