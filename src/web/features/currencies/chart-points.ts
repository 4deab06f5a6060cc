import { assert } from "#kernel/assert.ts";
import { parseRate, rateOfOne } from "#kernel/rate.ts";

import type { RateHistory } from "./queries.ts";

/** Height of the chart, and of what stands in for it, in pixels. */
export const chartHeight = 180;

/** A point of the chart. The only place where a rate becomes a number: a pixel needs no eighth decimal. */
export interface ChartPoint {
  readonly [key: string]: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly rate: number;
}

/** The rates from the oldest to the newest; the newest holds until now. */
export function chartPoints(rates: RateHistory, now: number): ChartPoint[] {
  const points = rates.toReversed().map(({ rate, recordedAt }) => ({ at: Date.parse(recordedAt), rate: pixelsOf(rate) }));
  const latest = points.at(-1);
  return latest === undefined ? [] : [...points, { ...latest, at: Math.max(now, latest.at) }];
}

/** The lowest and the highest value of the chart, with a margin: a line along the very edge is hard to see. */
export function edgesOf(points: readonly ChartPoint[]): [number, number] {
  const rates = points.map(({ rate }) => rate);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const margin = (most - least) / 8 || most / 8;
  return [Math.max(0, least - margin), most + margin];
}

/** The ends of a history, and the extremes of its rates. There must be one rate at least. */
export function spanOf(rates: RateHistory) {
  const [latest] = rates;
  const first = rates.at(-1);
  assert(latest !== undefined && first !== undefined, "a currency has a rate from its first day");
  const byRate = rates.map(({ rate }) => rate).toSorted((left, right) => (exact(left) < exact(right) ? -1 : 1));
  return { latest, first, lowest: byRate[0] ?? latest.rate, highest: byRate.at(-1) ?? latest.rate };
}

function pixelsOf(rate: string): number {
  return Number(exact(rate)) / Number(rateOfOne);
}

function exact(rate: string): bigint {
  return parseRate(rate) ?? 0n;
}
