import * as xlsx from "@e965/xlsx";

import { assert } from "#kernel/assert.ts";

import { readFile } from "./read-file.ts";
import { fieldNames, firstColumn, sheetFields } from "./sheet.ts";

const rows = 1_500;
const readings = 4;

/** Steps that make a list and read it some times over: each a short one, since a file may come at any moment. */
export function practices(): readonly (() => void)[] {
  let bytes: Buffer | undefined;
  const make = (): void => {
    bytes = madeList();
  };
  const read = (): void => {
    const sheet = readFile((bytes ??= madeList()), { currencies: ["AFN", "USD"], maxRows: rows });
    assert(sheet.rows.length === rows, "a list of our own is read whole");
  };
  return [make, ...Array.from({ length: readings }, () => read)];
}

function madeList(): Buffer {
  const before = Array.from({ length: firstColumn }, () => "");
  const header = [...before, ...sheetFields.map((field) => fieldNames[field])];
  const lines = Array.from({ length: rows }, (_, index) => {
    const pounds = 50 + (index % 900) + (index % 4) / 4;
    const names = [`Sender ${String(index)}`, index % 2 === 0 ? `Receiver ${String(index)}` : `گیرنده ${String(index)}`];
    return [
      ...before,
      1_000 + index,
      ...names,
      pounds,
      90.5,
      "AFN",
      pounds * 90.5,
      "Kabul",
      70.25,
      Math.round(pounds * 130) / 100,
    ];
  });
  const sheet = xlsx.utils.aoa_to_sheet([header, ...lines]);
  return xlsx.write({ SheetNames: ["List"], Sheets: { List: sheet } }, { type: "buffer", bookType: "xlsx" }) as Buffer;
}
