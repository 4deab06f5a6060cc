import { readList, type ListOptions } from "./list.ts";
import { recogniseFile } from "./recognise.ts";
import type { HawalaSheet } from "./sheet.ts";
import { readWorkbook } from "./workbook.ts";

/**
 * Reads the list in a file here and now. A file can make this take all the time and memory there is: requests call
 * `readHawalaSheet`, which does it in a process that can be killed.
 */
export function readFile(bytes: Buffer, options: ListOptions): HawalaSheet {
  const format = recogniseFile(bytes);
  return readList(format, readWorkbook(bytes, format, options.maxRows), options);
}
