/** How often each figure is measured, and for how long each time. */
export const rounds = Number.parseInt(process.env["BENCH_ROUNDS"] ?? "5", 10);
export const seconds = Number.parseFloat(process.env["BENCH_SECONDS"] ?? "5");

/** A figure measured in several rounds, each beside its reference on the same machine in the same minute. */
export interface Measured {
  readonly figures: readonly number[];
  readonly references: readonly number[];
  /** Of each round: figure ÷ reference. */
  readonly ratios: readonly number[];
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Median, least and most of some figures; of at least one. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((left, right) => left - right);
  const [least = 0] = sorted;
  return { median: sorted[sorted.length >> 1] ?? 0, least, most: sorted.at(-1) ?? 0 };
}

/** Measures figure and reference by turns, so that both meet the same noise of the machine. */
export async function measureInRounds(figure: () => Promise<number>, reference: () => Promise<number>): Promise<Measured> {
  const figures: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round++) {
    references.push(await reference());
    figures.push(await figure());
  }
  return { figures, references, ratios: figures.map((value, index) => value / (references[index] ?? Number.NaN)) };
}

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
