/** What became of a target. */
export interface Verdict {
  readonly held: boolean;
  /** What was counted, in one line. */
  readonly figures: string;
}
