import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { setUserStatus, type User } from "#contract/users.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

import { usersStored } from "./queries.ts";

interface StatusChange {
  readonly user: User;
  readonly isActive: boolean;
}

/** Activates or deactivates a user, on condition that nobody has changed them since they were read. `onDone` closes what asked. */
export function useStatusChange(onDone?: () => void) {
  const { t } = useTranslation(["users", "common"]);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, isActive }: StatusChange) =>
      call(setUserStatus, { params: { id: user.id }, body: { isActive }, ifMatch: user.version }),
    onSuccess: () => {
      toast.success(t("common:success"), t("users:status.updated"));
      onDone?.();
    },
    onError: (error) => toast.failure(error, t("users:status.failed")),
    // Also after a failure: it may have been somebody else's change that stood in the way.
    onSettled: () => usersStored(client),
  });
}
