import { Cron } from "croner";

import type { Deps } from "#server/deps.ts";

/** Twice a minute, so that a changed time and a night that was missed are noticed by themselves. */
const schedule = "*/30 * * * * *";

/** Makes backups when they are due, from the start on. The returned function stops looking; what is under way goes on. */
export function startBackupSchedule({ backups, log }: Pick<Deps, "backups" | "log">): () => void {
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      await backups.keepSchedule(new Date());
    } catch (error) {
      // One that the end of the server has cut off is no fault.
      if (!isStopped) log.warn({ err: error }, "the schedule of backups could not be looked at");
    }
  };
  const cron = new Cron(schedule, { protect: true }, look);
  void cron.trigger();
  return () => {
    isStopped = true;
    cron.stop();
  };
}
