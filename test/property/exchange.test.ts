import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { amountText, type Amount } from "#kernel/amount.ts";
import { nearestDeals, rateOfAmounts } from "#kernel/exchange-deal.ts";
import { amountsMeet, purchaseAmount, sellingAmount, type Deal, type Pair } from "#kernel/exchange.ts";
import { rateText, smallestRate, type Rate } from "#kernel/rate.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";

/** The pair table once more, as the specification writes it: which way from the purchase to the selling amount. */
const table = {
  divide: ["AFN USD", "AFN EUR", "AFN PKR", "USD EUR", "PKR USD", "PKR EUR"],
  multiply: ["USD AFN", "EUR AFN", "PKR AFN", "EUR USD", "USD PKR", "EUR PKR", "GBP USD", "USD GBP", "AFN GBP", "GBP AFN"],
} as const;
const pairs = [...table.divide, ...table.multiply].map((pair): Pair => {
  const [from = "", to = ""] = pair.split(" ");
  return { from, to };
});

/** An exact fraction of hundredths. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The rate is in units of 10⁻⁸; this one moves from the purchase to the selling amount, or back. */
function exact(amount: bigint, rate: bigint, way: "divide" | "multiply"): Fraction {
  const one = 100_000_000n;
  return way === "divide" ? { over: amount * one, under: rate } : { over: amount * rate, under: one };
}

/** Half away from zero, by what is left over: nothing here is negative. */
function rounded({ over, under }: Fraction): bigint {
  const rest = over % under;
  return over / under + (rest * 2n >= under ? 1n : 0n);
}

function wayOf({ from, to }: Pair): "divide" | "multiply" {
  return table.divide.some((pair) => pair === `${from} ${to}`) ? "divide" : "multiply";
}

const backwards = { divide: "multiply", multiply: "divide" } as const;

const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((minor) => minor as Amount);
const anyRate = fc.oneof(
  fc.bigInt({ min: smallestRate, max: 10n ** 8n }),
  fc.bigInt({ min: 10n ** 6n, max: 10n ** 11n }),
  // Rates as people quote them: two decimals.
  fc.bigInt({ min: 1n, max: 100_000n }).map((hundredths) => hundredths * 10n ** 6n),
) as fc.Arbitrary<Rate>;

describe.each(pairs)("$from to $to", (pair) => {
  const way = wayOf(pair);

  test("the selling amount is the exact quotient or product of the purchase amount, rounded once", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (purchase, rate) => {
        expect(sellingAmount(purchase, rate, pair)).toBe(rounded(exact(purchase, rate, way)));
      }),
    );
  });

  test("the purchase amount goes the same way back, rounded once", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (selling, rate) => {
        expect(purchaseAmount(selling, rate, pair)).toBe(rounded(exact(selling, rate, backwards[way])));
      }),
    );
  });

  test("amounts meet exactly where the selling amount is a hundredth off at most", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, fc.integer({ min: -3, max: 3 }), (purchase, rate, off) => {
        const selling = (rounded(exact(purchase, rate, way)) + BigInt(off)) as Amount;
        expect(amountsMeet({ purchase, selling, rate }, pair)).toBe(Math.abs(off) <= 1);
      }),
    );
  });

  test("a selling amount that cannot be met lies between the two nearest deals, which both can be made", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (selling, rate) => {
        const purchase = purchaseAmount(selling, rate, pair);
        const near = nearestDeals(selling, rate, pair);
        expect(near.length === 0).toBe(amountsMeet({ purchase, selling, rate }, pair) || tooLarge(selling, rate));
        for (const deal of near) expect(amountsMeet(deal, pair)).toBe(true);
        const [below, above] = near;
        if (below === undefined || above === undefined) return;
        expect(above.purchase - below.purchase).toBe(1n);
        expect(below.selling < selling && selling < above.selling).toBe(true);
      }),
    );
  });

  test("the rate of two amounts is one at which they meet to the hundredth", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (purchase, rate) => {
        const selling = sellingAmount(purchase, rate, pair);
        const found = rateOfAmounts({ purchase, selling }, pair);
        if (found !== undefined) expect(rounded(exact(purchase, found, way))).toBe(selling);
      }),
    );
  });

  /** Every deal around it would be above the largest amount. */
  function tooLarge(selling: Amount, rate: Rate): boolean {
    return rounded(exact(selling, rate, backwards[way])) > 10n ** 17n;
  }
});

describe("what the Exchange screen computes", () => {
  const deals = 240;
  let desk: Desk;
  let party: Party;
  let ids: Readonly<Record<string, number>>;
  beforeAll(async () => {
    desk = await openDesk();
    party = await desk.open(currency.USD);
    const pounds = await desk.admin.ok(createCurrency, { body: { code: "GBP", name: "Pound", symbol: "£", rate: "0.79" } });
    ids = { ...currency, GBP: pounds.id };
  });
  afterAll(async () => {
    await expectBooksBalance(desk.server.database);
    await desk.close();
  });

  test(`is accepted by the server, from either amount, in every pair (${String(deals)} deals)`, async () => {
    const accepted = { purchase: 0, selling: 0, nearest: 0, rate: 0 };
    const typed = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((minor) => minor as Amount);
    const anyDeal = fc.record({
      pair: fc.constantFrom(...pairs),
      side: fc.constantFrom("purchase", "selling"),
      typed,
      rate: anyRate,
    });
    let done = 0;
    await fc.assert(
      fc.asyncProperty(anyDeal, async ({ pair, side, typed: amount, rate }) => {
        for (const [kind, deal] of dealsOn(side === "purchase", { pair, amount, rate })) {
          const { purchase, selling } = deal;
          fc.pre(purchase > 0n && selling > 0n && purchase < 10n ** 15n && selling < 10n ** 15n);
          const sides = { currencyId: ids[pair.from], dAmount: amountText(purchase), cCurrencyId: ids[pair.to] };
          const sent = { ...sides, cAmount: amountText(selling), exRate: rateText(deal.rate) };
          expect(await desk.post(bodies.exchange(party, party, sent))).toMatchObject(sent);
          accepted[kind] += 1;
          done += 1;
        }
      }),
      { numRuns: deals },
    );
    expect(done).toBeGreaterThanOrEqual(deals);
    expect(Object.entries(accepted).filter(([, count]) => count === 0)).toEqual([]);
  });
});

interface Typed {
  readonly pair: Pair;
  readonly amount: Amount;
  readonly rate: Rate;
}

type Kind = "purchase" | "selling" | "nearest" | "rate";

/** What the screen makes of one typed amount: the other one, or the ways out where a selling amount cannot be met. */
function dealsOn(bought: boolean, { pair, amount, rate }: Typed): (readonly [Kind, Deal])[] {
  if (bought) return [["purchase", { purchase: amount, selling: sellingAmount(amount, rate, pair), rate }]];
  const deal = { purchase: purchaseAmount(amount, rate, pair), selling: amount, rate };
  if (amountsMeet(deal, pair)) return [["selling", deal]];
  const meeting = rateOfAmounts(deal, pair);
  const nearest = nearestDeals(amount, rate, pair).map((near) => ["nearest", near] as const);
  return [...nearest, ...(meeting === undefined ? [] : [["rate", { ...deal, rate: meeting }] as const])];
}
