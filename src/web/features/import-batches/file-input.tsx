import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileSpreadsheet, IconFileUpload, IconX } from "@tabler/icons-react";
import "@mantine/dropzone/styles.css";
import { useId, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { sheetExtensions } from "#contract/import-batches.ts";
import { mostSheetRows } from "#kernel/hawala-sheet.ts";
import { formatCount } from "#web/lib/format.ts";
import drop from "#web/ui/drop-field.module.css";
import { largestSheetMb } from "#web/ui/use-chosen-sheet.ts";

import classes from "./import.module.css";
import { kilobytesText } from "./rules.ts";
import type { ImportState } from "./use-import.ts";

interface FileInputProps {
  readonly state: ImportState;
  /** The button that opens the picker. */
  readonly ref: RefObject<HTMLButtonElement | null>;
}

/** Where the sheet is dropped or chosen; then its name and size. */
export function FileInput({ state, ref }: FileInputProps) {
  const { t } = useTranslation("importHawala");
  const open = useRef<() => void>(null);
  const faultId = useId();
  const { file, reading, fault, busy } = state;
  const name = file?.name ?? reading;
  return (
    <div>
      <Dropzone
        onDropAny={(files, refused) => void state.choose([...files, ...refused.map((refusal) => refusal.file)])}
        onDrop={() => undefined}
        openRef={open}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        disabled={busy !== undefined}
        inputProps={{ accept: sheetExtensions.join(","), "aria-label": t("form.file") }}
        className={drop["drop"] ?? ""}
        data-fault={fault === undefined ? undefined : true}
      >
        <div className={`${drop["dropped"] ?? ""} ${classes["sheet"] ?? ""}`}>
          <FileText file={file} reading={reading} />
          <Group gap="xs" wrap="nowrap">
            <Button
              ref={ref}
              variant="default"
              size="sm"
              disabled={busy !== undefined}
              aria-describedby={fault === undefined ? undefined : faultId}
              onClick={() => open.current?.()}
            >
              {t(name === undefined ? "form.choose" : "form.chooseOther")}
            </Button>
            {name === undefined ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={busy !== undefined}
                aria-label={t("form.remove", { file: name })}
                onClick={() => {
                  state.clear();
                  // Goes with the sheet, and with what it opened.
                  ref.current?.focus();
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        </div>
      </Dropzone>
      {fault === undefined ? null : (
        <Text id={faultId} role="alert" size="sm" c="var(--mantine-color-error)" mt={6}>
          {t(`form.${fault}`, { limit: largestSheetMb })}
        </Text>
      )}
    </div>
  );
}

/** What is asked for, or the name of what is being read, or the name and size of what was chosen. */
function FileText({ file, reading }: Pick<ImportState, "file" | "reading">) {
  const { t } = useTranslation("importHawala");
  if (file === undefined)
    return (
      <>
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <div className={drop["fileText"]}>
          <Text fw={600} className={classes["fileName"] ?? ""}>
            {reading === undefined ? t("form.drop") : <bdi>{reading}</bdi>}
          </Text>
          <Text size="sm" c="dimmed">
            {t("form.dropNext", { limit: largestSheetMb, rows: formatCount(mostSheetRows) })}
          </Text>
        </div>
      </>
    );
  return (
    <>
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden className={classes["sheetIcon"] ?? ""} />
      <div className={drop["fileText"]}>
        <Text fw={600} className={classes["fileName"] ?? ""}>
          <bdi>{file.name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t("form.size", { size: kilobytesText(file.size) })}
        </Text>
      </div>
    </>
  );
}
