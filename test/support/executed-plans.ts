/** A step of a plan as PostgreSQL carried it out. */
interface Step {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Step[];
}

/** A statement as it was carried out. */
export type Executed = { readonly "Query Text": string; readonly Plan: Step };

const mostSorted = 10_000;

interface Allowed {
  /** Rows that one step may read. */
  readonly readAllowed: number;
  readonly largeTables: ReadonlySet<string>;
}

/** What a plan did without a bound: scans of large tables, large sorts, steps that read too much. */
export function faultsOf(step: Step, allowed: Allowed): string[] {
  const { readAllowed, largeTables } = allowed;
  const loops = step["Actual Loops"];
  const read =
    (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0)) * loops;
  const table = step["Relation Name"] ?? "";
  const own = [
    ...(step["Node Type"] === "Seq Scan" && largeTables.has(table) && loops > 0 ? [`scans ${table}`] : []),
    ...(step["Node Type"].endsWith("Sort") && read > mostSorted ? [`sorts ${String(read)} rows`] : []),
    ...(read > readAllowed ? [`reads ${String(read)} rows`] : []),
  ];
  return [...own, ...(step.Plans ?? []).flatMap((part) => faultsOf(part, allowed))];
}
