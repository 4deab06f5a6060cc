import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { useHawalaWords } from "./hawala-row.tsx";

interface CancelDialogProps {
  /** The hawala in question; undefined while the dialog is closed. */
  readonly hawala: Hawala | undefined;
  readonly onConfirm: (hawala: Hawala) => void;
  readonly onClose: () => void;
}

/**
 * Asks before a hawala is cancelled, over the list that it stands in. The focus stands on keeping it. It has no header of its
 * own: to assistive technology that would be a second banner beside the list's.
 */
export function CancelDialog({ hawala, onConfirm, onClose }: CancelDialogProps) {
  const { t } = useTranslation("dashboard");
  const { numberOf, nameOf } = useHawalaWords();
  return (
    <Modal.Root opened={hawala !== undefined} onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          {hawala === undefined ? null : (
            <Stack gap="md">
              <Modal.Title>{t("cancel.title", { number: numberOf(hawala) })}</Modal.Title>
              <Text size="sm">
                <Money value={hawala.rAmount} currency={hawala.currency} /> · <bdi>{nameOf(hawala.receiverName)}</bdi>
              </Text>
              <Text size="sm">{t("cancel.text")}</Text>
              <Group justify="flex-end" gap="xs">
                <Button variant="default" data-autofocus onClick={onClose}>
                  {t("cancel.keep")}
                </Button>
                <Button color="red" onClick={onFirstPress(() => onConfirm(hawala))}>
                  {t("cancel.confirm")}
                </Button>
              </Group>
            </Stack>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
