import { spreadOf, type Measured, type Spread } from "./rounds.ts";

/** What a figure is to be at least, or at most; without either it is told and not judged. */
export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A row of the table: what was measured, in its rounds, and what it is to be. */
export interface Row {
  readonly name: string;
  /** Of the judged figure: `×` is a ratio to the reference. */
  readonly unit: string;
  readonly figure: Spread;
  readonly goal: Goal;
  /** What the judged figure is made of. */
  readonly details: string;
  /** How many requests were not answered as they should be; a row with any is missed, whatever its figure. */
  readonly refused?: number;
}

/** The unit of a question's figure. */
export const percentile = "ms p95";

const number = (value: number): string =>
  new Intl.NumberFormat("en-US", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 }).format(value);

/** Prints the row, and gives it back for the results. */
export function said(row: Row): Row {
  const held = isHeld(row);
  const verdict = held === undefined ? "" : held ? "held" : "MISSED";
  const spread = `(${number(row.figure.least)}–${number(row.figure.most)})`;
  console.log(
    `${row.name.padEnd(74)} ${`${number(row.figure.median)} ${row.unit}`.padStart(11)} ${spread.padStart(15)}  ${goalOf(row).padEnd(7)} ${verdict.padEnd(6)}  ${detailsOf(row)}`,
  );
  return row;
}

interface Ratio {
  readonly goal: Goal;
  readonly unit: string;
  readonly more?: string;
  readonly refused?: number;
}

/** Prints a figure that was measured beside a reference: their ratio is judged. */
export function saidRatio(name: string, measured: Measured, { goal, unit, more = "", refused = 0 }: Ratio): Row {
  const figure = number(spreadOf(measured.figures).median);
  const reference = number(spreadOf(measured.references).median);
  return said({
    name,
    unit: "×",
    figure: spreadOf(measured.ratios),
    goal,
    details: `${figure} ${unit} beside ${reference} ${unit}${more}`,
    refused,
  });
}

/** Whether the median holds the goal, and every request was answered; undefined where there is no goal and nothing to say against it. */
export function isHeld({ figure, goal: { atLeast, atMost }, refused = 0 }: Row): boolean | undefined {
  if (refused > 0) return false;
  if (atLeast !== undefined) return figure.median >= atLeast;
  return atMost === undefined ? undefined : figure.median <= atMost;
}

function detailsOf({ details, refused = 0 }: Row): string {
  return refused === 0 ? details : `${details}; ${String(refused)} not answered`;
}

function goalOf({ goal: { atLeast, atMost } }: Row): string {
  if (atLeast !== undefined) return `≥ ${number(atLeast)}`;
  return atMost === undefined ? "" : `≤ ${number(atMost)}`;
}

/** The rows of a part as a table of Markdown. Of many questions that hold one goal, the slowest stands for all. */
export function tableOf(rows: readonly Row[]): string {
  const held = rows.filter((row) => row.unit === percentile && isHeld(row) === true);
  const slowest = held.toSorted((left, right) => right.figure.median - left.figure.median)[0];
  const shown = held.length < 3 || slowest === undefined ? rows : [...rows.filter((row) => !held.includes(row)), slowest];
  const lines = shown.map((row) => {
    const { median, least, most } = row.figure;
    const isFor = row === slowest && shown !== rows ? ` (slowest of ${String(held.length)} that hold the goal)` : "";
    const verdict = { true: "held", false: "**missed**", undefined: "" }[String(isHeld(row)) as "true" | "false" | "undefined"];
    const spread = least === most ? "" : ` (${number(least)}–${number(most)})`;
    return `| ${row.name}${isFor} | ${number(median)} ${row.unit}${spread} | ${goalOf(row)} | ${verdict} | ${detailsOf(row)} |`;
  });
  return ["| Work | Figure | Goal | | Of what |", "| --- | --- | --- | --- | --- |", ...lines].join("\n");
}
