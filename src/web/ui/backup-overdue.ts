import { overdueAfterHours, type BackupState } from "#contract/backups.ts";
import { useNow } from "#web/ui/date/ago.ts";

const overdueAfterMs = overdueAfterHours * 3_600_000;

/** Whether the last good backup is too old, also where it has become so on a page that stays open and has read nothing since. */
export function useBackupOverdue(
  told: boolean,
  lastGood: Pick<NonNullable<BackupState["lastGood"]>, "finishedAt"> | null,
): boolean {
  const now = useNow();
  return told || (lastGood !== null && now - Date.parse(lastGood.finishedAt) > overdueAfterMs);
}
