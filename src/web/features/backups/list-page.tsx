import { Button, Skeleton, Stack } from "@mantine/core";
import { IconDatabaseExport } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listBackups, makeBackup } from "#contract/backups.ts";
import { isActUnanswered, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { nounsChanged, nounsOf, read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { refusedWhile } from "#web/ui/entry/refused.ts";

import { BackupRows } from "./backup-rows.tsx";
import classes from "./backups.module.css";
import { RestoreCard } from "./restore-card.tsx";
import { StateCard } from "./state-card.tsx";

/** Backups: which there are, whether they can be trusted, and how an office comes back from one. */
export function BackupListPage() {
  const { t } = useTranslation("backups");
  const list = useQuery({ ...read(listBackups), refetchOnMount: "always" });
  return (
    <Page title={t("title")} description={t("description")} actions={<BackUpNow isRunning={list.data?.isRunning === true} />}>
      {list.isError ? <LoadError title={t("failed")} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Placeholders /> : null}
      {list.data === undefined ? null : (
        <div className={classes["page"]}>
          <StateCard state={list.data} />
          <BackupRows backups={list.data.backups} nextAt={list.data.nextAt} />
          <RestoreCard />
        </div>
      )}
    </Page>
  );
}

/** Begins one. While one is under way, whoever began it, there is nothing to begin. */
function BackUpNow({ isRunning }: { readonly isRunning: boolean }) {
  const { t } = useTranslation("backups");
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(makeBackup),
    onSuccess: async () => {
      toast.success(t("started"), t("startedText"));
      await nounsChanged(client, nounsOf.backups);
    },
    onError: (error) => {
      if (!isActUnanswered(error)) return toast.error(t("startFailed"), messageOf(error, t("startFailedText")));
      toast.error(t("noAnswer"), t("noAnswerText"));
      // The list tells what came of it, as soon as it can be read.
      void nounsChanged(client, nounsOf.backups);
    },
  });
  const isBusy = isRunning || making.isPending;
  return (
    <Button
      leftSection={<IconDatabaseExport size={16} aria-hidden />}
      {...refusedWhile(isBusy)}
      onClick={() => {
        if (!isBusy) making.mutate();
      }}
    >
      {t(isBusy ? "running" : "now")}
    </Button>
  );
}

function Placeholders() {
  const { t } = useTranslation("backups");
  return (
    <div className={classes["page"]} role="status" aria-label={t("loading")}>
      <Skeleton height={220} />
      <Stack gap="sm">
        <Skeleton height={96} />
        <Skeleton height={96} />
        <Skeleton height={96} />
      </Stack>
    </div>
  );
}
