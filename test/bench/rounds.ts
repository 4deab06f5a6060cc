/** A figure measured in several rounds, each beside its reference on the same machine in the same minute. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
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
export async function measureInRounds(
  what: { readonly name: string; readonly unit: string; readonly rounds: number },
  figure: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Measured> {
  const figures: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < what.rounds; round++) {
    references.push(await reference());
    figures.push(await figure());
  }
  const ratios = figures.map((value, index) => value / (references[index] ?? Number.NaN));
  return { name: what.name, unit: what.unit, figures, references, ratios };
}

/** One line of the printed table. */
export function lineOf(measured: Measured, goal: string): string {
  const ratio = spreadOf(measured.ratios);
  const figure = spreadOf(measured.figures);
  const reference = spreadOf(measured.references);
  return [
    measured.name.padEnd(46),
    `${whole(figure.median)} ${measured.unit}`.padStart(12),
    `ref ${whole(reference.median)}`.padStart(11),
    `ratio ${twoPlaces(ratio.median)}`.padStart(11),
    `(${twoPlaces(ratio.least)}–${twoPlaces(ratio.most)})`.padStart(13),
    goal.padStart(9),
  ].join("  ");
}

const whole = (value: number): string => new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }).format(value);
const twoPlaces = (value: number): string =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
