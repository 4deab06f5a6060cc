import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { judge } from "./run-tests.ts";
import { targets } from "./targets.ts";

const passed = { numPassedTests: 2, numFailedTests: 0, testResults: [] };
const told = ["100 kills"];

test("a target holds where its tests passed and told what they counted", () => {
  expect(judge(passed, { told: ["100 kills", "0 lost"], said: "" })).toEqual({ held: true, figures: "100 kills, 0 lost" });
});

test.each([
  [
    "a test failed",
    { ...passed, numFailedTests: 1, testResults: [resultOf({ status: "failed" })] },
    told,
    "100 kills\nkill: lost one",
  ],
  [
    "its file could not be loaded",
    { ...passed, testResults: [{ message: "No such file", assertionResults: [] }] },
    told,
    "No such file",
  ],
  ["no test has its name any more", { ...passed, numPassedTests: 0 }, told, "no test has this name"],
  ["nothing was counted", passed, [], "nothing was counted"],
  ["the tests could not be run at all", undefined, [], "the tests could not be run: out of memory"],
])("a target does not hold where %s", (_why, report, figures, says) => {
  const verdict = judge(report, { told: figures, said: "out of memory" });
  expect(verdict.held).toBe(false);
  expect(verdict.figures).toContain(says);
});

test("targets have names of their own, and files", () => {
  expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  for (const { file } of targets) expect(existsSync(file), file).toBe(true);
});

function resultOf({ status }: { status: string }) {
  return { assertionResults: [{ status, fullName: "kill", failureMessages: ["lost one"] }] };
}
