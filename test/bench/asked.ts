import { loadWith, type LoadRequest } from "./load.ts";
import { rounds, seconds, spreadOf, timed } from "./rounds.ts";
import { percentile, said, type Row } from "./rows.ts";

/** A question to the office: one of its requests, or several by turns. */
export interface Question {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly goalMs: number | undefined;
}

/**
 * Asks over HTTP, one request at a time; the 95th percentile of a round is judged. The first answer to each request, for which
 * rows may come from the disk, is no part of that and told by itself. An answer other than 200 makes the row a missed one.
 */
export async function ask(url: string, { name, requests, goalMs }: Question): Promise<Row> {
  const [first] = requests;
  if (first === undefined) throw new Error(`${name} asks nothing`);
  const slowestFirstMs = await askEachOnce(url, requests);
  let turn = 0;
  const next = (): LoadRequest => requests[turn++ % requests.length] ?? first;
  const medians: number[] = [];
  const percentiles: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const answered = await loadWith(next, { url, inFlight: 1, seconds: seconds / rounds, expectedStatus: 200 });
    medians.push(answered.medianMs);
    percentiles.push(answered.p95Ms);
    refused += answered.refused;
  }
  return said({
    name,
    unit: percentile,
    figure: spreadOf(percentiles),
    goal: goalMs === undefined ? {} : { atMost: goalMs },
    details: `p50 ${String(spreadOf(medians).median)} ms, first ${String(slowestFirstMs)} ms`,
    refused,
  });
}

/** Milliseconds of the slowest of the first answers. What they say is judged when they are asked again. */
async function askEachOnce(url: string, requests: readonly LoadRequest[]): Promise<number> {
  const times: number[] = [];
  for (const { path, headers } of requests) {
    times.push(await timed(async () => (await fetch(new URL(path, url), { headers })).arrayBuffer()));
  }
  return Math.round(Math.max(...times));
}

/** A question of some addresses, asked by whom the cookie belongs to. */
export function gets(cookie: string, paths: readonly string[]): readonly LoadRequest[] {
  return paths.map((path) => ({ method: "GET", path, headers: { cookie } }));
}
