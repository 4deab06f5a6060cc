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

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const step = 1024;

/** A size as a person says it: "3.1 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step)));
  const format = new Intl.NumberFormat("en-US", {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / step ** power);
}
