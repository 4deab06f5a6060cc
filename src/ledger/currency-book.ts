import type pg from "pg";

import { invalidField } from "#kernel/refusal.ts";

import type { LedgerCurrency } from "./transaction.ts";

/** Looks currencies up without asking the database each time. */
export interface CurrencyBook {
  /** Gives a lookup that knows at least these ids; refuses an id that no currency has. */
  knowing(currencyIds: readonly number[]): Promise<(id: number) => LedgerCurrency>;
}

/**
 * A currency's code and position account never change and its id is never given again, so a known one needs no second
 * look; an unknown one is looked for in the database once more. Whether it may still be used is judged there.
 */
export function openCurrencyBook(pool: pg.Pool): CurrencyBook {
  const known = new Map<number, LedgerCurrency>();

  async function load(): Promise<void> {
    const { rows } = await pool.query<{ id: number; code: string; position_account_id: number }>(
      "select id, code, position_account_id from currencies",
    );
    for (const row of rows) known.set(row.id, { code: row.code, positionAccountId: row.position_account_id });
  }

  function currencyOf(id: number): LedgerCurrency {
    const currency = known.get(id);
    if (currency === undefined) throw invalidField("currencyId", "This currency does not exist");
    return currency;
  }

  return {
    async knowing(currencyIds) {
      if (currencyIds.some((id) => !known.has(id))) await load();
      return currencyOf;
    },
  };
}
