import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { deleteAccountNumberSetting, type AccountNumberSetting } from "#contract/settings.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { settingsStored } from "./queries.ts";

interface NumberDeleteDialogProps {
  /** The setting in question; undefined while the dialog is closed. */
  readonly setting: AccountNumberSetting | undefined;
  readonly onClose: () => void;
}

/** Asks before a start number is taken back, and says what that means for the next account. */
export function NumberDeleteDialog({ setting, onClose }: NumberDeleteDialogProps) {
  const { t } = useTranslation(["settings", "common"]);
  const currency = setting?.currency ?? "";
  const deletion = useDeletion(onClose);
  const close = (): void => {
    // What comes of it would be said of the setting that is asked about next.
    if (deletion.isPending) return;
    deletion.reset();
    onClose();
  };
  return (
    <Modal
      opened={setting !== undefined}
      onClose={close}
      title={t("settings:numbers.deleteTitle", { currency })}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      {setting === undefined ? null : <Question key={setting.id} setting={setting} deletion={deletion} onClose={close} />}
    </Modal>
  );
}

interface QuestionProps {
  readonly setting: AccountNumberSetting;
  readonly deletion: ReturnType<typeof useDeletion>;
  readonly onClose: () => void;
}

function Question({ setting, deletion, onClose }: QuestionProps) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <Stack gap="md">
      <Text size="sm">{t("settings:numbers.deleteText", { currency: setting.currency })}</Text>
      {deletion.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(deletion.error, t("settings:numbers.deleteFailed"))}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus aria-disabled={deletion.isPending} onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button color="red" loading={deletion.isPending} onClick={onFirstPress(() => deletion.mutate(setting))}>
          {t("settings:numbers.deleteConfirm")}
        </Button>
      </Group>
    </Stack>
  );
}

function useDeletion(onDone: () => void) {
  const { t } = useTranslation(["settings", "common"]);
  const client = useQueryClient();
  return useMutation({
    // Another admin may have given it to another currency since it was asked about.
    mutationFn: ({ id, version }: AccountNumberSetting) => call(deleteAccountNumberSetting, { params: { id }, ifMatch: version }),
    onSuccess: () => {
      toast.success(t("common:success"), t("settings:numbers.deleted"));
      onDone();
    },
    onError: (error) => toast.failure(error, t("settings:numbers.deleteFailed")),
    onSettled: () => settingsStored(client),
  });
}
