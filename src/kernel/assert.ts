/**
 * States what cannot be otherwise. A failed assertion is a defect of this program, never a person's mistake:
 * an expected "no" is a {@link file://./refusal.ts Refusal}.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
