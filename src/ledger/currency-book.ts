import { sql } from "kysely";
import type pg from "pg";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";
import { invalidField } from "#kernel/refusal.ts";

import type { LedgerCurrency } from "./transaction.ts";

/** Looks currencies up without asking the database each time. */
export interface CurrencyBook {
  /**
   * Gives a lookup that knows the currencies of these fields, by their ids. Refuses an id that no currency has, at its field. Whoever
   * is in a database transaction says so: many that each held a connection and waited for a second one would wait for ever.
   */
  knowing(idsByField: Readonly<Record<string, number>>, within?: Tx): Promise<(id: number) => LedgerCurrency>;
}

interface CurrencyRow {
  readonly id: number;
  readonly code: string;
  readonly position_account_id: number;
}

const text = "select id, code, position_account_id from currencies";

/**
 * A currency's code and position account never change and its id is never given again, so a known one needs no second
 * look; an unknown one is looked for in the database once more. Whether it may still be used is judged there.
 */
export function openCurrencyBook(pool: pg.Pool): CurrencyBook {
  const known = new Map<number, LedgerCurrency>();

  async function load(within: Tx | undefined): Promise<void> {
    const { rows } = await (within === undefined ? pool.query<CurrencyRow>(text) : sql.raw<CurrencyRow>(text).execute(within));
    for (const row of rows) known.set(row.id, { code: row.code, positionAccountId: row.position_account_id });
  }

  function currencyOf(id: number): LedgerCurrency {
    const currency = known.get(id);
    assert(currency !== undefined, `currency ${String(id)} was among those to be known`);
    return currency;
  }

  return {
    async knowing(idsByField, within) {
      const asked = Object.entries(idsByField);
      if (asked.some(([, id]) => !known.has(id))) await load(within);
      const unknown = asked.find(([, id]) => !known.has(id));
      if (unknown !== undefined) throw invalidField(unknown[0], "This currency does not exist");
      return currencyOf;
    },
  };
}
