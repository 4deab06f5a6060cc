import { Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { endOtherSessions, endSession, listSessions } from "#contract/sessions.ts";
import { call } from "#web/lib/api.ts";
import { nounsChanged, read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { SessionList } from "#web/ui/session-list.tsx";

import { ProfileCard } from "./card.tsx";

/** Where one is signed in, and how to end that. */
export function SessionsCard() {
  const { t } = useTranslation(["profile", "common"]);
  const list = useQuery({ ...read(listSessions), refetchOnMount: "always" });
  const { endOne, endOthers } = useEndings();
  return (
    <ProfileCard title={t("profile:sessions.heading")}>
      {list.data === undefined && list.isError ? (
        <LoadError title={t("profile:sessions.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <Skeleton height={64} role="status" aria-label={t("common:loading")} /> : null}
      {list.data === undefined ? null : (
        <SessionList
          label={t("profile:sessions.heading")}
          sessions={list.data}
          endingId={endOne.isPending ? endOne.variables : undefined}
          onEnd={({ id }) => endOne.mutate(id)}
          all={{ label: t("profile:sessions.elsewhere"), isEnding: endOthers.isPending, onEnd: () => endOthers.mutate() }}
        />
      )}
    </ProfileCard>
  );
}

function useEndings() {
  const { t } = useTranslation("ui");
  const client = useQueryClient();
  const refresh = (): Promise<void> => nounsChanged(client, ["sessions"]);
  const onError = (error: Error): void => toast.failure(error, t("sessions.endFailed"));
  const endOne = useMutation({
    mutationFn: (id: number) => call(endSession, { params: { id } }),
    onSuccess: () => toast.success(t("sessions.ended")),
    onError,
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ ended }) => toast.success(t("sessions.othersEnded", { count: ended })),
    onError,
    onSettled: refresh,
  });
  return { endOne, endOthers };
}
