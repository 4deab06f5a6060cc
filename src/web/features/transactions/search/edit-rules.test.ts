import { describe, expect, it } from "vitest";

import { creditBody, debitBody, exchangeBody, transferBody } from "#contract/transactions.ts";
import type { Amount } from "#kernel/amount.ts";
import { exchangeFields } from "#web/features/transactions/exchange-rules.ts";
import { entryFields, transferFields } from "#web/features/transactions/rules.ts";
import { cashOf } from "#web/lib/entry-sides.ts";
import { officeAccounts } from "#web/testing/office.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { transactionRow } from "#web/testing/transactions.ts";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import { formResolver } from "#web/ui/entry/form-resolver.ts";

import {
  entryEditOf,
  entryEditSent,
  exchangeEditOf,
  exchangeEditSent,
  hawalaEditOf,
  hawalaEditSent,
  mirrored,
  movementsOf,
  netOf,
  transferEditOf,
  transferEditSent,
  withSelling,
  type Known,
} from "./edit-rules.ts";

const known: Known = {
  accounts: new Map(officeAccounts.map((account) => [account.id, account])),
  cashAccountId: 11,
  codeOf: (id) => startCurrencies.find((currency) => currency.id === id)?.code,
};

const credit = transactionRow({ id: 1, transType: "Credit", outAccountId: 11, inAccountId: 102, referenceId: 44 });
const transfer = transactionRow({ id: 2 });
const exchange = transactionRow({
  id: 3,
  transType: "Exchange",
  outAccountId: 102,
  inAccountId: 104,
  currencyId: 2,
  dAmount: "300.00",
  cCurrencyId: 1,
  cAmount: "20940.00",
  exRate: "69.80000000",
});

describe("the form of a stored transaction", () => {
  it("is sent unchanged as what is stored, and leaves the reference alone", () => {
    expect(entryEditSent("Credit", entryEditOf(credit, 11), known)).toMatchObject({
      transType: "Credit",
      outAccountId: 11,
      inAccountId: 102,
      dAmount: "250.00",
      currencyId: 2,
      transDescription: "Rent",
      transDate: "2026-03-01",
      referenceId: undefined,
    });
    expect(transferEditSent(transferEditOf(transfer), known)).toMatchObject({
      outAccountId: 102,
      inAccountId: 103,
      dAmount: "250.00",
      cAmount: "250.00",
      referenceId: undefined,
    });
    expect(exchangeEditSent(exchangeEditOf(exchange), known)).toMatchObject({
      outAccountId: 102,
      currencyId: 2,
      dAmount: "300.00",
      inAccountId: 104,
      cCurrencyId: 1,
      cAmount: "20940.00",
      exRate: "69.80",
      referenceId: undefined,
    });
  });

  it("puts a company account on the other side than a customer's", () => {
    const edit = entryEditOf(credit, 11);
    expect(entryEditSent("Credit", { ...edit, account: 101 }, known)).toMatchObject({ outAccountId: 101, inAccountId: 11 });
    expect(entryEditSent("Debit", { ...edit, account: 101 }, known)).toMatchObject({ outAccountId: 11, inAccountId: 101 });
  });

  it("keeps the cash account that it was recorded with, whichever is the office's now", () => {
    const [customer, company, formerly] = [102, 101, 11];
    const now = { ...known, cashAccountId: company };
    const recorded = [
      ["Credit", formerly, customer],
      ["Debit", customer, formerly],
      ["Credit", company, formerly],
      ["Debit", formerly, company],
    ] as const;
    for (const [transType, outAccountId, inAccountId] of recorded) {
      const stored = transactionRow({ id: 5, transType, outAccountId, inAccountId });
      const cashAccountId = cashOf(stored, now);
      expect(cashAccountId).toBe(formerly);
      const sent = entryEditSent(transType, entryEditOf(stored, cashAccountId), { ...now, cashAccountId });
      expect(sent).toMatchObject({ outAccountId, inAccountId });
    }
  });

  it("has today's cash account as long as its accounts are not known", () => {
    const unknown = { ...known, accounts: new Map() };
    expect(cashOf(transactionRow({ id: 5, transType: "Credit", outAccountId: 11, inAccountId: 102 }), unknown)).toBe(11);
    expect(cashOf(transactionRow({ id: 5, transType: "Debit", outAccountId: 102, inAccountId: 11 }), unknown)).toBe(11);
  });

  it("has today's cash account where it is no Debit or Credit, whatever companies it is between", () => {
    for (const [outAccountId, inAccountId] of [
      [101, 103],
      [103, 101],
      [101, 11],
    ] as const) {
      expect(cashOf(transactionRow({ id: 6, outAccountId, inAccountId }), known)).toBe(11);
    }
  });

  it("carries of a hawala nothing but narratives and date", () => {
    const hawala = transactionRow({ id: 4, transType: "Hawala" });
    expect(hawalaEditSent({ ...hawalaEditOf(hawala), creditNarrative: "Corrected" })).toEqual({
      transType: "Hawala",
      transDescription: "Rent",
      cTransDescription: "Corrected",
      transDate: "2026-03-01",
    });
  });
});

describe("what an edit form asks for", () => {
  it("is a currency in each layout", () => {
    const entry = { ...entryEditOf(credit, 11), currencyId: null };
    for (const [type, schema] of [
      ["Credit", creditBody],
      ["Debit", debitBody],
    ] as const) {
      const check = formResolver(schema, (values: typeof entry) => entryEditSent(type, values, known), entryFields);
      expect(check(entry)).toEqual({ currencyId: "Currency is required" });
    }
    const move = { ...transferEditOf(transfer), currencyId: null };
    const checkMove = formResolver(transferBody, (values: typeof move) => transferEditSent(values, known), transferFields);
    expect(checkMove(move)).toEqual({ currencyId: "Currency is required" });
    const deal = { ...exchangeEditOf(exchange), purchaseCurrencyId: null, sellingCurrencyId: null };
    const checkDeal = formResolver(exchangeBody, (values: typeof deal) => exchangeEditSent(values, known), exchangeFields);
    expect(checkDeal(deal)).toEqual({
      purchaseCurrencyId: "Currency is required",
      sellingCurrencyId: "Currency is required",
    });
  });
});

describe("the selling amount", () => {
  const edit = { ...exchangeEditOf(exchange), sellingAmount: "1" };

  it("follows from the purchase amount and the rate by the pair table", () => {
    expect(withSelling(edit, { purchaseAmount: "100" }, known).sellingAmount).toBe("6980.00");
    const back = { purchaseCurrencyId: 1, sellingCurrencyId: 2, purchaseAmount: "14040", rate: "70.20" };
    expect(withSelling(edit, back, known).sellingAmount).toBe("200.00");
  });

  it("stays as it was agreed on other accounts, and follows another amount, rate or currency", () => {
    const sides = { purchaseCurrencyId: 1, sellingCurrencyId: 2 };
    const agreed = { ...edit, ...sides, purchaseAmount: "100.00", rate: "70.00", sellingAmount: "1.44" };
    const selling = (changed: Partial<typeof edit>) => withSelling(agreed, changed, known).sellingAmount;
    for (const changed of [{ purchaseAccount: 101 }, { sellingAccount: 101 }, { purchaseAccount: 101, purchaseCurrencyId: 1 }])
      expect(selling(changed), JSON.stringify(changed)).toBe("1.44");
    expect(selling({ purchaseAmount: "100.10" })).toBe("1.43");
    expect(selling({ rate: "70.01" })).toBe("1.43");
    expect(selling({ sellingAccount: 101, sellingCurrencyId: 4 })).toBe("1.43");
    const open = withSelling(agreed, { purchaseAccount: null }, known);
    expect(withSelling(open, { purchaseAccount: 101 }, known).sellingAmount).toBe("1.44");
    const typed = withSelling(open, { purchaseAmount: "200" }, known);
    expect(withSelling(typed, { purchaseAccount: 101 }, known).sellingAmount).toBe("2.86");
  });

  it.each([
    { purchaseAmount: "" },
    { purchaseAmount: "0" },
    { rate: "" },
    { rate: "0" },
    { purchaseAccount: null },
    { sellingAccount: null },
    { sellingCurrencyId: 2 },
  ])("stays as it is where something is not set and positive: %j", (given) => {
    expect(withSelling(edit, given, known).sellingAmount).toBe("1");
  });
});

describe("the effect of an edit", () => {
  const money = (amount: bigint) => ({ currencyId: 2, currency: "USD", amount: amount as Amount });
  const sides = (movements: readonly Movement[]) =>
    movements.map(({ accountId, side, amount }) => [accountId, side, amount] as const);

  it("is the difference between the two versions", () => {
    const before = movementsOf(transfer, known) ?? [];
    const after = movementsOf({ ...transfer, dAmount: "300", cAmount: "300", inAccountId: 101 }, known) ?? [];
    expect(sides(netOf([...mirrored(before), ...after]))).toEqual([
      [102, "debited", 5_000n],
      [103, "debited", 25_000n],
      [101, "credited", 30_000n],
    ]);
  });

  it("is nothing where nothing moves", () => {
    const before = movementsOf(exchange, known) ?? [];
    expect(before).toHaveLength(2);
    expect(netOf([...mirrored(before), ...before])).toEqual([]);
    const [first] = before;
    expect(netOf(first === undefined ? [] : [{ ...first, ...money(0n) }])).toEqual([]);
  });

  it("is unknown as long as something is missing", () => {
    for (const given of [{ dAmount: "" }, { inAccountId: null }, { currencyId: 99 }, { outAccountId: 999 }])
      expect(movementsOf({ ...transfer, ...given }, known)).toBeUndefined();
  });
});
