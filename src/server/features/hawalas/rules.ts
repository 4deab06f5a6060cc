import type { HawalaBody, OutgoingHawalaBody } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { amountText, largestAmount, parseAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { convertedAmount, isConvertedAmount } from "#kernel/hawala.ts";
import { rateOfOne, type Rate } from "#kernel/rate.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { HawalaHead } from "#server/hawala/head.ts";

/** A currency of a hawala that is being entered. */
export interface EnteredCurrency {
  readonly id: number;
  readonly code: string;
}

/**
 * The currency of a code. Refuses one that the office does not have, and one that it does not use any more, unless the corrected
 * hawala has it already, on either side: the ledger lets a correction keep it, too.
 */
export async function requireCurrency(
  tx: Tx,
  { code, field }: { readonly code: string; readonly field: string },
  corrected?: HawalaHead,
): Promise<EnteredCurrency> {
  const currency = await tx
    .selectFrom("currencies")
    .select(["id", "code", "is_active"])
    .where("code", "=", code)
    .forKeyShare()
    .executeTakeFirst();
  if (currency === undefined) throw invalidField(field, `The office has no currency ${code}`);
  const isKept = currency.id === corrected?.currency_id || currency.id === corrected?.amount_currency_id;
  if (!currency.is_active && !isKept) throw invalidField(field, `The currency ${code} is not active`);
  return currency;
}

/** Refuses accounts that do not exist or belong to the house. */
export async function checkAccounts(tx: Tx, accounts: Readonly<Record<string, number | null | undefined>>): Promise<void> {
  for (const [field, id] of Object.entries(accounts)) {
    if (id === null || id === undefined) continue;
    const account = await tx.selectFrom("accounts").select(["is_system"]).where("id", "=", id).executeTakeFirst();
    if (account === undefined) throw invalidField(field, "This account does not exist");
    if (account.is_system) throw invalidField(field, "This account belongs to the house");
  }
}

/** What the amounts of an outgoing hawala come to. */
export interface Conversion {
  readonly rate: Rate;
  readonly converted: Amount;
}

/**
 * The rate and the converted amount of an outgoing hawala. Refuses a missing rate between two currencies, another rate than
 * 1 within one, a converted amount that is off by more than a hundredth or larger than any amount, and one that the commission uses up.
 */
export function conversionOf(body: OutgoingHawalaBody): Conversion {
  const sameCurrency = body.currency === body.convertedCurrency;
  const rate = body.exchangeRate ?? (sameCurrency ? rateOfOne : undefined);
  if (rate === undefined) throw invalidField("exchangeRate", "Exchange rate is required");
  if (sameCurrency && rate !== rateOfOne) throw invalidField("exchangeRate", "Within one currency the exchange rate is 1");
  const computed = convertedAmount(body.amount, rate, body.commission);
  if (computed <= zeroAmount && body.commission === zeroAmount) {
    throw invalidField("exchangeRate", "At this rate nothing is left for the receiver");
  }
  if (computed <= zeroAmount) throw invalidField("commission", "The commission leaves nothing for the receiver");
  if (computed > largestAmount) {
    throw invalidField("exchangeRate", `At this rate the converted amount is more than ${amountText(largestAmount)}`);
  }
  if (body.convertedAmount === undefined || body.convertedAmount === null) return { rate, converted: computed };
  const given = parseAmount(String(body.convertedAmount).trim());
  if (given === undefined) throw invalidField("convertedAmount", "An amount is digits with at most two decimals");
  if (given <= zeroAmount || !isConvertedAmount(given, computed) || (sameCurrency && given !== computed)) {
    throw invalidField(
      "convertedAmount",
      `At this rate and commission the converted amount is ${amountText(computed)} ${body.convertedCurrency}`,
    );
  }
  return { rate, converted: given };
}

/** Refuses to turn a hawala round: its direction stays. */
export function requireDirection(body: HawalaBody, { direction }: HawalaHead): void {
  if (body.direction === direction) return;
  const article = direction === "incoming" ? "an incoming" : "an outgoing";
  throw invalidField("direction", `This is ${article} hawala; its direction cannot be changed`);
}
