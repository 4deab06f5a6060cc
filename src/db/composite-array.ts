import { assert } from "#kernel/assert.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as PostgreSQL reads an array of a composite type: {"(0,…)","(1,…)"}. `attributes` are the type's, in its order; what a row
 * does not have is null, objects are JSON. The database reads this at a fraction of the price of JSON. Source: PostgreSQL,
 * "Composite Type Input and Output Syntax" and "Array Input and Output Syntax".
 */
export function compositeArray(rows: readonly Row[], attributes: readonly string[]): string {
  return `{${rows.map((row) => elementOf(row, attributes)).join(",")}}`;
}

/** A row within the quotes of an array's element. Nothing between two commas stands for null. */
function elementOf(row: Row, attributes: readonly string[]): string {
  let values = "";
  for (const name of attributes) values += `${valueOf(row[name])},`;
  return `"(${values.slice(0, -1)})"`;
}

function valueOf(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return quoted(JSON.stringify(value));
  assert(typeof value === "number" || typeof value === "boolean", "a value of a row is text, number, truth or JSON");
  return String(value);
}

const special = /["\\]/;

/** A text within a row within an array's element: its own quotes and backslashes are escaped for both. */
function quoted(text: string): string {
  if (!special.test(text)) return `\\"${text}\\"`;
  return `\\"${text.replaceAll("\\", String.raw`\\\\`).replaceAll('"', String.raw`\\\"`)}\\"`;
}
