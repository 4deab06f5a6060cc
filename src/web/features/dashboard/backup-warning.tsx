import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { AdminFigures } from "#contract/dashboard.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { useBackupOverdue } from "#web/ui/backup-overdue.ts";

import classes from "./dashboard.module.css";

/** Warns where the last good backup is too old, or where there should be one by now. */
export function BackupWarning({ admin: { lastGoodBackup: last, isBackupOverdue } }: { readonly admin: AdminFigures }) {
  const { t } = useTranslation("dashboard");
  const { timeZone } = useOffice();
  const isOverdue = useBackupOverdue(isBackupOverdue, last);
  if (!isOverdue) return null;
  return (
    <div role="status" className={classes["warning"]}>
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden className={classes["warningSign"]} />
      <span className={classes["warningText"]}>
        <b>{last === null ? t("backup.neverTitle") : t("backup.overdueTitle")}</b>{" "}
        {last === null ? t("backup.neverText") : t("backup.overdueText", { when: formatInstant(last.finishedAt, timeZone) })}
      </span>
      <ButtonLink to={paths.backups} size="xs" variant="default">
        {t("backup.open")}
      </ButtonLink>
    </div>
  );
}
