import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { preparePrograms } from "./embedded-programs.ts";

const root = mkdtempSync(join(tmpdir(), "sarraf-programs-of-a-test-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Programs that run in a copy alone, as those that lie where their account cannot go. */
const installedAt = join(root, "package", "native");
mkdirSync(join(installedAt, "bin"), { recursive: true });
writeFileSync(join(root, "package", "package.json"), JSON.stringify({ version: "1" }));
for (const name of ["postgres", "initdb"]) {
  writeFileSync(join(installedAt, "bin", name), '#!/bin/sh\ncase "$0" in */package/*) exit 1;; esac\n', { mode: 0o700 });
}

function prepare(dataDir: string): string {
  return preparePrograms({ dataDir, runAs: undefined, installedAt, log: () => undefined }).folder;
}

/** A data folder beside which the programs were copied before. */
function withCopy(): { readonly dataDir: string; readonly programs: string; readonly copy: string } {
  const dataDir = mkdtempSync(join(root, "data-"));
  const copy = prepare(dataDir);
  const programs = join(dataDir, "programs");
  expect(readdirSync(programs)).toEqual([basename(copy)]);
  return { dataDir, programs, copy };
}

const writableByOthers = (folder: string): void => chmodSync(folder, 0o777);
const anothers = (folder: string): void => chownSync(folder, 65_534, 65_534);
/** Leads to where somebody else decides what lies there. */
function led(folder: string): void {
  rmSync(folder, { recursive: true });
  symlinkSync(mkdtempSync(join(root, "elsewhere-")), folder);
}

const ways: readonly (readonly [string, (folder: string) => void])[] = [
  ["may be written into by others", writableByOthers],
  ["is a link", led],
  // Only root can give a folder away.
  ...(process.getuid?.() === 0 ? [["is somebody else's", anothers] as const] : []),
];

test.each(ways)("no program is run from a place of copies that %s, nor from such a copy", (_, open) => {
  for (const which of ["programs", "copy"] as const) {
    const made = withCopy();
    open(made[which]);
    expect(() => prepare(made.dataDir), which).toThrow(/^The PostgreSQL programs in \S+ cannot be run \(/);
  }
});
