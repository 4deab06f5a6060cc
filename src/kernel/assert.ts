/**
 * States what cannot be otherwise. A failed assertion is a defect of this program, never a person's mistake:
 * an expected "no" is a {@link file://./refusal.ts Refusal}.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}

/** Marks a branch that the types rule out, so that adding a case to a union fails to compile where it is decided. */
export function unreachable(value: never): never {
  throw new Error(`Assertion failed: unexpected ${JSON.stringify(value)}`);
}
