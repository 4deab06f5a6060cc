import { expect, test } from "vitest";

import { outdated } from "./retention.ts";

const backups = (verdicts: string) =>
  [...verdicts].map((letter, index) => ({ id: 100 - index, verdict: verdictOf[letter] ?? "" }));
const verdictOf: Readonly<Record<string, string>> = { g: "good", f: "failed", u: "unchecked" };
const gone = (verdicts: string, kept: number): number[] => outdated(backups(verdicts), kept).map(({ id }) => id);

test("so many good ones are kept, the latest", () => {
  expect(gone("ggggg", 3)).toEqual([97, 96]);
  expect(gone("ggg", 3)).toEqual([]);
  expect(gone("", 3)).toEqual([]);
});

test("whole files that nobody could check outlive what has failed since", () => {
  expect(gone("ffffuuu", 2)).toEqual([98, 97, 94]);
  expect(gone("fu", 1)).toEqual([]);
});

test("the last good one stays, whatever has failed since", () => {
  expect(gone("ffffffg", 2)).toEqual([98, 97, 96, 95]);
  expect(gone("ufufg", 1)).toEqual([98, 97]);
  expect(gone("gf", 0)).toEqual([]);
});
