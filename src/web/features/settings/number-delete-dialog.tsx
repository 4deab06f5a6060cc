import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { deleteAccountNumberSetting, type AccountNumberSetting } from "#contract/settings.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

import { numbersStored } from "./queries.ts";

interface NumberDeleteDialogProps {
  /** The setting in question; undefined while the dialog is closed. */
  readonly setting: AccountNumberSetting | undefined;
  readonly onClose: () => void;
}

/** Asks before a start number is taken back, and says what that means for the next account. */
export function NumberDeleteDialog({ setting, onClose }: NumberDeleteDialogProps) {
  const { t } = useTranslation(["settings", "common"]);
  const currency = setting?.currency ?? "";
  return (
    <Modal
      opened={setting !== undefined}
      onClose={onClose}
      title={t("settings:numbers.deleteTitle", { currency })}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      {setting === undefined ? null : <Question key={setting.id} setting={setting} onClose={onClose} />}
    </Modal>
  );
}

function Question({ setting, onClose }: { readonly setting: AccountNumberSetting; readonly onClose: () => void }) {
  const { t } = useTranslation(["settings", "common"]);
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(deleteAccountNumberSetting, { params: { id: setting.id } }),
    onSuccess: () => {
      toast.success(t("common:success"), t("settings:numbers.deleted"));
      onClose();
    },
    onError: (error) => toast.failure(error, t("settings:numbers.deleteFailed")),
    onSettled: () => numbersStored(client),
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t("settings:numbers.deleteText", { currency: setting.currency })}</Text>
      {deleting.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(deleting.error, t("settings:numbers.deleteFailed"))}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
          {t("settings:numbers.deleteConfirm")}
        </Button>
      </Group>
    </Stack>
  );
}
