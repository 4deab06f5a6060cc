/** A backup that is over, with what came of it. */
export interface Finished {
  readonly id: number;
  readonly verdict: string;
}

/**
 * Which of these are to be removed; they come newest first. So many good ones are kept, beside them as many whole files that could
 * not be checked here, which are all that some offices have, and as many of the rest: whatever has failed since, the last files stay.
 */
export function outdated<Backup extends Finished>(backups: readonly Backup[], kept: number): readonly Backup[] {
  const places = new Map<string, number>();
  return backups.filter(({ verdict }) => {
    const kind = verdict === "good" || verdict === "unchecked" ? verdict : "rest";
    const place = places.get(kind) ?? 0;
    places.set(kind, place + 1);
    return place >= Math.max(1, kept);
  });
}
