/** An exact fraction; the divisor is positive. */
export interface Rational {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

export type Evaluation =
  | { readonly kind: "value"; readonly value: Rational }
  /** So far a beginning of an expression, such as "120*". */
  | { readonly kind: "incomplete" }
  | { readonly kind: "unreadable" }
  | { readonly kind: "division-by-zero" };

class Incomplete extends Error {}
class Unreadable extends Error {}
class DivisionByZero extends Error {}

/** Longer ones are refused, so that no paste can keep the page busy. */
const longestExpression = 200;

const numberPattern = /^(?:\d+\.?\d*|\.\d+)[km]?/;
const factorOf: Readonly<Record<string, bigint>> = { k: 1_000n, m: 1_000_000n };

/** Reads "120", "83.5", ".5", "1.5k", "2m" exactly. Undefined for anything else. */
export function readNumber(text: string): Rational | undefined {
  if (numberPattern.exec(text)?.[0] !== text) return undefined;
  const suffix = text.at(-1) ?? "";
  const [whole = "", fraction = ""] = text.replace(/[km]$/, "").split(".");
  const factor = factorOf[suffix] ?? 1n;
  return { dividend: BigInt(`${whole}${fraction}`) * factor, divisor: 10n ** BigInt(fraction.length) };
}

function add(left: Rational, right: Rational): Rational {
  return { dividend: left.dividend * right.divisor + right.dividend * left.divisor, divisor: left.divisor * right.divisor };
}

function negate(value: Rational): Rational {
  return { dividend: -value.dividend, divisor: value.divisor };
}

function multiply(left: Rational, right: Rational): Rational {
  return { dividend: left.dividend * right.dividend, divisor: left.divisor * right.divisor };
}

function divide(left: Rational, right: Rational): Rational {
  if (right.dividend === 0n) throw new DivisionByZero();
  const sign = right.dividend < 0n ? -1n : 1n;
  return { dividend: left.dividend * right.divisor * sign, divisor: left.divisor * right.dividend * sign };
}

/** Reads from left to right: sums of products of signed numbers and brackets. */
class ExpressionReader {
  private position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Rational {
    const value = this.sum();
    if (this.position < this.text.length) throw new Unreadable();
    return value;
  }

  private take(...symbols: readonly string[]): string | undefined {
    const next = this.text[this.position];
    if (next === undefined || !symbols.includes(next)) return undefined;
    this.position += 1;
    return next;
  }

  private sum(): Rational {
    let value = this.product();
    for (let sign = this.take("+", "-"); sign !== undefined; sign = this.take("+", "-")) {
      const next = this.product();
      value = add(value, sign === "+" ? next : negate(next));
    }
    return value;
  }

  private product(): Rational {
    let value = this.factor();
    for (let sign = this.take("*", "/"); sign !== undefined; sign = this.take("*", "/")) {
      const next = this.factor();
      value = sign === "*" ? multiply(value, next) : divide(value, next);
    }
    return value;
  }

  private factor(): Rational {
    if (this.position === this.text.length) throw new Incomplete();
    if (this.take("-") !== undefined) return negate(this.factor());
    if (this.take("+") !== undefined) return this.factor();
    if (this.take("(") !== undefined) return this.bracket();
    const match = numberPattern.exec(this.text.slice(this.position))?.[0] ?? "";
    const value = readNumber(match);
    if (value === undefined) throw this.text.slice(this.position) === "." ? new Incomplete() : new Unreadable();
    this.position += match.length;
    return value;
  }

  private bracket(): Rational {
    const value = this.sum();
    if (this.take(")") !== undefined) return value;
    throw this.position === this.text.length ? new Incomplete() : new Unreadable();
  }
}

/**
 * The exact value of + − * / and brackets over decimal numbers; nothing is rounded and nothing is run as a program.
 * The text has no blanks.
 */
export function evaluate(text: string): Evaluation {
  if (text.length > longestExpression) return { kind: "unreadable" };
  try {
    return { kind: "value", value: new ExpressionReader(text).whole() };
  } catch (error) {
    if (error instanceof Incomplete) return { kind: "incomplete" };
    if (error instanceof DivisionByZero) return { kind: "division-by-zero" };
    if (error instanceof Unreadable) return { kind: "unreadable" };
    throw error;
  }
}
