import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { largestAmount, type Amount } from "#kernel/amount.ts";
import { sellingAmount } from "#kernel/exchange.ts";
import { rateOfOne, smallestRate, type Rate } from "#kernel/rate.ts";

import { checkEvent, postingsOf, type BusinessEvent, type LedgerCurrency, type Posting } from "./transaction.ts";

const currencies = new Map<number, LedgerCurrency>([
  [1, { code: "AFN", positionAccountId: 21 }],
  [2, { code: "USD", positionAccountId: 22 }],
  [3, { code: "EUR", positionAccountId: 23 }],
  [4, { code: "PKR", positionAccountId: 24 }],
]);

function currencyOf(id: number): LedgerCurrency {
  const currency = currencies.get(id);
  if (currency === undefined) throw new Error(`no currency ${String(id)}`);
  return currency;
}

const anyCurrency = fc.constantFrom(1, 2, 3, 4);
const anyAccount = fc.integer({ min: 101, max: 110 });
const anyAmount = fc.bigInt({ min: 1n, max: largestAmount }).map((minor) => minor as Amount);
const anyEvent = fc
  .record({
    out: anyAccount,
    into: anyAccount,
    currencyId: anyCurrency,
    cCurrencyId: anyCurrency,
    amount: anyAmount,
    cAmount: anyAmount,
  })
  .filter(({ out, into, currencyId, cCurrencyId }) => currencyId !== cCurrencyId || out !== into)
  .map(({ out, into, currencyId, cCurrencyId, amount, cAmount }) =>
    eventOf({ out, into, currencyId, cCurrencyId, amount, cAmount: currencyId === cCurrencyId ? amount : cAmount }),
  );

interface Parts {
  readonly out: number;
  readonly into: number;
  readonly currencyId: number;
  readonly cCurrencyId: number;
  readonly amount: Amount;
  readonly cAmount: Amount;
  readonly rate?: Rate;
  readonly type?: BusinessEvent["type"];
}

function eventOf({ out, into, currencyId, cCurrencyId, amount, cAmount, rate = rateOfOne, type }: Parts): BusinessEvent {
  return {
    type: type ?? (currencyId === cCurrencyId ? "Transfer" : "Exchange"),
    out: { accountId: out, currencyId, amount },
    in: { accountId: into, currencyId: cCurrencyId, amount: cAmount },
    rate,
    narrative: "",
    counterNarrative: "",
    businessDate: undefined,
    referenceId: 0,
  };
}

/** What each account moved in each currency: debits less credits. */
function movements(postings: readonly Posting[]): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  const add = (accountId: number, currencyId: number, amount: bigint) => {
    const key = `${String(accountId)}/${String(currencyId)}`;
    moved.set(key, (moved.get(key) ?? 0n) + amount);
  };
  for (const posting of postings) {
    add(posting.debitAccountId, posting.currencyId, posting.amount);
    add(posting.creditAccountId, posting.currencyId, -posting.amount);
  }
  return moved;
}

describe("the postings of an event", () => {
  test("sum to zero in every currency", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        for (const currencyId of currencies.keys()) {
          const sum = [...movements(postingsOf(event, currencyOf))]
            .filter(([key]) => key.endsWith(`/${String(currencyId)}`))
            .reduce((total, [, amount]) => total + amount, 0n);
          expect(sum).toBe(0n);
        }
      }),
    );
  });

  test("debit the out account with the debit amount and credit the in account with the credit amount", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const moved = movements(postingsOf(event, currencyOf));
        expect(moved.get(`${String(event.out.accountId)}/${String(event.out.currencyId)}`)).toBe(event.out.amount);
        expect(moved.get(`${String(event.in.accountId)}/${String(event.in.currencyId)}`)).toBe(-event.in.amount);
      }),
    );
  });

  test("are one where there is one currency: the out account owes it to the in account", () => {
    const event = eventOf({ out: 101, into: 11, currencyId: 2, cCurrencyId: 2, amount: 100n as Amount, cAmount: 100n as Amount });
    expect(postingsOf(event, currencyOf)).toEqual([{ debitAccountId: 101, creditAccountId: 11, currencyId: 2, amount: 100n }]);
  });

  test.each([
    ["nothing goes out", { cCurrencyId: 1, amount: 0n }, "an event moves positive amounts"],
    ["less than nothing goes out", { cCurrencyId: 1, amount: -1n }, "an event moves positive amounts"],
    ["nothing comes in", { cCurrencyId: 1, cAmount: 0n }, "an event moves positive amounts"],
    ["less than nothing comes in", { cCurrencyId: 1, cAmount: -1n }, "an event moves positive amounts"],
    ["two amounts of one currency", { cAmount: 101n }, "one currency moves by one amount"],
    ["one account on both sides of one currency", { into: 101 }, "one currency moves between two accounts"],
  ])("are never worked out for %s: it is a defect", (_what, wrong, assertion) => {
    const event = { out: 101, into: 11, currencyId: 2, cCurrencyId: 2, amount: 100n, cAmount: 100n, ...wrong } as Parts;
    expect(() => postingsOf(eventOf(event), currencyOf)).toThrow(`Assertion failed: ${assertion}`);
  });

  test("meet in the position accounts where there are two currencies", () => {
    const event = eventOf({
      out: 11,
      into: 11,
      currencyId: 2,
      cCurrencyId: 1,
      amount: 50_000n as Amount,
      cAmount: 3_490_000n as Amount,
    });
    expect(postingsOf(event, currencyOf)).toEqual([
      { debitAccountId: 11, creditAccountId: 22, currencyId: 2, amount: 50_000n },
      { debitAccountId: 21, creditAccountId: 11, currencyId: 1, amount: 3_490_000n },
    ]);
  });
});

describe("an event by itself is refused", () => {
  const sides = { out: 101, into: 102, currencyId: 2, cCurrencyId: 2, amount: 100n as Amount, cAmount: 100n as Amount };

  test.each([
    [
      "a transfer from an account to itself",
      eventOf({ ...sides, into: 101 }),
      { path: "inAccountId", message: "The debit account and the credit account must be different" },
    ],
    [
      "a transfer of two currencies",
      eventOf({ ...sides, cCurrencyId: 1, type: "Transfer" }),
      { path: "cCurrencyId", message: "Both sides must have the same currency; between two currencies record an Exchange" },
    ],
    [
      "a transfer of two amounts",
      eventOf({ ...sides, cAmount: 101n as Amount }),
      { path: "cAmount", message: "The credit amount must equal the debit amount" },
    ],
    [
      "an exchange within one currency",
      eventOf({ ...sides, type: "Exchange" }),
      { path: "cCurrencyId", message: "An exchange needs two different currencies; within one currency record a Transfer" },
    ],
    [
      "an exchange whose amounts do not meet",
      eventOf({ ...sides, cCurrencyId: 1, cAmount: 102n as Amount }),
      { path: "cAmount", message: "At this rate the selling amount is 1.00 AFN" },
    ],
  ])("for being %s", (_name, event, issue) => {
    expect(() => {
      checkEvent(event, currencyOf);
    }).toThrow(expect.objectContaining({ code: "invalid", message: issue.message, details: { issues: [issue] } }));
  });

  test("but not a transfer of one amount of one currency between two accounts", () => {
    expect(() => {
      checkEvent(eventOf(sides), currencyOf);
    }).not.toThrow();
  });

  test("names the amount that an exchange should have", () => {
    const event = eventOf({
      ...sides,
      cCurrencyId: 1,
      rate: 6_980_000_000n as Rate,
      amount: 50_000n as Amount,
      cAmount: 3_490_002n as Amount,
    });
    expect(() => {
      checkEvent(event, currencyOf);
    }).toThrow("34900.00 AFN");
  });

  test("but not for one hundredth of difference to the computed amount", () => {
    const anyRate = fc.bigInt({ min: smallestRate, max: 10n ** 12n }).map((rate) => rate as Rate);
    const small = fc.bigInt({ min: 1n, max: 10n ** 10n }).map((minor) => minor as Amount);
    fc.assert(
      fc.property(small, anyRate, fc.constantFrom(-1n, 0n, 1n), (amount, rate, off) => {
        const exact = sellingAmount(amount, rate, { from: "USD", to: "AFN" });
        fc.pre(exact + off > 0n);
        const event = eventOf({ ...sides, cCurrencyId: 1, amount, rate, cAmount: (exact + off) as Amount });
        expect(() => {
          checkEvent(event, currencyOf);
        }).not.toThrow();
      }),
    );
  });
});
