import { assert } from "#kernel/assert.ts";

/** A seeded source of choices: the demo office is the same office every time. */
export interface Chooser {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of the choices; of a list that is not empty. */
  oneOf<Choice>(choices: readonly Choice[]): Choice;
  /** True that often, in percent. */
  happens(percent: number): boolean;
}

/** The mulberry32 generator: small, and good enough for choosing among names and amounts. */
export function createChooser(seed: number): Chooser {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    oneOf: (choices) => {
      const choice = choices[between(0, choices.length - 1)];
      assert(choice !== undefined, "there is something to choose from");
      return choice;
    },
    happens: (percent) => next() * 100 < percent,
  };
}
