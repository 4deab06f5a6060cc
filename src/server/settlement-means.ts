import type { SettlementMeans } from "#contract/partner-settlements.ts";
import { invalidField } from "#kernel/refusal.ts";

interface Counter {
  readonly isCash: boolean;
  /** The field of the request that names it. */
  readonly field: string;
}

/** Refuses a settlement in cash through another account than the cash account, and through that one by other means. */
export function requireMeans(means: SettlementMeans, { isCash, field }: Counter): void {
  if ((means === "cash") === isCash) return;
  throw invalidField(field, isCash ? "Through the cash account a settlement is in cash" : "Cash goes through the cash account");
}
