import type { Backup, BackupVerdict } from "#contract/backups.ts";

/** The colour of a verdict's badge, beside its words. */
export const colourOf: Readonly<Record<BackupVerdict, "blue" | "green" | "yellow" | "red">> = {
  making: "blue",
  checking: "blue",
  good: "green",
  unchecked: "yellow",
  failed: "red",
};

/** Whether it is under way. */
export function isUnderWay({ verdict }: Backup): boolean {
  return verdict === "making" || verdict === "checking";
}
