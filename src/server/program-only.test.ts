import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { programOnly, programRoot } from "./program-only.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sarraf-linked-"));
  writeFileSync(join(root, "package.json"), "{}");
  mkdirSync(join(root, "src"));
  symlinkSync(join(programRoot, "node_modules"), join(root, "node_modules"));
  writeFileSync(
    join(root, "src", "reads.cjs"),
    `require("csv-stringify/sync"); require("node:fs").readFileSync(process.argv[2]);`,
  );
  writeFileSync(join(root, "secret.txt"), "secret");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A process of the program in that place which loads a library and reads one file: how it ends, and what it says. */
function reading(file: string) {
  const args = [...programOnly(root), join(root, "src", "reads.cjs"), join(root, file)];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return { status, stderr };
}

test("a process that reads the program alone finds its libraries also where their folder is a link", () => {
  expect(reading("package.json")).toEqual({ status: 0, stderr: "" });
});

test("it reads nothing beside the program", () => {
  expect(reading("secret.txt")).toMatchObject({ status: 1, stderr: expect.stringContaining("ERR_ACCESS_DENIED") });
});
