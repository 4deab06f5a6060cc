import type { Transaction } from "#contract/transactions.ts";
import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";

/** What the oracle keeps of a transaction: enough to say every balance it makes. */
export interface KnownTransaction {
  readonly out: number;
  readonly into: number;
  readonly currencyId: number;
  readonly dAmount: Amount;
  readonly cCurrencyId: number;
  readonly cAmount: Amount;
  readonly rate: string;
  readonly date: string;
  readonly deleted: boolean;
  readonly version: number;
}

/** An account as the oracle sees it. */
export interface KnownAccount {
  readonly id: number;
  readonly currencyId: number;
  readonly company: boolean;
}

/**
 * The ledger as anyone would keep it on paper: a list of transactions, and every balance summed from it anew. It shares
 * no code with the product but the reading and printing of amounts.
 */
export class LedgerOracle {
  readonly transactions = new Map<number, KnownTransaction>();
  private readonly accounts: ReadonlyMap<number, KnownAccount>;
  private readonly opened = new Set<string>();

  constructor(accounts: readonly KnownAccount[]) {
    this.accounts = new Map(accounts.map((account) => [account.id, account]));
  }

  /** Whether a Transfer may move this currency onto or off the account. */
  holds(accountId: number, currencyId: number): boolean {
    const account = this.accounts.get(accountId);
    return (
      account !== undefined &&
      (account.company || account.currencyId === currencyId || this.opened.has(`${String(accountId)}/${String(currencyId)}`))
    );
  }

  /** Takes over what the product answered: the oracle decides what follows from it, not whether it was right to answer. */
  learn(row: Transaction, deleted: boolean): void {
    this.opened.add(`${String(row.outAccountId)}/${String(row.currencyId)}`);
    this.opened.add(`${String(row.inAccountId)}/${String(row.cCurrencyId)}`);
    this.transactions.set(row.id, {
      out: row.outAccountId,
      into: row.inAccountId,
      currencyId: row.currencyId,
      dAmount: amountFrom(row.dAmount),
      cCurrencyId: row.cCurrencyId,
      cAmount: amountFrom(row.cAmount),
      rate: row.exRate,
      date: row.transDate,
      deleted,
      version: row.version,
    });
  }

  /** The shown balance of an account in a currency, of all live transactions up to a day (all days without one). */
  shown(accountId: number, currencyId: number, asOf = "9999-12-31"): string {
    let held = 0n;
    for (const known of this.transactions.values()) {
      if (known.deleted || known.date > asOf) continue;
      if (known.out === accountId && known.currencyId === currencyId) held += known.dAmount;
      if (known.into === accountId && known.cCurrencyId === currencyId) held -= known.cAmount;
    }
    return amountText((this.accounts.get(accountId)?.company ? held : -held) as Amount);
  }
}

/** The pair table and the rounding once more, in plain integers. */
export function exactSelling(deal: { currencyId: number; otherCurrencyId: number; minor: number; rate: string }): string {
  const codes = ["", "AFN", "USD", "EUR", "PKR"];
  const pair = `${codes[deal.currencyId] ?? ""}>${codes[deal.otherCurrencyId] ?? ""}`;
  const divides = ["AFN>USD", "AFN>EUR", "AFN>PKR", "USD>EUR", "PKR>USD", "PKR>EUR"].includes(pair);
  const thousandths = BigInt(Math.round(Number.parseFloat(deal.rate) * 1000));
  const [top, bottom] = divides ? [BigInt(deal.minor) * 1000n, thousandths] : [BigInt(deal.minor) * thousandths, 1000n];
  return amountText(((2n * top + bottom) / (2n * bottom)) as Amount);
}
