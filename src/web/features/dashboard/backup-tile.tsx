import { Button, Loader } from "@mantine/core";
import { IconDatabaseExport, IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { downloadDatabase } from "#contract/backups.ts";
import type { AdminFigures } from "#contract/dashboard.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { callFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useBackupOverdue } from "#web/ui/backup-overdue.ts";
import { agoWords, useNow } from "#web/ui/date/ago.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import dashboard from "./dashboard.module.css";
import classes from "./health-panel.module.css";

/** Without the moment in it: that is the server's to say. */
const fallbackName = "database_backup.sql";

interface BackupTileProps {
  /** Undefined while they are unknown. */
  readonly admin: Pick<AdminFigures, "lastGoodBackup" | "isBackupOverdue"> | undefined;
}

/** Saves the whole database as a file on this computer, and says how old the last good backup is. */
export function BackupTile({ admin }: BackupTileProps) {
  const { t } = useTranslation("dashboard");
  const making = useMutation({
    mutationFn: () => callFile(downloadDatabase, { fallbackName }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("backup.succeeded"), t("backup.succeededText", { file: file.name }));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 403) toast.error(t("backup.denied"), t("backup.deniedText"));
      else toast.error(t("backup.failed"), messageOf(error, t("backup.failedText")));
    },
  });
  const last = admin?.lastGoodBackup ?? null;
  const isOverdue = useBackupOverdue(admin?.isBackupOverdue === true, last);
  return (
    <div className={classes["tile"]}>
      {/* Unsaid while it is unknown, and of an office that is too young to have a backup. */}
      <span className={classes["sign"]} data-well={isOverdue ? false : last === null ? undefined : true} aria-hidden>
        <IconDatabaseExport size={20} stroke={1.7} />
      </span>
      <div className={classes["words"]}>
        <span className={classes["title"]}>{t("backup.title")}</span>
        <Button
          size="compact-sm"
          variant="light"
          classNames={{ root: `${dashboard["button"] ?? ""} ${classes["backup"] ?? ""}`, label: dashboard["buttonWords"] ?? "" }}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-disabled={making.isPending}
          onClick={onFirstPress(() => making.isPending || making.mutate())}
        >
          {making.isPending ? t("backup.creating") : t("backup.download")}
        </Button>
        {making.isPending ? (
          // How far it is nobody knows: a progress without a value.
          <Loader type="dots" size="sm" role="progressbar" aria-label={t("backup.creating")} />
        ) : (
          <span className={classes["note"]}>{admin === undefined ? null : <LastGood last={admin.lastGoodBackup} />}</span>
        )}
      </div>
    </div>
  );
}

function LastGood({ last }: { readonly last: AdminFigures["lastGoodBackup"] }) {
  const { t } = useTranslation("dashboard");
  const now = useNow();
  return (
    <Link to={paths.backups} className={classes["link"]}>
      {last === null ? t("backup.never") : t("backup.last", { ago: agoWords(last.finishedAt, now) })}
    </Link>
  );
}
