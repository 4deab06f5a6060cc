import type { Chooser } from "#server/demo/random.ts";

import { nasty } from "./fuzz-nasty.ts";

/** A request before it is written down: whatever of it is wrong was made wrong on purpose. */
export interface Draft {
  method: string;
  /** The path pattern's parameters as they go into the path, already encoded. */
  params: Record<string, string>;
  /** Names and values of the query as they are written, already encoded. */
  query: [string, string][];
  body: unknown;
  headers: Record<string, string>;
  /** What becomes of the body's bytes at last. */
  garble: ((bytes: Buffer) => Buffer)[];
}

type Mutation = (draft: Draft, chooser: Chooser) => void;

/** A value that no field means, as it may be written into a path or a query. */
export function nastyText(chooser: Chooser): string {
  if (chooser.happens(20)) return chooser.oneOf(badEncodings);
  const value = nasty(chooser);
  return encoded(typeof value === "string" ? value.replaceAll(/@numeral |@/g, "") : JSON.stringify(value));
}

const badEncodings = [
  "%00",
  "%",
  "%zz",
  "%ff",
  "%c0%af",
  "%ED%A0%80",
  "%E2%80%AE",
  "%2e%2e%2f",
  "..%2f",
  "%0d%0a",
  "%u0041",
  "+",
  ";",
  "*",
];

/** Half a character has no encoding: its bytes are written as they would be. */
function encoded(text: string): string {
  return [...text].map((letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : "%ED%A0%80")).join("");
}

const deepest = 25;

/** Every place within a body that a value stands at, those too deep for anybody aside. */
function places(value: unknown, depth = 1): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...places(holder[key], depth + 1)]);
}

const inBody =
  (change: (holder: Record<string, unknown>, key: string, chooser: Chooser) => void): Mutation =>
  (draft, chooser) => {
    const all = places(draft.body);
    if (all.length === 0) draft.body = nasty(chooser);
    else {
      const { holder, key } = chooser.oneOf(all);
      change(holder, key, chooser);
    }
  };

const another = inBody((holder, key, chooser) => {
  holder[key] = nasty(chooser);
});
const without = inBody((holder, key) => {
  delete holder[key];
});
const underAnotherName = inBody((holder, key, chooser) => {
  const name = chooser.oneOf(["__proto__", "constructor", "id", "version", "userId", "role", "\u0000", "", "x".repeat(1_000)]);
  Object.defineProperty(holder, name, { value: holder[key], enumerable: true, configurable: true, writable: true });
});
const within = inBody((holder, key, chooser) => {
  let value: unknown = holder[key];
  for (let depth = chooser.oneOf([1, 19, 25, 1_000]); depth > 0; depth -= 1) value = chooser.happens(50) ? [value] : { a: value };
  holder[key] = value;
});

const garbled =
  (change: (bytes: Buffer, chooser: Chooser) => Buffer): Mutation =>
  (draft, chooser) => {
    draft.garble.push((bytes) => change(bytes, chooser));
  };
const cutShort = garbled((bytes, chooser) => bytes.subarray(0, chooser.between(0, bytes.length)));
const byteChanged = garbled((bytes, chooser) => {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[chooser.between(0, changed.length - 1)] = chooser.between(0, 255);
  return changed;
});
const otherwiseWritten = garbled((bytes, chooser) => {
  const text = bytes.toString("utf8");
  return chooser.oneOf<() => Buffer>([
    () => Buffer.from(text, "utf16le"),
    () => Buffer.from(`\uFEFF${text}`),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`/* */${text}`),
    () => Buffer.from(`${"[".repeat(20_000)}${text}`),
    () => Buffer.alloc(0),
    () => Buffer.from(text.padEnd(70_000)),
  ])();
});

const types = [
  "text/plain",
  "application/xml",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "",
];
const typed: Mutation = (draft, chooser) => {
  draft.headers["content-type"] = chooser.oneOf([
    ...types,
    "application/json;;",
    "application/x-www-form-urlencoded",
    "x".repeat(400),
  ]);
};

const oddHeaders: readonly (readonly [string, readonly string[]])[] = [
  ["idempotency-key", ["", " ", "same", "x".repeat(201), "x".repeat(2_000), "\u00e9", "a b", "''"]],
  ["if-match", ["*", "0", "1", "-1", '"x"', "99999999999", 'W/"1"', "1,2", ""]],
  ["content-encoding", ["gzip", "br", "identity", "x"]],
  ["accept-encoding", ["br;q=1, gzip;q=x", "*", "zstd,,,", "identity;q=0", "x".repeat(4_000)]],
  ["accept", ["text/html", "*/*;q=9", ""]],
  ["range", ["bytes=0-0", "bytes=9-1", "bytes=-99999999999"]],
  ["x-forwarded-for", ["1.2.3.4", "a".repeat(3_000), "::ffff:1"]],
  ["last-event-id", ["-1", "99999999999999999999", "x"]],
  ["authorization", ["Bearer x", "Basic ====", "x".repeat(5_000)]],
  ["user-agent", ["", "x".repeat(6_000), "\u00ff"]],
  ["origin", ["http://localhost:0"]],
  ["sec-fetch-site", ["same-origin"]],
];
const headed: Mutation = (draft, chooser) => {
  const [name, values] = chooser.oneOf(oddHeaders);
  draft.headers[name] = chooser.oneOf(values);
};

const asked: Mutation = (draft, chooser) => {
  const known = draft.query.map(([name]) => name);
  const name = known.length > 0 && chooser.happens(70) ? chooser.oneOf(known) : chooser.oneOf(oddNames);
  if (chooser.happens(70)) draft.query = draft.query.filter(([one]) => one !== name);
  draft.query.push([name, nastyText(chooser)]);
};
const oddNames = [
  "__proto__",
  "constructor",
  "a[b]",
  "a[]",
  "limit",
  "cursor",
  "q",
  "format",
  "",
  "%00",
  "x".repeat(500),
  "sort",
  "id",
];

const placed: Mutation = (draft, chooser) => {
  const names = Object.keys(draft.params);
  if (names.length === 0) asked(draft, chooser);
  else draft.params[chooser.oneOf(names)] = nastyText(chooser) || "0";
};

const calledOtherwise: Mutation = (draft, chooser) => {
  draft.method = chooser.oneOf(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
};

const ofWrites: readonly Mutation[] = [
  another,
  another,
  another,
  without,
  underAnotherName,
  within,
  cutShort,
  byteChanged,
  otherwiseWritten,
  typed,
];
const ofAll: readonly Mutation[] = [headed, asked, asked, placed, calledOtherwise];

/** Makes a request wrong in one to three ways. */
export function mutate(draft: Draft, chooser: Chooser): void {
  const hasBody = draft.body !== undefined;
  for (let count = chooser.between(1, 3); count > 0; count -= 1) {
    chooser.oneOf(hasBody && chooser.happens(75) ? ofWrites : ofAll)(draft, chooser);
  }
}
