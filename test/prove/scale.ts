import { appendFileSync } from "node:fs";

import { expect } from "vitest";

import { longestMs, part } from "./full-scale.ts";

/**
 * The battery of `npm run prove` is made of the tests themselves: in `npm test` each runs in a short form, and at full scale when
 * it is asked for by these variables. So what is proven at length is what every change is tested with.
 */
const environment = {
  full: process.env["PROVE"] === "full",
  seed: process.env["PROVE_SEED"],
  figures: process.env["PROVE_FIGURES"],
};

/** Whether the battery runs, which has the machine for itself. */
export const isProof = environment.full;

/** How many there are to be: a few in `npm test`, all that the battery promises in `npm run prove`. */
export function scaled(short: number, full: number): number {
  return environment.full ? Math.max(short, Math.ceil(full * part)) : short;
}

/** How long a test may take that scales: so long in `npm test`, and as long as it needs in the battery. */
export function patienceMs(short: number): number {
  return environment.full ? longestMs : short;
}

/** The seed of everything random in the test; each run of the battery draws and prints its own, `npm test` has always the same. */
export function seedOf(usual: number): number {
  return environment.seed === undefined ? usual : Number.parseInt(environment.seed, 10);
}

/** Tells the battery in one line what the test that runs has counted, for its verdict. */
export function tellFigures(figures: string): void {
  if (environment.figures === undefined) return;
  appendFileSync(environment.figures, `${JSON.stringify({ test: expect.getState().currentTestName, figures })}\n`);
}
