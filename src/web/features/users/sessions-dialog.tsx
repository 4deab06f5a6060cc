import { Modal, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { endUserSession, endUserSessions, listUserSessions } from "#contract/sessions.ts";
import type { User } from "#contract/users.ts";
import { call } from "#web/lib/api.ts";
import { nounsChanged, read } from "#web/lib/query.ts";
import { nameOf, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { SessionList } from "#web/ui/session-list.tsx";

interface SessionsDialogProps {
  /** Whose sessions; undefined while the dialog is closed. */
  readonly user: User | undefined;
  readonly onClose: () => void;
}

/** Where a user is signed in, and ways to end that. */
export function SessionsDialog({ user, onClose }: SessionsDialogProps) {
  const { t } = useTranslation(["users", "common"]);
  return (
    <Modal
      opened={user !== undefined}
      onClose={onClose}
      title={user === undefined ? "" : t("users:sessions.title", { name: nameOf(user) })}
      size="lg"
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {user === undefined ? null : <Sessions user={user} />}
    </Modal>
  );
}

function Sessions({ user }: { readonly user: User }) {
  const { t } = useTranslation("users");
  const me = useSession();
  const list = useQuery({ ...read(listUserSessions, { params: { id: user.id } }), refetchOnMount: "always" });
  const { endOne, endAll } = useEndings(user.id);
  if (list.data === undefined) {
    if (!list.isError) return <Skeleton height={96} role="status" aria-label={t("loading")} />;
    return <LoadError title={t("sessions.failed")} error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      {list.data.length === 0 ? <Text role="status">{t("sessions.none", { name: nameOf(user) })}</Text> : null}
      <SessionList
        label={t("sessions.title", { name: nameOf(user) })}
        sessions={list.data}
        endingId={endOne.isPending ? endOne.variables : undefined}
        onEnd={({ id }) => endOne.mutate(id)}
        all={{
          label: user.id === me.id ? t("sessions.everywhereElse") : t("sessions.everywhere"),
          isEnding: endAll.isPending,
          onEnd: () => endAll.mutate(),
        }}
      />
    </>
  );
}

function useEndings(userId: string) {
  const { t } = useTranslation("ui");
  const client = useQueryClient();
  const refresh = (): Promise<void> => nounsChanged(client, ["sessions"]);
  const onError = (error: Error): void => toast.failure(error, t("sessions.endFailed"));
  const endOne = useMutation({
    mutationFn: (sessionId: number) => call(endUserSession, { params: { id: userId, sessionId } }),
    onSuccess: () => toast.success(t("sessions.ended")),
    onError,
    onSettled: refresh,
  });
  const endAll = useMutation({
    mutationFn: () => call(endUserSessions, { params: { id: userId } }),
    onSuccess: ({ ended }) => toast.success(t("sessions.othersEnded", { count: ended })),
    onError,
    onSettled: refresh,
  });
  return { endOne, endAll };
}
