import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Settlement } from "#contract/partner-settlements.ts";
import { mayCorrect } from "#contract/permissions.ts";
import { deleteTransaction } from "#contract/transactions.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatDigits } from "#web/lib/format.ts";
import { focusHeading, headingInstead } from "#web/lib/page-heading.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

/**
 * Takes a settlement back, after asking; for those who may delete its entry. A question that has been asked stays on screen whatever
 * happens to the settlement.
 */
export function UndoSettlementButton({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation(["partnerSettlement", "common"]);
  const { role } = useSession();
  const { cashAccountId } = useOffice();
  const [opened, setOpened] = useState(false);
  const { transaction, counterAccount, isUndone } = settlement;
  const isOffered = !isUndone && mayCorrect(role, transaction.transType, counterAccount.id === cashAccountId);
  const leave = (): void => {
    setOpened(false);
    // The dialog goes back to the button, but a settlement that is undone has none.
    focusHeading();
  };
  const undoing = useUndo(settlement, leave);
  const close = (): void => {
    // What comes of it would be told to nobody.
    if (undoing.isPending) return;
    undoing.reset();
    leave();
  };
  return (
    <>
      {isOffered ? (
        <Button
          ref={headingInstead}
          size="compact-xs"
          variant="default"
          aria-label={t("partnerSettlement:history.undoOf", { id: settlement.id })}
          onClick={() => setOpened(true)}
        >
          {t("partnerSettlement:history.undo")}
        </Button>
      ) : null}
      <Modal
        opened={opened}
        onClose={close}
        title={t("partnerSettlement:history.undoTitle", { date: settlement.transDate })}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Question settlement={settlement} undoing={undoing} onClose={close} />
      </Modal>
    </>
  );
}

interface QuestionProps {
  readonly settlement: Settlement;
  readonly undoing: ReturnType<typeof useUndo>;
  readonly onClose: () => void;
}

function Question({ settlement, undoing, onClose }: QuestionProps) {
  const { t } = useTranslation(["partnerSettlement", "common"]);
  const { isUnknown } = undoing;
  // There is nothing left to undo. What got no answer may be asked for again all the same: it is the same deletion.
  const isOver = settlement.isUndone && (undoing.isIdle || (undoing.isError && !isUnknown));
  return (
    <Stack gap="md">
      <Text size="sm">
        {t("partnerSettlement:history.undoText", { amount: `${formatDigits(settlement.amount)} ${settlement.currency}` })}
      </Text>
      {/* What this desk undoes itself is told by its answer, or where none came, by the list. */}
      {isOver || (settlement.isUndone && isUnknown) ? (
        <Text size="sm" fw={600} role="status">
          {t("partnerSettlement:history.undone", { user: settlement.undoneBy ?? "" })}
        </Text>
      ) : null}
      {undoing.error === null ? null : (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={isUnknown ? t("partnerSettlement:history.undoUnknown") : t("partnerSettlement:history.undoFailed")}
        >
          {isUnknown
            ? t("partnerSettlement:history.undoUnknownText")
            : messageOf(undoing.error, t("partnerSettlement:history.undoFailed"))}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus aria-disabled={undoing.isPending} onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button
          color="red"
          aria-disabled={isOver || undoing.isPending}
          onClick={onFirstPress(() => isOver || undoing.isPending || undoing.mutate())}
        >
          {undoing.isPending ? t("partnerSettlement:history.undoing") : t("partnerSettlement:history.undo")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Deletes the entry of a settlement, in the version that was seen; asked for once more, it is the same deletion. */
function useUndo({ transaction: { id, version } }: Settlement, onUndone: () => void) {
  const { t } = useTranslation("partnerSettlement");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const [mayBe, setMayBe] = useState(false);
  const undoing = useMutation({
    mutationFn: () => {
      const body = { formName: "Partner Settlement" };
      return call(deleteTransaction, {
        params: { id },
        body,
        ifMatch: version,
        idempotencyKey: keyFor({ id, ...body }, version),
      });
    },
    onSuccess: () => {
      toast.success(t("history.undoDone"));
      onUndone();
    },
    onError: (error) => setMayBe(mayBeRecorded(error, mayBe)),
    onSettled: () => moneyMoved(client),
  });
  const reset = (): void => {
    setMayBe(false);
    undoing.reset();
  };
  /** One that got no answer may have been carried out, also where it is refused at the door when it is asked for again. */
  return { ...undoing, reset, isUnknown: undoing.isError && mayBe };
}
