import { amountDecimals, divideRounded, largestAmount, type Amount } from "#kernel/amount.ts";
import { latinDigits } from "#kernel/digits.ts";
import { rateDecimals, type Rate } from "#kernel/rate.ts";

/** What a number in a cell is for: money has two decimals, a rate up to eight. */
export type NumberKind = "money" | "rate";

export type NumberReading =
  | {
      /** Plain decimal text, not yet rounded: "9209.199999". */
      readonly decimal: string;
      readonly negative: boolean;
      /** What stands before and behind the digits, such as "$" or "PKR". */
      readonly labels: readonly string[];
    }
  | { readonly fault: "unreadable" | "ambiguous" };

/** A spreadsheet program holds and shows fifteen digits; what stands behind them is the noise of binary fractions. */
const exactDigits = 15;
const longestNumber = 60;

/** The decimal a number cell means: 9209.199999999999 in fifteen digits is 9209.2. Only for finite numbers. */
export function decimalOfDouble(value: number): { readonly decimal: string; readonly negative: boolean } {
  const shortest = String(Math.abs(value));
  // Nearly every number of a list: no exponent, and no more digits than were typed.
  if (shortest.length <= exactDigits && !shortest.includes("e")) return { decimal: shortest, negative: value < 0 };
  const [mantissa = "0", exponent = "0"] = Math.abs(value)
    .toExponential(exactDigits - 1)
    .split("e");
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  const point = Number.parseInt(exponent, 10) + 1;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const fraction = point > 0 ? digits.slice(point) : `${"0".repeat(-point)}${digits}`;
  return { decimal: fraction === "" ? whole : `${whole}.${fraction}`, negative: value < 0 };
}

/**
 * The number that a text cell means. A point (or the Persian ٫) stands before the decimals; commas, ٬, apostrophes and blanks
 * part groups of three, or of two as in 1,00,000. What could mean two numbers is no number: "12,50" and "1.234,56", for money
 * also "1.234" and "۱٫۲۳۴", whose mark is taken for the one of thousands, for a rate also "1,234". A wrong amount would be paid out; a refused one is asked about.
 */
export function readNumberText(text: string, kind: NumberKind): NumberReading {
  const plain = latinDigits(text)
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .replace(/^'/, "");
  if (plain.length > longestNumber) return { fault: "unreadable" };
  const { body, labels, signs } = unwrap(plain);
  // "Rs .500" is "Rs. 500" as it was meant or 0.500 as it stands.
  if (/\p{L}\s+[.٫]/u.test(plain)) return { fault: "ambiguous" };
  if (signs > 1 || !/^[\d.,،٫٬'’\s]+$/.test(body) || !/\d/.test(body)) return { fault: "unreadable" };
  const decimal = decimalOf(body, kind);
  return decimal === undefined ? { fault: "ambiguous" } : { decimal, negative: signs === 1, labels };
}

interface Unwrapped {
  body: string;
  readonly labels: string[];
  signs: number;
}

const wrappings: readonly { readonly pattern: RegExp; readonly is: "label" | "minus" | "nothing" }[] = [
  // Rupees alone, as they are written in Pakistan: 500/-
  { pattern: /\s*\/[-=]\s*$/, is: "nothing" },
  { pattern: /^[-−–]\s*|\s*[-−–]$/, is: "minus" },
  { pattern: /^\+\s*/, is: "nothing" },
  // A point belongs to letters, "Rs.500"; behind a sign of money it stands before decimals, "£.50".
  { pattern: /^[\p{L}\p{Sc}](?:[\p{L}\p{M}\p{Sc}\s]|(?<=[\p{L}\p{M}])\.)*/u, is: "label" },
  { pattern: /\s*[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}.\s]*$/u, is: "label" },
];

/** Takes off what stands around the digits: parentheses (as accountants write a minus), signs, a currency. */
function unwrap(text: string): Unwrapped {
  const found: Unwrapped = { body: text, labels: [], signs: 0 };
  for (let before = ""; before !== found.body;) {
    before = found.body;
    if (/^\(.*\)$/s.test(found.body)) {
      found.body = found.body.slice(1, -1).trim();
      found.signs += 1;
    }
    for (const { pattern, is } of wrappings) {
      const match = pattern.exec(found.body);
      if (match === null) continue;
      found.body = found.body.replace(pattern, "").trim();
      if (is === "minus") found.signs += 1;
      if (is === "label") found.labels.push(match[0].trim());
    }
  }
  return found;
}

function decimalOf(body: string, kind: NumberKind): string | undefined {
  const [whole = "", fraction = "", ...more] = body.replaceAll("٫", ".").split(".");
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  const digits = ungrouped(whole);
  if (digits === undefined || (digits === "" && fraction === "")) return undefined;
  const isGrouped = digits !== whole;
  if (kind === "rate" && isGrouped && !body.includes(".") && !body.includes("٫")) return undefined;
  if (kind === "money" && /^(?:[1-9]\d{0,2})?[.٫]\d{3}$/.test(body)) return undefined;
  return fraction === "" ? digits : `${digits === "" ? "0" : digits}.${fraction}`;
}

/** The digits of "1,250", "12,50,000" or "1250"; undefined when the signs between them part no groups. */
function ungrouped(whole: string): string | undefined {
  const groups = whole
    .replaceAll(/\p{Zs}/gu, " ")
    .replaceAll("’", "'")
    .replaceAll("،", ",");
  if (/^\d*$/.test(groups)) return groups;
  if (
    !/^[1-9]\d{0,2}(?:([,٬' ])\d{3})(?:\1\d{3})*$/.test(groups) &&
    !/^[1-9]\d?(?:([,٬' ])\d{2})(?:\1\d{2})*\1\d{3}$/.test(groups)
  ) {
    return undefined;
  }
  return groups.replaceAll(/\D/g, "");
}

/** The amount of a decimal, rounded half away from zero. Undefined when it is larger than an amount can be. */
export function roundedAmount(decimal: string): Amount | undefined {
  const minor = rounded(decimal, amountDecimals);
  return minor === undefined || minor > largestAmount ? undefined : (minor as Amount);
}

/** The rate of a decimal, rounded half away from zero to eight decimals. Undefined when it has too many digits. */
export function roundedRate(decimal: string): Rate | undefined {
  return rounded(decimal, rateDecimals) as Rate | undefined;
}

const longestWhole = 18;

function rounded(decimal: string, decimals: number): bigint | undefined {
  // Sixty thousand times for a long list: nothing is looked for that is not there.
  const point = decimal.indexOf(".");
  const whole = point === -1 ? decimal : decimal.slice(0, point);
  const fraction = point === -1 ? "" : decimal.slice(point + 1);
  if (whole.length > longestWhole && whole.replace(/^0+/, "").length > longestWhole) return undefined;
  const kept = fraction.padEnd(decimals, "0");
  const digits = BigInt(whole + kept);
  return kept.length === decimals ? digits : divideRounded(digits, 10n ** BigInt(kept.length - decimals));
}
