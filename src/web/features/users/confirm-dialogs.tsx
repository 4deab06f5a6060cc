import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { deleteUser, resetSecondFactor, type User } from "#contract/users.ts";
import { isConflict } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { nameOf, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";

import { ConfirmDialog } from "./confirm-dialog.tsx";
import { usersStored } from "./queries.ts";
import { useStatusChange } from "./use-status-change.ts";

interface UserDialogProps {
  /** Whom it is about; undefined while the dialog is closed. */
  readonly user: User | undefined;
  /** They were deleted meanwhile: the dialog says so and closes. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

/** Asks before a user is shut out. */
export function DeactivateDialog({ user, isGone, onClose }: UserDialogProps) {
  const { t } = useTranslation("users");
  const change = useStatusChange(onClose);
  return (
    <ConfirmDialog
      about={user}
      isGone={user !== undefined && isGone}
      title={(asked) => t("status.title", { name: nameOf(asked) })}
      text={t("status.text")}
      confirm={t("status.confirm")}
      failed={t("status.failed")}
      action={{ isPending: change.isPending, error: change.error, reset: change.reset }}
      onConfirm={(asked) => change.mutate({ user: asked, isActive: false })}
      onClose={onClose}
    />
  );
}

interface DeleteDialogProps extends UserDialogProps {
  /** The way out where the user cannot be deleted. */
  readonly onDeactivate: (user: User) => void;
}

/** Asks before a user is deleted. Where the server refuses it says why, and offers to deactivate another user instead. */
export function DeleteDialog({ user, isGone, onClose, onDeactivate }: DeleteDialogProps) {
  const { t } = useTranslation(["users", "common"]);
  const client = useQueryClient();
  const session = useSession();
  const deleting = useMutation({
    mutationFn: (asked: User) => call(deleteUser, { params: { id: asked.id } }),
    onSuccess: () => {
      toast.success(t("common:success"), t("users:delete.deleted"));
      onClose();
    },
    onError: (error) => toast.failure(error, t("users:delete.failed")),
    onSettled: () => usersStored(client),
  });
  // Nobody deactivates oneself either: for one's own account the offer would end in the next refusal.
  const hasWayOut = isConflict(deleting.error) && user?.isActive === true && user.id !== session.id;
  return (
    <ConfirmDialog
      about={user}
      isGone={user !== undefined && isGone}
      title={(asked) => t("users:delete.title", { name: nameOf(asked) })}
      text={t("users:delete.text")}
      confirm={deleting.isPending ? t("users:delete.deleting") : t("users:delete.confirm")}
      failed={t("users:delete.failed")}
      action={{ isPending: deleting.isPending, error: deleting.error, reset: deleting.reset }}
      {...(hasWayOut ? { instead: { label: t("users:delete.instead"), run: () => onDeactivate(user) } } : {})}
      onConfirm={(asked) => deleting.mutate(asked)}
      onClose={onClose}
    />
  );
}

/** Asks before the second step of somebody's sign-in is taken away. */
export function ResetDialog({ user, isGone, onClose }: UserDialogProps) {
  const { t } = useTranslation(["users", "common"]);
  const client = useQueryClient();
  const resetting = useMutation({
    mutationFn: (asked: User) => call(resetSecondFactor, { params: { id: asked.id } }),
    onSuccess: () => {
      toast.success(t("common:success"), t("users:reset.done"));
      onClose();
    },
    onError: (error) => toast.failure(error, t("users:reset.failed")),
    onSettled: () => usersStored(client),
  });
  return (
    <ConfirmDialog
      about={user}
      isGone={user !== undefined && isGone}
      title={(asked) => t("users:reset.title", { name: nameOf(asked) })}
      text={t("users:reset.text")}
      confirm={t("users:reset.confirm")}
      failed={t("users:reset.failed")}
      action={{ isPending: resetting.isPending, error: resetting.error, reset: resetting.reset }}
      onConfirm={(asked) => resetting.mutate(asked)}
      onClose={onClose}
    />
  );
}
