import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { transactionHistory } from "#contract/transactions.ts";
import { reasonInLanguage } from "#web/i18n/refusals.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";

import { Answers, CorrectionDialog, Subject, useStoredNow } from "./correction-dialog.tsx";
import { Failure } from "./delete-dialog.tsx";
import type { StoredTransaction } from "./overtaken.tsx";
import type { useRecover } from "./search-actions.ts";
import { Consequence } from "./search-hawala.tsx";
import type { Fact } from "./search-summary.tsx";

interface RecoverDialogProps {
  /** The transaction in question; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly recovery: ReturnType<typeof useRecover>;
  readonly onClose: () => void;
}

/** Asks before a deleted transaction returns to the active list. */
export function RecoverDialog({ id, recovery, onClose }: RecoverDialogProps) {
  const { t } = useTranslation("search");
  return (
    <CorrectionDialog title={t("recover.title")} opened={id !== undefined} running={recovery.isPending} onClose={onClose}>
      {id === undefined ? null : <Question key={id} id={id} recovery={recovery} onClose={onClose} />}
    </CorrectionDialog>
  );
}

function Question({ id, recovery, onClose }: RecoverDialogProps & { readonly id: number }) {
  const { t } = useTranslation("search");
  const stored = useStoredNow(id);
  const keyFor = useAttemptKey();
  const deleted = useDeletion(id);
  const recover = ({ version }: StoredTransaction): void =>
    recovery.mutate({ id, version, idempotencyKey: keyFor(id, version) }, { onSuccess: onClose });
  return (
    <Subject
      stored={stored}
      act="recover"
      running={recovery.isPending}
      error={recovery.error}
      text={t("recover.text")}
      also={deleted}
    >
      {(transaction, isOver) => (
        <>
          {isOver ? null : <Consequence transaction={transaction} act="recover" />}
          {isOver ? null : <Failure error={recovery.error} act="recover" />}
          <Answers
            label={t("recover.recover")}
            runningLabel={t("recover.recovering")}
            running={recovery.isPending}
            isOver={isOver}
            onCancel={onClose}
            onConfirm={() => recover(transaction)}
          />
        </>
      )}
    </Subject>
  );
}

/** Who deleted the transaction, when and why, as its history tells; nothing until that has arrived. */
function useDeletion(id: number): Fact[] {
  const { t } = useTranslation("search");
  const { timeZone } = useOffice();
  const history = useQuery(read(transactionHistory, { params: { id } }));
  const deletion = history.data?.findLast(({ action }) => action === "deleted");
  if (deletion === undefined) return [];
  const { actor, recordedAt, reason } = deletion;
  const facts: Fact[] = [
    [t("results.deletedDate"), formatInstant(recordedAt, timeZone)],
    [t("results.deletedBy"), actor],
  ];
  return reason === null
    ? facts
    : [
        ...facts,
        [
          t("delete.reason"),
          <span key="reason" dir="auto">
            {reasonInLanguage(reason)}
          </span>,
        ],
      ];
}
