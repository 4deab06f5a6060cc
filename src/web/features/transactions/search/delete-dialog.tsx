import { Alert, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { messageOf } from "#web/lib/api-error.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";

import { Answers, CorrectionDialog, isStale, Subject, useStoredNow } from "./correction-dialog.tsx";
import type { StoredTransaction } from "./overtaken.tsx";
import type { useDelete } from "./search-actions.ts";
import { Consequence } from "./search-hawala.tsx";

const longestReason = 500;

interface DeleteDialogProps {
  /** The transaction in question; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly deletion: ReturnType<typeof useDelete>;
  readonly onClose: () => void;
}

/** Asks before a transaction is deleted: what it is, what that does to the balances, and why it is done. */
export function DeleteDialog({ id, deletion, onClose }: DeleteDialogProps) {
  const { t } = useTranslation("search");
  return (
    <CorrectionDialog title={t("delete.title")} opened={id !== undefined} running={deletion.isPending} onClose={onClose}>
      {id === undefined ? null : <Question key={id} id={id} deletion={deletion} onClose={onClose} />}
    </CorrectionDialog>
  );
}

function Question({ id, deletion, onClose }: DeleteDialogProps & { readonly id: number }) {
  const { t } = useTranslation("search");
  const [reason, setReason] = useState("");
  const stored = useStoredNow(id);
  const keyFor = useAttemptKey();
  const { isPending, mutate } = deletion;
  const remove = ({ version }: StoredTransaction): void => {
    const idempotencyKey = keyFor(reason.trim(), version);
    mutate({ id, version, reason, idempotencyKey }, { onSuccess: onClose });
  };
  return (
    <Subject stored={stored} act="delete" running={isPending} error={deletion.error} text={t("delete.text")}>
      {(transaction, isOver) => (
        <>
          {isOver ? null : <Consequence transaction={transaction} act="delete" />}
          <Textarea
            label={t("delete.reason")}
            description={t("delete.reasonHint")}
            rows={2}
            maxLength={longestReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {isOver ? null : <Failure error={deletion.error} act="delete" />}
          <Answers
            label={t("delete.delete")}
            runningLabel={t("delete.deleting")}
            running={isPending}
            isOver={isOver}
            color="red"
            onCancel={onClose}
            onConfirm={() => remove(transaction)}
          />
        </>
      )}
    </Subject>
  );
}

interface FailureProps {
  readonly error: Error | null;
  readonly act: "delete" | "recover";
}

/** Why it could not be done. A transaction that changed meanwhile is on screen in its current version by then. */
export function Failure({ error, act }: FailureProps) {
  const { t } = useTranslation("search");
  if (error === null) return null;
  const fallback = t(`${act}.failed`);
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={fallback}>
      {messageOf(error, fallback)}
      {isStale(error) ? ` ${t(`overtaken.${act}Changed.next`)}` : null}
    </Alert>
  );
}
