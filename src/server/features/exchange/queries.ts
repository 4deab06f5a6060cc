import { sql, type Kysely } from "kysely";

import type { ExchangeContext } from "#contract/exchange.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { boardRate, turnedRate } from "#kernel/board-rate.ts";
import { rateFrom, rateText } from "#kernel/rate.ts";
import { invalidField } from "#kernel/refusal.ts";

interface PairAsked {
  readonly purchaseCurrencyId: number;
  readonly sellingCurrencyId: number;
}

interface Held {
  readonly id: number;
  readonly code: string;
  /** Units per 1 USD. */
  readonly rate: string;
  readonly quantity: string;
}

interface LastDeal {
  readonly id: number;
  readonly rate: string;
  readonly businessDate: string;
  readonly purchaseCurrencyId: number;
}

interface Found {
  readonly currencies: readonly Held[] | null;
  readonly last: LastDeal | null;
  readonly percent: string;
}

/** What a deal of a pair is judged by, in one round trip. Refuses unknown currencies and a pair of one currency. */
export async function contextOfExchange(db: Kysely<DB>, asked: PairAsked): Promise<ExchangeContext> {
  const { purchaseCurrencyId, sellingCurrencyId } = asked;
  if (purchaseCurrencyId === sellingCurrencyId) {
    throw invalidField("sellingCurrencyId", "Purchase and selling currency are the same: that is a Transfer");
  }
  const { currencies, last, percent } = await found(db, asked);
  const purchase = currencies?.find(({ id }) => id === purchaseCurrencyId);
  const selling = currencies?.find(({ id }) => id === sellingCurrencyId);
  if (purchase === undefined) throw invalidField("purchaseCurrencyId", "This currency does not exist");
  if (selling === undefined) throw invalidField("sellingCurrencyId", "This currency does not exist");
  const pair = { from: purchase.code, to: selling.code };
  const board = boardRate({ from: rateFrom(purchase.rate), to: rateFrom(selling.rate) }, pair);
  return {
    boardRate: board === undefined ? null : rateText(board),
    lastRate: last === null ? null : lastRateOf(last, purchase, pair),
    positions: [purchase, selling].map(({ id, code, quantity }) => ({ currencyId: id, currency: code, quantity })),
    rateDeviationPercent: percent,
  };
}

/** The newest deal of each direction is the first row of one index; the newer of the two is the last one. */
async function found(db: Kysely<DB>, { purchaseCurrencyId, sellingCurrencyId }: PairAsked): Promise<Found> {
  const newest = (bought: number, sold: number) => sql`(
    select id, ex_rate, business_date, currency_id from transactions
    where type = 'Exchange' and deleted_at is null and currency_id = ${bought} and c_currency_id = ${sold}
    order by business_date desc, id desc limit 1)`;
  const { rows } = await sql<Found>`
    select s.rate_deviation_percent as percent,
      (select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'rate', c.exchange_rate::text,
          'quantity', coalesce(b.credits - b.debits, 0)::numeric(24, 2)::text))
        from currencies c left join balances b on b.account_id = c.position_account_id and b.currency_id = c.id
        where c.id in (${purchaseCurrencyId}, ${sellingCurrencyId})) as currencies,
      (select jsonb_build_object('id', d.id, 'rate', d.ex_rate::text, 'businessDate', d.business_date,
          'purchaseCurrencyId', d.currency_id)
        from (${newest(purchaseCurrencyId, sellingCurrencyId)} union all ${newest(sellingCurrencyId, purchaseCurrencyId)}) d
        order by d.business_date desc, d.id desc limit 1) as last
    from business_settings s`.execute(db);
  const [row] = rows;
  assert(row !== undefined, "an office has its settings");
  return row;
}

function lastRateOf(deal: LastDeal, purchase: Held, pair: { from: string; to: string }): ExchangeContext["lastRate"] {
  const isSame = deal.purchaseCurrencyId === purchase.id;
  const rate = isSame ? rateFrom(deal.rate) : turnedRate(rateFrom(deal.rate), pair);
  if (rate === undefined) return null;
  return {
    rate: rateText(rate),
    transDate: deal.businessDate,
    transactionId: deal.id,
    direction: isSame ? "same" : "opposite",
  };
}
