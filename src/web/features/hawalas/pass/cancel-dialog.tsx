import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Money } from "#web/ui/amount/money.tsx";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { useAct, type ShownHawala } from "./pass-acts.ts";

interface CancelDialogProps {
  /** The hawala in question; undefined while the dialog is closed. */
  readonly hawala: ShownHawala | undefined;
  readonly onClose: () => void;
  /** It is cancelled, and what opened the dialog cannot be pressed any more. */
  readonly onCancelled: () => void;
}

/** Asks before a hawala is cancelled. The focus stands on keeping it. */
export function CancelDialog({ hawala, onClose, onCancelled }: CancelDialogProps) {
  const { t } = useTranslation(["passHawala", "common"]);
  const acting = useAct();
  const close = (): void => {
    // What comes of it would be said of the hawala that is asked about next.
    if (!acting.isPending) onClose();
  };
  return (
    <Modal
      opened={hawala !== undefined}
      onClose={close}
      title={t("passHawala:cancel.title")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {hawala === undefined ? null : (
        <Stack gap="md">
          <Text size="sm">{t("passHawala:cancel.question", { number: hawala.hawalaNo })}</Text>
          <Text size="sm">
            <Money value={hawala.rAmount} currency={hawala.currency} /> · <bdi>{hawala.receiverName}</bdi>
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus aria-disabled={acting.isPending} onClick={close}>
              {t("passHawala:cancel.keep")}
            </Button>
            <Button
              color="red"
              aria-disabled={acting.isPending}
              onClick={onFirstPress(() => {
                if (!acting.isPending) acting.mutate({ act: "cancel", hawala }, { onSuccess: onCancelled, onSettled: onClose });
              })}
            >
              {acting.isPending ? t("passHawala:cancel.cancelling") : t("passHawala:acts.cancel")}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
