import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import type { User } from "#contract/users.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "#web/lib/toast.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

interface ConfirmDialogProps {
  /** Whom it is about; undefined while the dialog is closed. */
  readonly about: User | undefined;
  /** They were deleted meanwhile: there is nothing left to ask. */
  readonly isGone: boolean;
  readonly title: (about: User) => string;
  /** What happens, in a sentence. */
  readonly text: string;
  readonly confirm: string;
  /** What could not be done, where the server has no words of its own. */
  readonly failed: string;
  readonly action: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void };
  /** Another way, where this one was refused for good. */
  readonly instead?: { readonly label: string; readonly run: () => void };
  readonly onConfirm: (about: User) => void;
  readonly onClose: () => void;
}

/** Asks before something is taken from a user. The safe answer has the focus; a refusal stays in the dialog, with its reason. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { about, isGone, title, text, confirm, failed, action, instead, onConfirm, onClose } = props;
  const { t } = useTranslation(["common", "users"]);
  // Its words stay while it fades away.
  const [shown, setShown] = useState(about);
  if (about !== undefined && about !== shown) setShown(about);
  const close = (then: () => void): void => {
    if (action.isPending) return;
    action.reset();
    then();
  };
  const closeOverNobody = useEffectEvent(() => {
    toast.error(t("users:edit.gone"));
    close(onClose);
  });
  // An answer that is still to come is waited for: it is theirs.
  const isOver = isGone && !action.isPending;
  useEffect(() => {
    if (isOver) closeOverNobody();
  }, [isOver]);
  return (
    <Modal
      opened={about !== undefined}
      onClose={() => close(onClose)}
      title={shown === undefined ? "" : title(shown)}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      <Text size="sm">{text}</Text>
      {action.error === null ? null : (
        <Alert role="alert" color="red" mt="md" title={failed} icon={<IconAlertTriangle aria-hidden />}>
          {messageOf(action.error, failed)}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={() => close(onClose)}>
          {t("common:cancel")}
        </Button>
        {instead === undefined ? (
          <Button
            color="red"
            aria-disabled={action.isPending}
            onClick={onFirstPress(() => about === undefined || action.isPending || onConfirm(about))}
          >
            {confirm}
          </Button>
        ) : (
          <Button onClick={() => close(instead.run)}>{instead.label}</Button>
        )}
      </Group>
    </Modal>
  );
}
