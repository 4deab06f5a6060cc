import type { Amount } from "#kernel/amount.ts";
import { formatDigits } from "#web/lib/format.ts";

/** "500.00 USD": an amount as a sentence has it. */
export function inWords(amount: Amount, code: string): string {
  return `${formatDigits(amount)} ${code}`;
}
