import type { AuditChange } from "#contract/audit-log.ts";

import type { Names, Unnamed } from "./names.ts";
import type { State } from "./search.ts";

/** One value of a state, by the name that its field goes by. */
type Field = readonly [name: string, value: unknown];

/**
 * Bookkeeping that the entry itself says, or that nobody reads: a state is written down whole, with what the database adds to it.
 */
const untold: ReadonlySet<string> = new Set([
  "id",
  "version",
  "balances",
  "names",
  "createdAt",
  "createdBy",
  "updatedAt",
  "modifiedAt",
  "modifiedBy",
  "deletedAt",
  "deletedBy",
  "isSystem",
  "searchText",
  "searchLetters",
]);

/** Never written down; were it ever, it would still not be shown. */
const secret = /password(?!Change)|hash|secret|token|recoveryCodes|otp/i;

/** The fields of a state, those of what lies in it by their path: "filter.transType". */
function fieldsOf(state: State | null): readonly Field[] {
  return Object.entries(state ?? {}).flatMap(([key, value]): readonly Field[] => {
    const name = camelCase(key);
    if (untold.has(name) || (secret.test(name) && typeof value !== "boolean" && typeof value !== "number")) return [];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [[name, value]];
    return fieldsOf(value as State).map(([inner, held]) => [`${name}.${inner}`, held]);
  });
}

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const fieldsOfIds = new Map([
  ["userId", "user"],
  ["batchId", "import_batch"],
  ["currencyId", "currency"],
  ["cCurrencyId", "currency"],
  ["amountCurrencyId", "currency"],
  ["hawalaId", "hawala"],
  ["importBatchId", "import_batch"],
]);

/** The kind of object whose id a field holds, also one that lies within another: "filter.accountId". */
function kindIn(field: string): string | undefined {
  const name = field.split(".").at(-1) ?? field;
  if (/accountId$/i.test(name)) return "account";
  return name.endsWith("By") ? "user" : fieldsOfIds.get(name);
}

/** Collects what a state names by ids. */
export function noteUnnamed(state: State | null, unnamed: Unnamed): void {
  for (const [name, value] of fieldsOf(state)) {
    const kind = kindIn(name);
    if (kind !== undefined && (typeof value === "number" || typeof value === "string")) unnamed.add(kind, String(value));
  }
}

/** One of several: a text as it stands, a small record by its names, since two amounts say nothing without theirs. */
function itemInWords(item: unknown): string {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return JSON.stringify(item);
  if (Array.isArray(item)) return `(${listInWords(item)})`;
  const { currency, currencyId, ...rest } = item as Readonly<Record<string, unknown>>;
  const fields = Object.entries(currency === undefined ? { currencyId, ...rest } : rest)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${name} ${itemInWords(value)}`)
    .join(", ");
  return typeof currency === "string" ? `${currency}: ${fields}` : fields;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Records have commas of their own. */
function listInWords(items: readonly unknown[]): string {
  return items.map(itemInWords).join(items.some((item) => typeof item === "object") ? "; " : ", ");
}

/** A value in words; nothing is null. */
function told([name, value]: Field, names: Names): string | null {
  if (isNothing(value)) return null;
  if (Array.isArray(value)) return listInWords(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const kind = kindIn(name);
  return kind === undefined ? text : (names.of(kind, text) ?? text);
}

/** What an object is called by comes first: a row of the list has room for few fields. */
const identifying: ReadonlySet<string> = new Set(["username", "hawalaNo", "accountCode", "code", "fileName"]);

/**
 * What an act changed, field by field in words, where both states are known; of what was made or removed everything that stood
 * there.
 */
export function changesOf(
  { old: before, new: after }: { readonly old: State | null; readonly new: State | null },
  names: Names,
): AuditChange[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  const fields = [...new Set([...is.keys(), ...was.keys()])];
  const isFirst = (field: string) => identifying.has(field);
  return [...fields.filter(isFirst), ...fields.filter((field) => !isFirst(field))]
    .map((field) => ({
      field,
      before: told([field, was.get(field)], names),
      after: told([field, is.get(field)], names),
    }))
    .filter((change) => change.before !== change.after);
}
