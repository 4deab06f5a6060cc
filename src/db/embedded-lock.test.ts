import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { folderInUse } from "./embedded-lock.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sarraf-lock-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const gone = spawnSync(process.execPath, ["--version"]).pid;

test.each([
  ["the process that noted its number", `${process.pid}\n`, `a running Sarraf (process ${process.pid})`],
  ["nobody where the number is not written yet", "", "a running Sarraf"],
  ["nobody where that process is gone", `${gone}\n`, "a running Sarraf"],
])("a folder that is in use names %s", async (_, noted, who) => {
  writeFileSync(join(dataDir, "sarraf.pid"), noted);
  const { message } = await folderInUse(dataDir);
  expect(message).toBe(`DATA_DIR ${dataDir} is already in use by ${who}: stop it first or choose another DATA_DIR.`);
});
