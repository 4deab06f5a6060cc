import { ActionIcon, Button, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowsExchange2, IconFilePlus, IconPrinter, IconRefresh, IconRepeat } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { commandKey, commandShortcut } from "#web/lib/command-key.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";
import { isDialogOpen } from "#web/ui/dialogs.ts";

import { useEntryAround } from "./entry-context.ts";
import { EntryNotices } from "./entry-notices.tsx";
import classes from "./form-actions.module.css";
import { leaves } from "./no-input.ts";
import { refusedWhile } from "./refused.ts";
import { isSecondHalf, keepFocusOfSecondHalf, onFirstPress } from "./second-press.ts";

export interface FormActionsProps {
  readonly saving: boolean;
  readonly onRefresh?: () => void;
  readonly onNew?: () => void;
  readonly onReverse?: () => void;
  readonly onClose?: () => void;
  /** Closes the dialog around the form. */
  readonly onCancel?: () => void;
}

/**
 * The foot of an entry form: what keeps it from being saved, and its buttons; those without an action are not there. Save
 * submits the form around it.
 */
export function FormActions({ saving, onRefresh, onNew, onReverse, onClose, onCancel }: FormActionsProps) {
  const { t } = useTranslation("ui");
  const around = useEntryAround();
  const onRepeat = around?.onRepeat;
  /** Begins the form anew, which gives up what stands in it. */
  const anew = (act: () => void) => (): void => (around === undefined ? act() : around.askFirst(act));
  const onPrint = around?.onSaveAndPrint;
  // They keep the focus, and the form itself refuses what they would do.
  const refused = refusedWhile(around?.sending === true);
  useReverseKey(onReverse);
  return (
    <div className={classes["bar"]} data-form-actions>
      <EntryNotices />
      <Group justify="flex-end" gap="xs" className={classes["buttons"] ?? ""}>
        <Text size="xs" c="dimmed" className={classes["keys"] ?? ""}>
          {t(onPrint === undefined ? "form.keys" : "form.keysWithPrint", { ctrl: commandKey })}
        </Text>
        {onRefresh === undefined ? null : (
          <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} {...refused} onClick={anew(onRefresh)}>
            {t("form.refresh")}
          </Button>
        )}
        {onNew === undefined ? null : (
          <Button variant="default" leftSection={<IconFilePlus size={16} aria-hidden />} {...refused} onClick={anew(onNew)}>
            {t("form.new")}
          </Button>
        )}
        {onRepeat === undefined ? null : (
          <Button
            variant="default"
            leftSection={<IconRepeat size={16} aria-hidden />}
            title={t("form.repeatKeys", { ctrl: commandKey })}
            aria-keyshortcuts={commandShortcut("Shift+L")}
            {...refused}
            onClick={onRepeat}
          >
            {t("form.repeat")}
          </Button>
        )}
        {onReverse === undefined ? null : (
          <Button
            variant="default"
            leftSection={<IconArrowsExchange2 size={16} aria-hidden />}
            title={t("form.reverseKeys")}
            aria-keyshortcuts="Alt+R"
            {...refused}
            onClick={onReverse}
          >
            {t("form.reverse")}
          </Button>
        )}
        {onClose === undefined ? null : (
          <Button variant="default" {...leaves} onClick={onClose}>
            {t("form.close")}
          </Button>
        )}
        {onCancel === undefined ? null : (
          <Button variant="default" {...leaves} onClick={onCancel}>
            {t("form.cancel")}
          </Button>
        )}
        {onPrint === undefined ? null : <PrintToo saving={saving} onPrint={onPrint} />}
        <SaveButton saving={saving} />
      </Group>
    </div>
  );
}

/** Alt+R reverses from anywhere on the page. A physical key, so that it works on a Persian layout. */
function useReverseKey(onReverse: (() => void) | undefined): void {
  useWindowKeys((event) => {
    const isReverse = event.code === "KeyR" && event.altKey && !event.ctrlKey && !event.metaKey;
    if (onReverse === undefined || !isReverse || isDialogOpen()) return;
    event.preventDefault();
    onReverse();
  });
}

/** Save and print for the mouse. */
function PrintToo({ saving, onPrint }: { readonly saving: boolean; readonly onPrint: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Tooltip label={t("form.printKeys", { ctrl: commandKey })} openDelay={300}>
      <ActionIcon
        variant="default"
        size={36}
        className={classes["print"] ?? ""}
        aria-label={t("form.print")}
        aria-disabled={saving}
        aria-keyshortcuts={commandShortcut("Shift+Enter")}
        // As with Save: the second half of a double click must not act on the emptied form.
        onMouseDown={keepFocusOfSecondHalf}
        onClick={onFirstPress(() => saving || onPrint())}
      >
        <IconPrinter size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function SaveButton({ saving }: { readonly saving: boolean }) {
  const { t } = useTranslation("ui");
  return (
    <Button
      type="submit"
      // Kept focusable while it works; the form itself refuses a second save.
      aria-disabled={saving}
      // The second half of a double click must not act on the form that the first half has just emptied, nor take its focus.
      onMouseDown={keepFocusOfSecondHalf}
      onClick={(event) => {
        if (saving || isSecondHalf(event)) event.preventDefault();
      }}
    >
      {saving ? t("form.saving") : t("form.save")}
    </Button>
  );
}
