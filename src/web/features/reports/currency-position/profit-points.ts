import type { PositionReport } from "#contract/currency-position.ts";
import { amountFrom } from "#kernel/amount.ts";

/** Height of the chart, and of what stands in for it, in pixels. */
export const chartHeight = 120;

type Profits = PositionReport["profits"];

/** A bar of the chart. The only place where a profit becomes a number: a pixel needs no cents. */
interface ProfitPoint {
  readonly [key: string]: string | number;
  readonly date: string;
  readonly realised: number;
}

export function profitPoints({ points }: Profits): ProfitPoint[] {
  return points.map(({ date, realised }) => ({ date, realised: Number(amountFrom(realised)) / 100 }));
}

/** The least and the most that was realised in a step; of one step at least. */
export function extremesOf({ points }: Profits): { readonly least: string; readonly most: string } {
  const inOrder = points.toSorted((left, right) => (amountFrom(left.realised) < amountFrom(right.realised) ? -1 : 1));
  return { least: inOrder[0]?.realised ?? "0.00", most: inOrder.at(-1)?.realised ?? "0.00" };
}
