import type { Chooser } from "#server/demo/random.ts";

/** Stands for a numeral in a body that no JavaScript number would be written as. */
const numeral = (text: string): string => `@numeral ${text}@`;
/** Finds such a numeral in the text of a body. */
export const numeralPattern = /"@numeral ([^@]*)@"/g;

const words = (text: string): readonly string[] => text.split(" ");

const nothings: readonly unknown[] = [null, "", " ", 0, false, [], {}, [[]], [null], "null", "undefined"];
const figures: readonly unknown[] = [-1, 1.5, 0.001, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, 1e308, -0.01, 999_999_999_999_999];
const numerals = [...words("1e400 -1e400 1e-400 -0 0.10 1E5 123456789012345678.99"), "9".repeat(30), `0.${"0".repeat(40)}1`].map(
  numeral,
);
const numberTexts = words(
  "-1 0 1e5 NaN Infinity -Infinity 0x10 1,000 1_000 1. .5 +5 ５ ۱۲۳ ٣ 999999999999999.99 1000000000000000 0.005 2147483648 9223372036854775808",
);
const days = [
  ...words("2026-02-30 9999-12-31 10000-01-01 0000-00-00 0001-01-01 1999-12-31 infinity -infinity now epoch"),
  ...words("2026-01-01T00:00:00Z 20260101 294277-01-01 ۲۰۲۶-۰۱-۰۱"),
  "2026-01-01 BC",
];
const strange = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202Eabc",
  "\u2066x",
  "\u001b[31m",
  "\u007f",
  "\uFFFE",
  "\u{10FFFF}",
  "\uFEFF",
  "\u00A0",
  "\u2028",
  "İ",
  "ß",
  "ﬁ",
  "e\u0301".repeat(40),
  "\u0300".repeat(500),
  "ﷺ".repeat(100),
  "👨‍👩‍👧‍👦".repeat(30),
];
const attacks: readonly unknown[] = [
  "'; drop table users; --",
  "' or '1'='1",
  ...words(String.raw`\ \' % %%%% _ $1 $$ {} {1,2} {{7*7}} ( [a ../../etc/passwd <script>alert(1)</script> =1+1 %s%n`),
  ...words("__proto__ constructor toString hasOwnProperty data:image/svg+xml,<svg/> data:image/png;base64,AAAA"),
  ...words("Etc/GMT+99 Asia/../Kabul posix/UTC"),
  "\r\nset-cookie: a=b",
  "1".repeat(41),
  "1".repeat(4_000),
  "a".repeat(300),
  "x".repeat(5_000),
  Array.from({ length: 300 }, () => 1),
  { toString: 1 },
  { length: -1 },
  { __nothing__: true },
];
const wrong: readonly (readonly unknown[])[] = [nothings, [...figures, ...numerals, ...numberTexts], days, strange, attacks];

/** A value that no field means. */
export const nasty = (chooser: Chooser): unknown => chooser.oneOf(chooser.oneOf(wrong));
