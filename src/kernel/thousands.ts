/** Three digits of a number, and how many thousands they are multiplied by. */
interface Group {
  readonly value: number;
  readonly power: number;
}

/** The groups of three digits that a plain whole number is said in, the greatest first, without those that are zero: 1000234 → 1 (2), 234 (0). */
export function thousandsOf(digits: string): readonly Group[] {
  const count = Math.ceil(digits.length / 3);
  const padded = digits.padStart(count * 3, "0");
  const groups = Array.from({ length: count }, (_, index) => ({
    value: Number.parseInt(padded.slice(index * 3, index * 3 + 3), 10),
    power: count - 1 - index,
  }));
  return groups.filter(({ value }) => value > 0);
}
