import { inBrowser } from "#web/lib/browser-storage.ts";

/** Forms as this browser keeps them between two loads of the page. A change of what is stored gets a new number. */
const format = 1;

/** What an account row knows about its holder beyond the name: nothing that a browser should keep. */
const personal = { tazkiraNumber: null, phone: null, email: null, address: null, fatherName: null, dateOfBirth: null };

type Values = Record<string, unknown>;

export interface KeptValues {
  readonly values: Values;
  /** Pictures were left out. */
  readonly partial: boolean;
}

interface Fitting<Form> {
  readonly values: Form;
  /** The form has not changed since. */
  readonly isWhole: boolean;
}

/**
 * The values of a form as they are kept. Pictures are not: they are faces and signatures, which have no business in a
 * browser's storage, and with every key pressed a megabyte would be written. Of the accounts chosen only what the form works
 * with is kept, and not whom they belong to.
 */
export function toKeep(values: Values): KeptValues {
  let partial = false;
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === "string" && value.startsWith("data:")) {
      partial = true;
      return [name, ""];
    }
    return [name, isObject(value) && "accountCode" in value ? { ...value, ...personal } : value];
  });
  return { values: Object.fromEntries(entries) as Values, partial };
}

/**
 * Kept values, as far as they fit a form that looks like `blank`, which may have changed since with a newer version; the rest stands as
 * in a blank form. Undefined where nothing fits.
 */
export function fitting<Form extends Values>(kept: unknown, blank: Form): Fitting<Form> | undefined {
  if (!isObject(kept)) return undefined;
  const names = Object.keys(blank);
  const fits = names.filter((name) => name in kept && isAlike(kept[name], blank[name]));
  if (fits.length === 0) return undefined;
  const values = { ...blank, ...Object.fromEntries(fits.map((name) => [name, kept[name]])) };
  return { values, isWhole: fits.length === names.length && Object.keys(kept).length === names.length };
}

/** Whether a value may stand where the blank form has this one. What is blank as null may be an account or an id. */
function isAlike(value: unknown, blank: unknown): boolean {
  if (value === null || blank === null) return blank === null || typeof blank !== "string";
  return typeof value === typeof blank;
}

/** Writes under a key. */
export function store(key: string, content: object): void {
  inBrowser.keep(key, JSON.stringify({ ...content, format }));
}

/** Reads what {@link store} has written; undefined for anything else. */
export function stored(key: string): Values | undefined {
  const content = inBrowser.jsonOf(key);
  return isObject(content) && content["format"] === format ? content : undefined;
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
