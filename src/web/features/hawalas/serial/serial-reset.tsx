import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getHawalaSettings, resetHawalaSettings } from "#contract/hawala-settings.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

interface ResetDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called once the series stands at its defaults. */
  readonly onReset: () => void;
}

/** Asks before the series goes back to HWL1001, and says what that means. */
export function ResetDialog({ opened, onClose, onReset }: ResetDialogProps) {
  const { t } = useTranslation(["hawalaSerial", "common"]);
  const resetting = useReset(() => {
    onClose();
    onReset();
  });
  const close = (): void => {
    // What comes of it closes the form, in which something else might be typed by then.
    if (resetting.isPending) return;
    resetting.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t("hawalaSerial:series.resetTitle")}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      <Stack gap="md">
        <Text size="sm">{t("hawalaSerial:series.resetText")}</Text>
        {resetting.isError ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {messageOf(resetting.error, t("hawalaSerial:series.resetFailed"))}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus aria-disabled={resetting.isPending} onClick={close}>
            {t("common:cancel")}
          </Button>
          <Button color="red" loading={resetting.isPending} onClick={onFirstPress(() => resetting.mutate())}>
            {t("hawalaSerial:series.reset")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useReset(onDone: () => void) {
  const { t } = useTranslation("hawalaSerial");
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(resetHawalaSettings),
    onSuccess: (settings) => {
      client.setQueryData(queryKeys.of(getHawalaSettings), settings);
      toast.success(t("series.resetDone"));
      onDone();
    },
    onError: (error) => toast.failure(error, t("series.resetFailed")),
  });
}
