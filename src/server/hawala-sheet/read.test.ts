import { spawnSync } from "node:child_process";

import { afterAll, describe, expect, test } from "vitest";

import { statusOf } from "#contract/errors.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { mostSheetRows } from "#kernel/hawala-sheet.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
  sheetExpectations,
  sheetFile,
  sheetFixture,
  sheetHeader,
  sheetRow,
  type SheetExpectation,
} from "#test/support/hawala-sheets.ts";

import { endReady, readerArguments, readInProcess } from "./process.ts";
import { readFile } from "./read-file.ts";
import { readHawalaSheet } from "./read.ts";
import type { HawalaSheet } from "./sheet.ts";

const currencies = ["AFN", "USD", "EUR", "PKR"];
const read = (bytes: Buffer, who = "1"): Promise<HawalaSheet> => readHawalaSheet(bytes, { who, currencies });
/** Without a process of its own, which takes longer to begin than a fixture to be read. */
const readHere = async (file: string): Promise<HawalaSheet> =>
  readFile(sheetFixture(file), { currencies, maxRows: mostSheetRows });

afterAll(endReady);

/** Names are compared as the fixtures' notes say: after NFKC, with ي and ك as ی and ک, without ZWNJ and marks, blanks as one. */
const plainName = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll("ي", "ی")
    .replaceAll("ك", "ک")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();

function compared(field: string, text: string): string | number {
  if (field === "rate") return Number(text);
  return field === "hawalaNo" ? hawalaKey(text).replaceAll("-", "") : plainName(text);
}

/** Each upload once; what a second upload answers is the store's business. */
const uploads = [...new Map(sheetExpectations.map((expectation) => [expectation.file, expectation])).values()];
const readable = uploads.filter(({ preview }) => preview.status === 200);

describe("a partner's list", () => {
  test.each(readable)(
    "$file gives the rows that are expected of it",
    async ({ file, preview, sample = [] }: SheetExpectation) => {
      const { rows } = await readHere(file);
      expect(rows).toHaveLength(preview.rows ?? 0);
      for (const [index, expected] of sample.entries()) {
        const row = rows[index] as unknown as Readonly<Record<string, string>>;
        for (const [field, text] of Object.entries(expected)) {
          expect([field, compared(field, row[field] ?? "")]).toEqual([field, compared(field, text)]);
        }
      }
    },
  );

  test.each(uploads.filter(({ preview }) => preview.status !== 200))(
    "$file is refused with the status that is expected",
    async ({ file, preview }) => {
      const refusal = await readHere(file).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(preview.status).toContain(statusOf[(refusal as Refusal).code]);
    },
  );

  test("of the fixtures has no other fault and no doubt than the two that are put into it", async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { file } of readable) {
      const { rows } = await readHere(file);
      const notes = rows.flatMap(({ errors, warnings }) =>
        [...errors, ...warnings].map(({ cell, message }) => `${cell}: ${message}`),
      );
      if (notes.length > 0) found[file] = notes;
    }
    expect(found).toEqual({
      "unknown-currency.xlsx": ['H5: currency "AED" is unknown'],
      "missing-amount.xls": ["F4: amount is missing"],
    });
  });

  test("says where it was read, and what else the file holds", async () => {
    const { format, sheetName, otherSheetsWithData, headerRow } = await readHere("cover-sheet.ods");
    expect({ format, sheetName, otherSheetsWithData, headerRow }).toEqual({
      format: "ods",
      sheetName: "حواله ۲۷",
      otherSheetsWithData: ["Cover", "Rates", "Notes"],
      headerRow: 1,
    });
  });
});

describe("the process that reads", () => {
  const small = sheetFile([sheetHeader, sheetRow()]);

  test("hands over every row of a long list, in order", async () => {
    const numbers = Array.from({ length: 3_001 }, (_, index) => String(100_000 + index));
    const { rows } = await read(sheetFile([sheetHeader, ...numbers.map((number) => sheetRow({ C: number }))]));
    expect(rows.map(({ hawalaNo }) => hawalaNo)).toEqual(numbers);
  });

  // It may read less of the machine than this thread, and a library may look for its tables when it meets a kind of file.
  test.each(["clean.xls", "clean.ods"])("reads %s as it is read here", async (file) => {
    expect(await read(sheetFixture(file))).toEqual(await readHere(file));
  });

  test("refuses a list that grows too long when a part of its rows was told", async () => {
    const list = sheetFile([sheetHeader, ...Array.from({ length: 301 }, (_, index) => sheetRow({ C: 1_000 + index }))]);
    await expect(readHawalaSheet(list, { who: "1", currencies, maxRows: 300 })).rejects.toMatchObject({ code: "too_large" });
  });

  test("stops when the person has gone", async () => {
    const gone = new AbortController();
    const reading = readHawalaSheet(small, { who: "1", currencies, signal: gone.signal });
    gone.abort();
    await expect(reading).rejects.toMatchObject({ code: "unreadable" });
    await expect(readHawalaSheet(small, { who: "1", currencies, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "unreadable",
    });
  });

  test("is ended when it takes too long, and a wrong order does not end the server", async () => {
    await expect(readInProcess(small, { currencies, maxRows: 10 }, { withinMs: 0 })).rejects.toMatchObject({
      code: "unreadable",
      message:
        "The file is too large or too complicated to be read. Copy the list alone into a new workbook and choose that file",
    });
    await expect(readInProcess(small, null as never)).rejects.toThrow("reading a hawala sheet failed");
    expect((await read(small)).rows).toHaveLength(1);
  });

  test("may read nothing but the program, and is told nothing", () => {
    const asked = `import("node:fs").then(({ readFileSync }) => readFileSync("/etc/hostname"))`;
    const { stderr } = spawnSync(process.execPath, [...readerArguments(), "--eval", asked], { encoding: "utf8", env: {} });
    expect(stderr).toContain("ERR_ACCESS_DENIED");
  });

  test("is begun in turn: a second file of one person that would wait is refused, and whoever comes when too many wait", async () => {
    const gone = new AbortController();
    const readings = Array.from({ length: 22 }, (_, who) =>
      readHawalaSheet(small, { who: String(who), currencies, signal: gone.signal }),
    );
    await expect(read(small, "21")).rejects.toMatchObject({
      code: "too_many",
      message: "One of your files is waiting to be read already. Choose the next one when it has been",
    });
    await expect(read(small, "late")).rejects.toMatchObject({
      code: "too_many",
      message: "Too many files are being read at once. Try again in a moment",
    });
    gone.abort();
    const outcomes = await Promise.allSettled(readings);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(22);
  });
});
