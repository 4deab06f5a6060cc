import { monitorEventLoopDelay } from "node:perf_hooks";
import { runInNewContext } from "node:vm";

import { afterAll, describe, expect, test } from "vitest";

import { mostSheetRows } from "#kernel/hawala-sheet.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sheetFixture } from "#test/support/hawala-sheets.ts";
import { endlessSheets, feebleSheets, greedySheets, noise } from "#test/support/hostile-sheets.ts";

import { endReady, readInProcess } from "./process.ts";
import { readFile } from "./read-file.ts";
import { readHawalaSheet } from "./read.ts";
import type { HawalaSheet } from "./sheet.ts";

const currencies = ["AFN", "USD", "EUR", "PKR"];
const within = 15_000;
const starting = 2_000;

/** How late the thread that serves requests was while the files were read. */
const delay = monitorEventLoopDelay({ resolution: 5 });
afterAll(endReady);

const readAsUsual = (bytes: Buffer): Promise<HawalaSheet> => readHawalaSheet(bytes, { who: "1", currencies });
const readInOneSecond = (bytes: Buffer): Promise<HawalaSheet> =>
  readInProcess(bytes, { currencies, maxRows: mostSheetRows }, { withinMs: 1_000 });

/** In this thread, where no process helps: to begin one takes longer than what is wrong in a file that is no work. */
const readHere = async (bytes: Buffer): Promise<HawalaSheet> => {
  const read = (): HawalaSheet => readFile(bytes, { currencies, maxRows: mostSheetRows });
  // What had no end would fail the test, and not hold the thread for ever.
  return runInNewContext("read()", { read }, { timeout: within }) as HawalaSheet;
};

/** What becomes of a file: the number of its rows, or the code of its refusal; anything else fails the test. */
async function outcome(bytes: Buffer, read = readHere): Promise<string> {
  try {
    const { rows } = await read(bytes);
    return `${String(rows.length)} rows`;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The same in a process, within the time there is for it, while this thread is looked at. */
async function timedOutcome(bytes: Buffer, read = readAsUsual): Promise<string> {
  const began = performance.now();
  delay.enable();
  try {
    return await outcome(bytes, read);
  } finally {
    delay.disable();
    expect(performance.now() - began).toBeLessThan(within + starting);
  }
}

describe("a file that is made to harm", () => {
  test.each(greedySheets)("%s harms nothing but the process that reads", async (_, make, expected) => {
    expect(await timedOutcome(make())).toMatch(expected);
  });

  // The battery has each of them read by a process, through the server.
  test.each(feebleSheets)("%s does no harm", async (_, make, expected) => {
    expect(await outcome(make())).toMatch(expected);
  });

  // The battery gives them the whole of the time.
  test.each(endlessSheets)("%s is given up when its time is over", async (_, make, expected) => {
    expect(await timedOutcome(make(), readInOneSecond)).toMatch(expected);
  });

  test("leaves the next file as readable as it was", async () => {
    expect(await timedOutcome(sheetFixture("clean.xlsx"))).toBe("12 rows");
  });
});

describe("a file that was damaged on its way", () => {
  const files = ["clean.xlsx", "clean.xls", "clean.ods"];

  test.each(files)("%s, cut off at eight places", async (file) => {
    const bytes = sheetFixture(file);
    for (let part = 0; part < 8; part += 1) {
      const found = await outcome(bytes.subarray(0, Math.floor((bytes.length * part) / 8)));
      expect(found).toMatch(
        file === "clean.xls" ? /^(?:unreadable|unsupported_type|\d+ rows)$/ : /^(?:unreadable|unsupported_type)$/,
      );
    }
  });

  // Through the server, 1,500 more of them are read by the battery.
  test.each(files)("%s, with bytes changed anywhere, eight times", async (file) => {
    const original = sheetFixture(file);
    const random = noise(4 * 8 * 8);
    for (let mutant = 0; mutant < 8; mutant += 1) {
      const bytes = Buffer.from(original);
      for (let change = 0; change <= mutant % 8; change += 1) {
        const at = Buffer.from(random).readUInt32LE(4 * (mutant * 8 + change)) % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 + ((random[mutant] ?? 0) % 255));
      }
      expect(await outcome(bytes)).toMatch(/^(?:unreadable|unsupported_type|too_large|\d+ rows)$/);
    }
  });
});

test("whoever asks for something else meanwhile waits for a moment at most", () => {
  expect(delay.count).toBeGreaterThan(300);
  // A file that were read in this thread would hold it for seconds; a busy machine holds it for tenths.
  expect(delay.percentile(50) / 1e6).toBeLessThan(100);
  expect(delay.percentile(99) / 1e6).toBeLessThan(1_000);
});
