/** A backup that is over, with what came of it. */
export interface Finished {
  readonly id: number;
  readonly verdict: string;
}

/**
 * Which of these are to be removed; they come newest first. So many good ones are kept, and beside them no more of the others than
 * that: whatever has failed since, the last good one stays.
 */
export function outdated<Backup extends Finished>(backups: readonly Backup[], kept: number): readonly Backup[] {
  const good = backups.filter(({ verdict }) => verdict === "good");
  const others = backups.filter(({ verdict }) => verdict !== "good");
  return [...good.slice(Math.max(1, kept)), ...others.slice(Math.max(1, kept))];
}
