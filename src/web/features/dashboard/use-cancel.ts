import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { cancelHawala, hawalaToPending, type Hawala } from "#contract/hawalas.ts";
import { isActUnanswered, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";

type Acted = Pick<Hawala, "id" | "version">;

/**
 * Cancels a hawala that waits, as long as it still is what the person saw; the toast offers to take that back. One intended act has
 * one key until it has succeeded, so that pressing again after a lost answer does nothing twice.
 */
export function useCancel() {
  const { t } = useTranslation("dashboard");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const tell = (error: unknown, title: string, fallback: string): void => {
    if (isActUnanswered(error)) toast.error(t("cancel.noAnswer"), t("cancel.noAnswerText"));
    else toast.error(title, messageOf(error, fallback));
  };
  const reopening = useMutation({
    mutationFn: ({ id, version }: Acted) =>
      call(hawalaToPending, { params: { id }, ifMatch: version, idempotencyKey: keyFor(["pending", id], version) }),
    onSuccess: () => toast.success(t("cancel.undone"), t("cancel.undoneText")),
    onError: (error) => tell(error, t("cancel.undoFailed"), t("cancel.undoFailedText")),
    onSettled: () => moneyMoved(client),
  });
  return useMutation({
    mutationFn: ({ id, version }: Acted) =>
      call(cancelHawala, { params: { id }, ifMatch: version, idempotencyKey: keyFor(["cancel", id], version) }),
    onSuccess: (cancelled) =>
      toast.success(t("cancel.done"), t("cancel.doneText"), {
        label: t("cancel.undo"),
        run: () => reopening.mutate(cancelled),
      }),
    onError: (error) => tell(error, t("cancel.failed"), t("cancel.failedText")),
    // Also after a failure: another desk may have been quicker.
    onSettled: () => moneyMoved(client),
  });
}
