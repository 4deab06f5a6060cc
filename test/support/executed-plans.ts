import pg from "pg";
import { inject } from "vitest";

import { inDatabase } from "#db/connection.ts";
import { attachEmbedded } from "#db/embedded.ts";

import type { TestServer } from "./server.ts";

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

/**
 * Has PostgreSQL send, with each answer to the application, the plan that was carried out and how many rows each step had. What
 * was executed is added to the list that is returned; whoever has looked at it empties it.
 */
export async function tellPlans({ database, app }: TestServer): Promise<Executed[]> {
  const executed: Executed[] = [];
  const { superuser } = await attachEmbedded(inject("testDataDir"));
  const client = new pg.Client({ ...inDatabase(superuser, database.name) });
  await client.connect();
  const settings = { log_min_duration: "0", log_analyze: "on", log_timing: "off", log_format: "json", log_level: "notice" };
  await client.query("load 'auto_explain'");
  await client.query(`alter role sarraf_app in database ${database.name} set session_preload_libraries = 'auto_explain'`);
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter role sarraf_app in database ${database.name} set auto_explain.${name} = '${value}'`);
  }
  await client.end();
  app.deps.pool.on("connect", (connected) => {
    connected.on("notice", ({ message = "" }) => {
      const plan = /^duration: .* plan:\n([^]*)$/.exec(message)?.[1];
      if (plan !== undefined) executed.push(JSON.parse(plan) as Executed);
    });
  });
  return executed;
}

/** What is wrong with the statements executed since it was last asked. */
export function faultsOfAll(executed: Executed[], allowed: Allowed): string[] {
  return executed.splice(0).flatMap((statement) => {
    const words = statement["Query Text"].replaceAll(/\s+/g, " ").slice(0, 300);
    return faultsOf(statement.Plan, allowed).map((fault) => `${fault}: ${words}`);
  });
}

/** The tables of more rows than that, which grow with every day of work. */
export async function tablesLargerThan({ database }: TestServer, rowCount: number): Promise<ReadonlySet<string>> {
  const rows = await database.asOwner<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples > $1 and relnamespace = 'public'::regnamespace",
    [rowCount],
  );
  return new Set(rows.map(({ name }) => name));
}
