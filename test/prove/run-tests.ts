import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { longestMs } from "./full-scale.ts";
import type { Target } from "./targets.ts";
import type { Verdict } from "./verdict.ts";

/** What vitest's own report says of a run, as far as it matters here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const root = join(import.meta.dirname, "..", "..");
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const longestMessage = 2_000;

/** Runs the tests of a target at full scale. It holds where each of them passed, and at least one did. */
export async function runTests(target: Target, seed: number): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "sarraf-prove-"));
  const [report, figures] = [join(folder, "report.json"), join(folder, "figures.jsonl")];
  try {
    const said = await runVitest(target, { PROVE: "full", PROVE_SEED: String(seed), PROVE_FIGURES: figures }, report);
    return judge(existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as Report) : undefined, {
      told: existsSync(figures) ? toldIn(readFileSync(figures, "utf8")) : [],
      said,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a run came to. A name that no longer finds a test, and a test that tells nothing, prove nothing. */
export function judge(report: Report | undefined, { told, said }: { told: readonly string[]; said: string }): Verdict {
  if (report === undefined) return { held: false, figures: `the tests could not be run: ${said.slice(-longestMessage)}` };
  const failures = report.testResults.flatMap(({ message = "", assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const inFile = failed.length === 0 && message !== "" ? [message] : [];
    return [...inFile, ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join("\n")}`)];
  });
  const figures = told.join(", ");
  if (failures.length > 0 || report.numFailedTests > 0) {
    return { held: false, figures: [figures, ...failures].join("\n").trim().slice(0, longestMessage) };
  }
  if (report.numPassedTests === 0) return { held: false, figures: "no test has this name" };
  if (told.length === 0) return { held: false, figures: "nothing was counted" };
  return { held: true, figures };
}

/** The figures in the order they were told; what several tests told alike is said once. */
function toldIn(lines: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of lines.trimEnd().split("\n")) {
    const { figures } = JSON.parse(line) as { figures: string };
    counts.set(figures, (counts.get(figures) ?? 0) + 1);
  }
  return [...counts].map(([figures, count]) => (count === 1 ? figures : `${String(count)} × ${figures}`));
}

function runVitest(target: Target, environment: Readonly<Record<string, string>>, report: string): Promise<string> {
  const names = target.tests === undefined ? [] : ["--testNamePattern", target.tests];
  const timeouts = [`--testTimeout=${String(longestMs)}`, `--hookTimeout=${String(longestMs)}`];
  const reporters = ["--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, "run", "--project", "node", target.file, ...names, ...timeouts, ...reporters], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-20_000)));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });
}
