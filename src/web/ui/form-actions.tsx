import { Button, Group, Text } from "@mantine/core";
import { IconArrowsExchange2, IconFilePlus, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./form-actions.module.css";

export interface FormActionsProps {
  readonly saving: boolean;
  readonly onRefresh?: () => void;
  readonly onNew?: () => void;
  readonly onReverse?: () => void;
  readonly onClose?: () => void;
}

/** The buttons at the foot of an entry form; those without an action are not there. Save submits the form around it. */
export function FormActions({ saving, onRefresh, onNew, onReverse, onClose }: FormActionsProps) {
  const { t } = useTranslation("ui");
  return (
    <Group className={classes["bar"] ?? ""} justify="flex-end" gap="xs">
      <Text size="xs" c="dimmed" className={classes["keys"] ?? ""}>
        {t("form.keys")}
      </Text>
      {onRefresh === undefined ? null : (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRefresh}>
          {t("form.refresh")}
        </Button>
      )}
      {onNew === undefined ? null : (
        <Button variant="default" leftSection={<IconFilePlus size={16} aria-hidden />} onClick={onNew}>
          {t("form.new")}
        </Button>
      )}
      {onReverse === undefined ? null : (
        <Button variant="default" leftSection={<IconArrowsExchange2 size={16} aria-hidden />} onClick={onReverse}>
          {t("form.reverse")}
        </Button>
      )}
      {onClose === undefined ? null : (
        <Button variant="default" onClick={onClose}>
          {t("form.close")}
        </Button>
      )}
      <Button
        type="submit"
        // Kept focusable while it works; the form itself refuses a second save.
        aria-disabled={saving}
        // The second half of a double click must not act on the form that the first half has just emptied, nor take its focus.
        onMouseDown={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}
        onClick={(event) => {
          if (saving || event.detail > 1) event.preventDefault();
        }}
      >
        {saving ? t("form.saving") : t("form.save")}
      </Button>
    </Group>
  );
}
