import { Refusal } from "#kernel/refusal.ts";

const versionPattern = /^(?:"(\d{1,9})"|(\d{1,9}))$/;

/**
 * The version an edit was made from: `7` or `"7"`; undefined without the header. Refuses any other text, also a weak tag
 * (`W/"7"`), which by HTTP matches nothing (RFC 9110, 13.1.1).
 */
export function ifMatchOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const match = versionPattern.exec(header.trim());
  if (match === null) throw new Refusal("invalid", "If-Match takes the version that was read, such as 7");
  return Number.parseInt(match[1] ?? match[2] ?? "", 10);
}
