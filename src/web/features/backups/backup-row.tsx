import { ActionIcon, Button, Progress, Text } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { downloadBackup, type Backup } from "#contract/backups.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { callFile } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { formatCount, sizeText } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import badges from "#web/ui/status-badge.module.css";

import classes from "./backups.module.css";
import { colourOf, isUnderWay } from "./rules.ts";

interface BackupRowProps {
  readonly backup: Backup;
}

const shownHash = 16;
const leastShown = 2;

/** One backup: when and by whom it was made, whether it can be trusted and why not, its file. */
export function BackupRow({ backup }: BackupRowProps) {
  const { t } = useTranslation("backups");
  const { timeZone } = useOffice();
  const when = formatInstant(backup.startedAt, timeZone);
  return (
    <li className={classes["row"]} aria-label={t("label", { when })}>
      <div className={classes["facts"]}>
        <div className={classes["head"]}>
          <Text fw={600}>{when}</Text>
          <span className={badges["badge"]} data-colour={colourOf[backup.verdict]}>
            {t(`verdicts.${backup.verdict}`)}
          </span>
          <Text size="sm" c="dimmed">
            <Maker backup={backup} />
          </Text>
        </div>
        <Contents backup={backup} />
        {backup.reason === null ? null : (
          <Text size="sm" className={classes["reason"] ?? ""} data-verdict={backup.verdict}>
            <bdi>{refusalInLanguage(backup.reason)}</bdi>
          </Text>
        )}
        <Advance backup={backup} />
        <Hash backup={backup} />
      </div>
      {backup.hasFile ? <Download backup={backup} /> : null}
    </li>
  );
}

function Maker({ backup: { origin, startedBy } }: BackupRowProps) {
  const { t } = useTranslation("backups");
  if (origin === "schedule") return t("bySchedule");
  return startedBy === null ? t("bySomebody") : t("byPerson", { user: startedBy });
}

function Contents({ backup }: BackupRowProps) {
  const { t } = useTranslation("backups");
  const { fileName, size, transactions, hawalas } = backup;
  if (fileName === null || size === null) return null;
  const counted = (name: "transactions" | "hawalas", count: number | null): string[] =>
    count === null ? [] : [t(name, { count, shown: formatCount(count) })];
  const words = [sizeText(size), ...counted("transactions", transactions), ...counted("hawalas", hawalas)].join(" · ");
  return (
    <Text size="sm" component="div">
      <span dir="ltr" className={classes["file"]}>
        {fileName}
      </span>
      <span className={classes["quiet"]}>{words}</span>
      {backup.hasFile || isUnderWay(backup) ? null : <span className={classes["quiet"]}>{t("noFile")}</span>}
    </Text>
  );
}

/** How far one is that is under way. */
function Advance({ backup }: BackupRowProps) {
  const { t } = useTranslation("backups");
  const { verdict, progress } = backup;
  if (verdict !== "making" && verdict !== "checking") return null;
  const percent = progress ?? 0;
  const words = t(`steps.${verdict}`, { percent });
  return (
    <div className={classes["advance"]}>
      <Text size="sm" c="dimmed" role="status">
        {words}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={Math.max(percent, leastShown)} striped animated aria-label={words} />
      </Progress.Root>
    </div>
  );
}

function Hash({ backup: { sha256, fileName } }: BackupRowProps) {
  const { t } = useTranslation("backups");
  if (sha256 === null || fileName === null) return null;
  const copy = async (): Promise<void> => {
    if (await copyText(sha256)) toast.success(t("copied"), sha256);
    else toast.error(t("notCopied"), sha256);
  };
  return (
    <Text size="xs" c="dimmed" component="div" className={classes["hash"] ?? ""}>
      <span dir="ltr" title={sha256}>
        {t("hash", { short: `${sha256.slice(0, shownHash)}…` })}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t("copyHash", { file: fileName })}
        onClick={() => void copy()}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </Text>
  );
}

function Download({ backup: { id, fileName } }: BackupRowProps) {
  const { t } = useTranslation("backups");
  const file = fileName ?? "";
  const downloading = useMutation({
    mutationFn: () => callFile(downloadBackup, { params: { id }, fallbackName: fileName }),
    onSuccess: (served) => {
      saveFile(served);
      toast.success(t("downloaded"), t("downloadedText", { file: served.name }));
    },
    onError: (error) => toast.error(t("downloadFailed"), messageOf(error, t("downloadFailedText"))),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={downloading.isPending}
      aria-label={t(downloading.isPending ? "downloading" : "downloadOf", { file })}
      onClick={() => downloading.mutate()}
    >
      {t("download")}
    </Button>
  );
}
