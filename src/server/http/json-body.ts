import { isUtf8 } from "node:buffer";

import { Refusal } from "#kernel/refusal.ts";

import { isStrangeText, strangeTextMessage } from "./strange-text.ts";

const deepest = 20;

/**
 * More than any call has a use for: a day closed over 200 currencies, each counted by thirty notes, has some 20,000. A body with a picture is
 * long because of one long text: as many bytes of short values would keep the one thread busy for seconds, and everybody at a counter waiting.
 */
const mostValues = 25_000;

/**
 * Reads the JSON body of a request. Refuses what is not UTF-8 or not JSON, more than 25,000 values, nesting deeper than
 * twenty, keys that reach for prototypes, and strange text anywhere. A numeral whose value would not be written the way it came
 * ("1e3", "0.10", twenty digits) is handed on as its source text, so that the schema of the field judges what was really sent.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new Refusal("invalid", "The body is not UTF-8 text");
  if (hasTooManyValues(bytes)) throw new Refusal("invalid", "The body has too many values");
  const text = bytes.toString("utf8");
  const body = parse(text);
  if (typeof body === "object" && body !== null) {
    refuseDeep(body, 1);
    if (suspicious.test(text)) refuseStrange(body);
  } else if (typeof body === "string" && isStrangeText(body)) {
    throw new Refusal("invalid", strangeTextMessage);
  }
  return body;
}

/** Looks at the bytes alone: once they are parsed, the work is done. A sign within a text counts as well; no text has that many. */
function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= mostValues) return false;
  let count = 0;
  for (const sign of [",", "[", "{"]) {
    for (let at = bytes.indexOf(sign); at !== -1; at = bytes.indexOf(sign, at + 1)) {
      count += 1;
      if (count > mostValues) return true;
    }
  }
  return false;
}

/**
 * Finds every numeral that JSON.parse might not give back as written: with an exponent, a closing zero, sixteen digits, a
 * value that would be written with an exponent, or a negative zero. Text inside strings seldom looks like one.
 */
const inexactNumeral = /(?:^|[:,[\s])-?(?:\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|[\d.]{16}|0\.00000)|-0(?![\d.])/;

function parse(text: string): unknown {
  try {
    return inexactNumeral.test(text) ? parseWithSource(text, keepSource) : JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "The body is not valid JSON");
  }
}

/** JSON.parse tells the reviver the source text of each primitive; its types do not know that yet. */
const parseWithSource = JSON.parse as (text: string, revive: typeof keepSource) => unknown;

function keepSource(_key: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === "number" && context.source !== undefined && context.source !== String(value) ? context.source : value;
}

function refuseDeep(value: object, depth: number): void {
  if (depth > deepest) throw new Refusal("invalid", "The body is nested too deeply");
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === "object" && inner !== null) refuseDeep(inner, depth + 1);
  }
}

/**
 * Without any of these in the raw text no string of the body can be strange: raw control characters are not JSON, raw
 * surrogates not UTF-8, and everything else is written with a backslash.
 */
const suspicious = /[\\\u007f-\u009f\u202a-\u202e\u2066-\u2069]|__proto__|constructor/;

function refuseStrange(value: object): void {
  for (const [key, inner] of Object.entries(value)) {
    if (isStrangeText(key)) throw new Refusal("invalid", strangeTextMessage);
    if (reachesForPrototype(key, inner)) throw new Refusal("invalid", "The body contains a forbidden key");
    if (typeof inner === "string" && isStrangeText(inner)) throw new Refusal("invalid", strangeTextMessage, issueAt(value, key));
    if (typeof inner === "object" && inner !== null) refuseStrange(inner);
  }
}

function reachesForPrototype(key: string, inner: unknown): boolean {
  return (
    key === "__proto__" ||
    (key === "constructor" && typeof inner === "object" && inner !== null && Object.hasOwn(inner, "prototype"))
  );
}

function issueAt(holder: object, key: string): { issues: { path: string; message: string }[] } | undefined {
  return Array.isArray(holder) ? undefined : { issues: [{ path: key, message: strangeTextMessage }] };
}
