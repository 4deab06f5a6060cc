import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#test/support/backups.ts";

import { giveName, removeForgotten, unfinishedPath } from "./folder.ts";

test("a backup never takes the name of another, also of the same second", async () => {
  const folder = temporaryFolder();
  const wanted = "sarraf_2026-03-01_02-30-00.sql";
  const given = [];
  for (const text of ["first", "second", "third"]) {
    const path = unfinishedPath(folder);
    writeFileSync(path, text);
    given.push(await giveName(path, folder, wanted));
  }
  expect(given).toEqual([wanted, wanted.replace(".sql", "_2.sql"), wanted.replace(".sql", "_3.sql")]);
  expect(given.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["first", "second", "third"]);
});

test("what an interrupted backup has left goes after a day; what is being written stays, and so does every whole file", async () => {
  const folder = temporaryFolder();
  const now = new Date("2026-03-02T02:30:00Z");
  const lastChanged = { "old.part": 25, "fresh.part": 23, "sarraf_2026-01-01_02-30-00.sql": 1_000 };
  for (const [name, hoursAgo] of Object.entries(lastChanged)) {
    writeFileSync(join(folder, name), "");
    const at = now.getTime() / 1_000 - hoursAgo * 3_600;
    utimesSync(join(folder, name), at, at);
  }
  await removeForgotten(folder, now);
  expect(readdirSync(folder).toSorted()).toEqual(["fresh.part", "sarraf_2026-01-01_02-30-00.sql"]);
  await removeForgotten(join(folder, "nowhere"), now);
});
