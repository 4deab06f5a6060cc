import type { AccountType } from "#kernel/account-type.ts";
import { addAmounts, amountFrom, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";

/** One side of a planned transaction: an account that would be debited or credited. */
export interface Movement {
  readonly accountId: number;
  readonly accountType: AccountType;
  /** How the account is called on screen. */
  readonly account: string;
  readonly currencyId: number;
  /** The code of the currency. */
  readonly currency: string;
  readonly side: "debited" | "credited";
  readonly amount: Amount;
}

/** What a planned transaction does to the shown balance of one account and currency. */
export interface Effect extends Pick<Movement, "accountId" | "account" | "currencyId" | "currency"> {
  readonly change: Amount;
}

/**
 * By how much a movement raises or lowers the shown balance: company accounts show debits − credits (what we hold), all
 * others credits − debits (what we owe them).
 */
export function shownChange({ accountType, side, amount }: Pick<Movement, "accountType" | "side" | "amount">): Amount {
  const raises = (accountType === "company") === (side === "debited");
  return raises ? amount : subtractAmounts(zeroAmount, amount);
}

/** The movements of a transaction, summed by account and currency, in the order they first appear. */
export function effectsOf(movements: readonly Movement[]): Effect[] {
  const effects: Effect[] = [];
  for (const movement of movements) {
    const { accountId, account, currencyId, currency } = movement;
    const change = shownChange(movement);
    const index = effects.findIndex((known) => known.accountId === accountId && known.currencyId === currencyId);
    const known = effects[index];
    if (known === undefined) effects.push({ accountId, account, currencyId, currency, change });
    else effects[index] = { ...known, change: addAmounts(known.change, change) };
  }
  return effects;
}

export interface BalanceChange {
  readonly now: Amount;
  readonly after: Amount;
  /** From zero or more to less than zero. */
  readonly crossesZero: boolean;
}

interface Held {
  readonly currencyId: number;
  readonly balance: string;
}

/** A balance before and after; an account that holds nothing of the currency stands at zero. */
export function balanceChange(
  held: readonly Held[],
  { currencyId, change }: Pick<Effect, "currencyId" | "change">,
): BalanceChange {
  const now = amountFrom(held.find((balance) => balance.currencyId === currencyId)?.balance ?? "0.00");
  const after = addAmounts(now, change);
  return { now, after, crossesZero: now >= 0n && after < 0n };
}
