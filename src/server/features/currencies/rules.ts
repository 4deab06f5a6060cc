import { rateInput } from "#contract/money.ts";
import { isIsoCurrency } from "#kernel/currency.ts";
import { rateOfOne, type Rate } from "#kernel/rate.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { checked } from "#server/http/input.ts";

/** Every rate of the board is counted in units per one of this currency. */
const measureCode = "USD";

/** Refuses a code that ISO 4217 does not have. */
export function requireIsoCode(code: string): void {
  if (!isIsoCurrency(code)) throw invalidField("code", `${code} is not a currency code of ISO 4217`);
}

const rateSchema = rateInput("Rate is required");

interface SentRate {
  readonly rate?: string | number | undefined;
  readonly exchangeRate?: string | number | undefined;
}

/** The rate a change asks for, under either of its names; undefined where it asks for none. Refuses two that differ. */
export function wantedRate({ rate, exchangeRate }: SentRate): Rate | undefined {
  const first = rate === undefined ? undefined : checked(rateSchema, rate, "rate");
  const second = exchangeRate === undefined ? undefined : checked(rateSchema, exchangeRate, "exchangeRate");
  if (first !== undefined && second !== undefined && first !== second) throw invalidField("rate", "rate and exchangeRate differ");
  return first ?? second;
}

/** Refuses any rate but one for the currency that rates are measured in. */
export function requireRateOfMeasure(code: string, rate: Rate): void {
  if (code === measureCode && rate !== rateOfOne) {
    throw invalidField("rate", `Rates are counted per 1 ${measureCode}: its own rate is 1`);
  }
}

/** Refuses to delete or switch off the currency of the board or of valuation. */
export function requireDispensable(code: string, baseCurrency: string): void {
  const reason = reasonToHave(code, baseCurrency);
  if (reason !== undefined) throw new Refusal("conflict", reason);
}

/** Why the office cannot be without a currency at all; undefined where it can. */
function reasonToHave(code: string, baseCurrency: string): string | undefined {
  if (code === measureCode) return `All rates are counted per 1 ${measureCode}; it stays`;
  if (code === baseCurrency) return `${code} is the base currency of the office; choose another one first`;
  return undefined;
}

/** What keeps a currency from being deleted, beside the office itself. */
export interface Keepers {
  readonly accounts: number;
  readonly areMoreAccounts: boolean;
  /** Of those that stand. */
  readonly hasTransactions: boolean;
  /** Also of what was deleted, or moved to another currency: they are there for ever. */
  readonly hasPostings: boolean;
  readonly hasHawalas: boolean;
  readonly hasNumberSetting: boolean;
  readonly hasDayCounts: boolean;
}

/** Why a currency cannot be deleted, naming what uses it; undefined where nothing stands against it. */
export function reasonToKeep(code: string, baseCurrency: string, keepers: Keepers): string | undefined {
  const { accounts, areMoreAccounts, hasTransactions, hasPostings, hasHawalas, hasNumberSetting, hasDayCounts } = keepers;
  const uses = [
    ...(accounts > 0 ? [`${areMoreAccounts ? "more than " : ""}${String(accounts)} account${accounts === 1 ? "" : "s"}`] : []),
    ...(hasPostings ? [hasTransactions ? "transactions" : "deleted or corrected transactions"] : []),
    ...(hasHawalas ? ["hawalas"] : []),
    ...(hasNumberSetting ? ["an account number setting"] : []),
    ...(hasDayCounts ? ["the count of a closed day"] : []),
  ];
  const inUse = uses.length === 0 ? undefined : `${code} is in use and cannot be deleted: ${uses.join(", ")}`;
  return reasonToHave(code, baseCurrency) ?? inUse;
}
