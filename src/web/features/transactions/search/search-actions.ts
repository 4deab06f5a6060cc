import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { mayCorrect } from "#contract/permissions.ts";
import { deleteTransaction, recoverTransaction, type Transaction } from "#contract/transactions.ts";
import { isBookedByDayClose } from "#kernel/id.ts";
import { call } from "#web/lib/api.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";

/** Whether the person may edit, delete or recover a transaction. The server decides anyway. */
export function useMayCorrect(): (transaction: Pick<Transaction, "transType" | "outAccountId" | "inAccountId">) => boolean {
  const { role } = useSession();
  const { cashAccountId } = useOffice();
  return ({ transType, outAccountId, inAccountId }) =>
    !isBookedByDayClose(outAccountId, inAccountId) &&
    mayCorrect(role, transType, outAccountId === cashAccountId || inAccountId === cashAccountId);
}

/** What one attempt carries: the key stays the same until it has succeeded, so that no retry acts twice. */
interface Attempt {
  readonly id: number;
  /** The version the person has seen. */
  readonly version: number;
  readonly idempotencyKey: string;
}

/** Returns a deleted transaction to the active list. */
export function useRecover() {
  const { t } = useTranslation("search");
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, idempotencyKey }: Attempt) =>
      call(recoverTransaction, { params: { id }, ifMatch: version, idempotencyKey }),
    onSuccess: () => toast.success(t("recover.succeeded")),
    onError: (error) => toast.failure(error, t("recover.failed")),
    // Also after a failure: somebody else may have been quicker.
    onSettled: () => moneyMoved(client),
  });
}

interface Deletion extends Attempt {
  readonly reason: string;
}

/** Moves a transaction to the deleted list; the toast offers to take it back. */
export function useDelete() {
  const { t } = useTranslation("search");
  const client = useQueryClient();
  const recover = useRecover();
  return useMutation({
    mutationFn: ({ id, idempotencyKey, version, reason }: Deletion) =>
      call(deleteTransaction, {
        params: { id },
        // Kept with the deletion, in English as at every desk.
        body: { reason: reason.trim(), formName: "Search Transactions" },
        ifMatch: version,
        idempotencyKey,
      }),
    onSuccess: ({ version }, { id, idempotencyKey }) =>
      toast.success(t("delete.succeeded"), undefined, {
        label: t("delete.undo"),
        run: () => recover.mutate({ id, version, idempotencyKey: `${idempotencyKey}-undo` }),
      }),
    onError: (error) => toast.failure(error, t("delete.failed")),
    onSettled: () => moneyMoved(client),
  });
}
