import { readList, type ListOptions, type ListReading } from "./list.ts";
import { recogniseFile } from "./recognise.ts";
import type { HawalaSheet, HawalaSheetRow } from "./sheet.ts";
import { readWorkbook } from "./workbook.ts";

/**
 * Reads the list in a file here and now, part by part. A file can make this take all the time and memory there is: requests call
 * `readHawalaSheet`, which does it in a process that can be killed.
 */
export function readFileInParts(bytes: Buffer, options: ListOptions): ListReading {
  const format = recogniseFile(bytes);
  return readList(format, readWorkbook(bytes, format, options.maxRows), options);
}

/** The same, whole. */
export function readFile(bytes: Buffer, options: ListOptions): HawalaSheet {
  const rows: HawalaSheetRow[] = [];
  const reading = readFileInParts(bytes, options);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return { ...value, rows };
    rows.push(...value);
  }
}
