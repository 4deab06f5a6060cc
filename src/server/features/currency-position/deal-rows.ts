import { sql, type RawBuilder } from "kysely";

import { amountFrom, type Amount } from "#kernel/amount.ts";
import { noPosition, valueOfDeal, type Leg, type Position } from "#kernel/position.ts";

import type { Board } from "./board.ts";

/** A live transaction between two currencies, as it crosses the position accounts. */
export interface DealRow {
  readonly id: number;
  readonly day: string;
  readonly user_id: string;
  readonly bought_id: number;
  readonly bought: string;
  readonly sold_id: number;
  readonly sold: string;
}

/**
 * The columns of a {@link DealRow} of `transactions t`. What an outgoing hawala sells is what its partner gets and the commission,
 * which is taken in the same currency: only the postings have it as a whole.
 */
export const dealColumns: RawBuilder<unknown> = sql`t.id, t.business_date as day, t.created_by as user_id,
  t.currency_id as bought_id, t.d_amount as bought, t.c_currency_id as sold_id,
  case t.type when 'Hawala' then (
    select sum(p.amount) from postings p where p.journal_id = t.journal_id and p.currency_id = t.c_currency_id)
  else t.c_amount end as sold`;

/** What stands between two currencies; the indexes of bought and sold currencies hold exactly these. */
export const isDeal = sql<boolean>`t.currency_id <> t.c_currency_id and t.deleted_at is null`;

/** A deal with its worth in the base currency. */
interface ValuedDeal {
  readonly bought: Amount;
  readonly sold: Amount;
  readonly value: Amount;
}

/** What the positions are reckoned by. */
export interface Valuation {
  readonly baseId: number;
  readonly board: Board;
}

/** What a deal was worth on its day, in the base currency. */
export function valued(row: DealRow, { baseId, board }: Valuation): ValuedDeal {
  const [bought, sold] = [amountFrom(row.bought), amountFrom(row.sold)];
  const sides = { bought: { currencyId: row.bought_id, amount: bought }, sold: { currencyId: row.sold_id, amount: sold } };
  return { bought, sold, value: valueOfDeal(sides, baseId, (currencyId) => board(currencyId, row.day)) };
}

/** What the deal does to the currency that came in. */
export function boughtLeg({ bought, value }: ValuedDeal): Leg {
  return { quantity: bought, value };
}

/** What it does to the one that went out. */
export function soldLeg({ sold, value }: ValuedDeal): Leg {
  return { quantity: -sold as Amount, value: -value as Amount };
}

/** A position as it is stored; none where there is nothing. */
export function storedPosition({ quantity, cost }: { readonly quantity: string | null; readonly cost: string | null }): Position {
  return quantity === null || cost === null ? noPosition : { quantity: amountFrom(quantity), cost: amountFrom(cost) };
}
