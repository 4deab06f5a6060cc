import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getHawalaSettings, resetHawalaSettings } from "#contract/hawala-settings.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";

interface ResetDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called once the series stands at its defaults. */
  readonly onReset: () => void;
}

/** Asks before the series goes back to HWL1001, and says what that means. */
export function ResetDialog({ opened, onClose, onReset }: ResetDialogProps) {
  const { t } = useTranslation(["hawalaSerial", "common"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("hawalaSerial:series.resetTitle")}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      {opened ? <Question onClose={onClose} onReset={onReset} /> : null}
    </Modal>
  );
}

function Question({ onClose, onReset }: Omit<ResetDialogProps, "opened">) {
  const { t } = useTranslation(["hawalaSerial", "common"]);
  const client = useQueryClient();
  const resetting = useMutation({
    mutationFn: () => call(resetHawalaSettings),
    onSuccess: (settings) => {
      client.setQueryData(queryKeys.of(getHawalaSettings), settings);
      toast.success(t("hawalaSerial:series.resetDone"));
      onClose();
      onReset();
    },
    onError: (error) => toast.failure(error, t("hawalaSerial:series.resetFailed")),
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t("hawalaSerial:series.resetText")}</Text>
      {resetting.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(resetting.error, t("hawalaSerial:series.resetFailed"))}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button color="red" loading={resetting.isPending} onClick={() => resetting.mutate()}>
          {t("hawalaSerial:series.reset")}
        </Button>
      </Group>
    </Stack>
  );
}
