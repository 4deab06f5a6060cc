import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { undoImportBatch, type ImportBatch } from "#contract/import-batches.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { nounsChanged, nounsOf } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

interface UndoDialogProps {
  /** The import in question; undefined while the dialog is closed. */
  readonly batch: ImportBatch | undefined;
  readonly onClose: () => void;
  readonly onUndone: () => void;
}

/** Asks before an import is taken back. What the server says against it is shown in here. */
export function UndoDialog({ batch, onClose, onUndone }: UndoDialogProps) {
  const { t } = useTranslation(["importHawala", "common"]);
  const undoing = useUndo(() => {
    onClose();
    onUndone();
  });
  const { isUnknown } = undoing;
  // There is nothing left to undo. What got no answer may be asked for again all the same: it is the same undoing.
  const isOver = batch !== undefined && batch.undoneAt !== null && (undoing.isIdle || (undoing.isError && !isUnknown));
  const close = (): void => {
    // What comes of it would be said of the import that is asked about next.
    if (undoing.isPending) return;
    undoing.reset();
    onClose();
  };
  return (
    <Modal
      opened={batch !== undefined}
      onClose={close}
      title={t("importHawala:undo.title")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {batch === undefined ? null : (
        <Stack gap="md">
          <Text size="sm" dir="auto">
            {t("importHawala:undo.question", {
              count: batch.importedCount,
              shown: formatCount(batch.importedCount),
              file: batch.fileName,
            })}
          </Text>
          {batch.correctedCount === 0 ? null : (
            <Text size="sm" fw={600}>
              {t("importHawala:undo.corrected", { count: batch.correctedCount, shown: formatCount(batch.correctedCount) })}
            </Text>
          )}
          {/* What this desk undoes itself is told by its answer, or where none came, by the list. */}
          {(undoing.error === null || isUnknown) && !undoing.isPending ? <Meanwhile batch={batch} /> : null}
          <Text size="sm" c="dimmed">
            {t("importHawala:undo.kept")}
          </Text>
          {undoing.error === null ? null : (
            <Alert
              role="alert"
              color="red"
              title={isUnknown ? t("importHawala:undo.noAnswer") : t("importHawala:undo.failedTitle")}
              icon={<IconAlertTriangle aria-hidden />}
            >
              {isUnknown ? t("importHawala:undo.noAnswerText") : messageOf(undoing.error, t("importHawala:undo.failed"))}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus aria-disabled={undoing.isPending} onClick={close}>
              {t("importHawala:undo.keep")}
            </Button>
            <Button
              color="red"
              aria-disabled={isOver || undoing.isPending}
              onClick={onFirstPress(() => isOver || undoing.isPending || undoing.mutate(batch))}
            >
              {undoing.isPending ? t("importHawala:undo.undoing") : t("importHawala:undo.undo")}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** What another desk did since the question was asked, which keeps the import from being undone. */
function Meanwhile({ batch: { importedCount, pendingCount, undoneAt, undoneBy } }: { readonly batch: ImportBatch }) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const moved = importedCount - pendingCount;
  if (undoneAt === null && moved === 0) return null;
  return (
    <Text size="sm" fw={600} role="status">
      {undoneAt === null
        ? t("batches.cannotUndo", { count: moved, shown: formatCount(moved) })
        : t("batches.undoneBy", { when: formatInstant(undoneAt, timeZone), user: undoneBy ?? "" })}
    </Text>
  );
}

function useUndo(onDone: () => void) {
  const { t } = useTranslation("importHawala");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const readAgain = (): void => {
    void nounsChanged(client, nounsOf.hawalas);
  };
  const [mayBe, setMayBe] = useState(false);
  const undoing = useMutation({
    mutationFn: ({ id, correctedCount }: ImportBatch) => {
      const body = { correctedCount };
      return call(undoImportBatch, { params: { id }, body, idempotencyKey: keyFor(body, id) });
    },
    onSuccess: ({ message }) => {
      onDone();
      toast.success(t("undo.done"), message);
    },
    onError: (error) => setMayBe(mayBeRecorded(error, mayBe)),
    // Refused or not: what stands in the list is no longer the last word.
    onSettled: readAgain,
  });
  const reset = (): void => {
    setMayBe(false);
    undoing.reset();
  };
  /** One that got no answer may have been carried out, also where it is refused at the door when it is asked for again. */
  return { ...undoing, reset, isUnknown: undoing.isError && mayBe };
}
