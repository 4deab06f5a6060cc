/**
 * The keys that a telephone offers for a number with decimals. The keypad of figures has one separator, that of the person's language. Where
 * it is a comma, which is left out here as one between thousands, there would be no key for the point, and 12,50 would stand there as
 * 1,250: all keys are offered then. A Persian separator is read as the point.
 *
 * The language is the one that the browser writes numbers in. What it tells of itself may be none at all: "C" on some computers.
 */
export function decimalKeysOf(language?: string): "decimal" | "text" {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "text" : "decimal";
}

export const decimalKeys = decimalKeysOf();
