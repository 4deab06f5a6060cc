/**
 * `npm run prove`: the battery. Each target runs tests of this repository at full scale under a seed of its own and gives one line:
 * whether it held, what was counted, and the seed that repeats it.
 */
import { randomInt } from "node:crypto";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";

import { part } from "./full-scale.ts";
import { runTests } from "./run-tests.ts";
import { targets, type Target } from "./targets.ts";
import type { Verdict } from "./verdict.ts";

/** Builds a cluster out of Debian packages, and so runs only where it is asked for by its name. */
const cluster = {
  name: "cluster",
  claim: "three PostgreSQL nodes, two servers: leaders and servers killed, nothing lost or doubled",
};

interface Proof {
  readonly name: string;
  readonly claim: string;
  prove(seed: number): Promise<Verdict>;
}

interface Proven extends Verdict {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
}

const proofs: readonly Proof[] = targets.map((target: Target) => ({
  name: target.name,
  claim: target.claim,
  prove: (seed) => runTests(target, seed),
}));
const onDemand: readonly Proof[] = [{ ...cluster, prove: proveCluster }];
const everything = [...proofs, ...onDemand];

const { positionals: names } = parseArgs({ allowPositionals: true });
const unknown = names.filter((name) => name !== "list" && !everything.some((proof) => proof.name === name));

if (names.includes("list")) list();
else if (unknown.length > 0) refuse(unknown);
else await proveAll(names.length === 0 ? proofs : everything.filter(({ name }) => names.includes(name)));

function list(): void {
  for (const { name, claim } of everything) console.log(`${name.padEnd(widthOf(everything))}  ${claim}`);
}

function refuse(strangers: readonly string[]): void {
  console.error(`There is no target ${strangers.join(", ")}. "npm run prove -- list" names them all.`);
  process.exitCode = 2;
}

async function proveAll(chosen: readonly Proof[]): Promise<void> {
  const scale = part === 1 ? "at full scale" : `at ${String(part)} of the full scale`;
  console.log(
    `${String(chosen.length)} targets ${scale}, ${String(availableParallelism())} × ${cpus()[0]?.model ?? "unknown processor"}\n`,
  );
  const proven: Proven[] = [];
  for (const proof of chosen) {
    if (process.stdout.isTTY) process.stdout.write(`… ${proof.name}\r`);
    const result = await proveOne(proof);
    proven.push(result);
    console.log(lineOf(result, widthOf(chosen)));
  }
  tell(proven, chosen);
}

async function proveOne({ name, prove }: Proof): Promise<Proven> {
  const given = process.env["PROVE_SEED"];
  const seed = given === undefined ? randomInt(1, 2 ** 31) : Number.parseInt(given, 10);
  const startedAt = performance.now();
  const { held, figures } = await prove(seed).catch((error: unknown) => ({ held: false, figures: String(error) }));
  return { name, held, figures, seed, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

/** The cluster's module is loaded only to be run. */
async function proveCluster(): Promise<Verdict> {
  const module = await import("./cluster/cluster.ts");
  return module.proveCluster();
}

function lineOf({ name, held, figures, seed, seconds }: Proven, width: number): string {
  return `${held ? "passed" : "FAILED"}  ${name.padEnd(width)}  ${figures}; seed ${String(seed)}, ${String(seconds)} s`;
}

function tell(proven: readonly Proven[], chosen: readonly Proof[]): void {
  const held = proven.filter((result) => result.held);
  const failed = proven.filter((result) => !result.held);
  console.log(`\n${"target".padEnd(widthOf(chosen))}  verdict  claim`);
  for (const { name, claim } of chosen) {
    const verdict = held.some((result) => result.name === name) ? "held  " : "FAILED";
    console.log(`${name.padEnd(widthOf(chosen))}  ${verdict}   ${claim}`);
  }
  console.log(
    `\n${String(held.length)} held, ${String(failed.length)} failed${part === 1 ? "" : ` (at ${String(part)} of the full scale)`}`,
  );
  if (failed.length > 0) process.exitCode = 1;
}

function widthOf(of: readonly { readonly name: string }[]): number {
  return Math.max(...of.map(({ name }) => name.length));
}
