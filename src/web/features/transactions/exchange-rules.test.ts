import { describe, expect, it } from "vitest";

import { exchangeBody } from "#contract/transactions.ts";
import { accountRow, startCurrencies } from "#web/testing/rows.ts";

import {
  blankExchange,
  choosesCurrency,
  computed,
  exchangeSent,
  lacksSide,
  pairOf,
  postedExchange,
  sameCurrencyField,
  withAccount,
  withAmount,
  withDeal,
  withNarrative,
  type CodeOf,
  type ExchangeForm,
  type ExchangeSide,
} from "./exchange-rules.ts";

const codeOf: CodeOf = (id) => startCurrencies.find((currency) => currency.id === id)?.code;
const cash = accountRow({ id: 11, accountType: "company", currencyId: 1 });
const farid = accountRow({ id: 102, currencyId: 2 });
const karim = accountRow({ id: 104, currencyId: 1 });
const blank = blankExchange("2026-03-21");
const inPair: ExchangeForm = { ...blank, purchaseCurrencyId: 2, sellingCurrencyId: 1 };

/** The form after each of these has been typed, one after the other. */
function typing(form: ExchangeForm, ...typed: readonly (readonly [ExchangeSide | "rate", string])[]): ExchangeForm {
  let now = form;
  for (const [field, text] of typed)
    now = computed(field === "rate" ? { ...now, rate: text } : withAmount(now, field, text), codeOf);
  return now;
}

const amounts = ({ purchaseAmount, sellingAmount }: ExchangeForm) => [purchaseAmount, sellingAmount];

describe("the amount that was not typed", () => {
  it.each<[string, readonly (readonly [ExchangeSide | "rate", string])[], readonly string[]]>([
    [
      "follows from purchase and rate",
      [
        ["purchase", "500"],
        ["rate", "69.80"],
      ],
      ["500", "34900.00"],
    ],
    [
      "follows from rate and purchase",
      [
        ["rate", "69.80"],
        ["purchase", "500"],
      ],
      ["500", "34900.00"],
    ],
    [
      "follows from the selling amount when that was typed",
      [
        ["rate", "69.80"],
        ["selling", "34900"],
      ],
      ["500.00", "34900"],
    ],
    [
      "changes with the rate",
      [
        ["purchase", "500"],
        ["rate", "69.80"],
        ["rate", "70"],
      ],
      ["500", "35000.00"],
    ],
    [
      "changes sides when the other amount is typed",
      [
        ["purchase", "500"],
        ["rate", "70"],
        ["selling", "7000"],
      ],
      ["100.00", "7000"],
    ],
    [
      "goes when the rate goes",
      [
        ["purchase", "500"],
        ["rate", "70"],
        ["rate", ""],
      ],
      ["500", ""],
    ],
    [
      "goes when what it came from is no amount",
      [
        ["purchase", "500"],
        ["rate", "70"],
        ["purchase", "12.345"],
      ],
      ["12.345", ""],
    ],
    [
      "stays as typed while there is no rate",
      [
        ["purchase", "500"],
        ["selling", "35000"],
      ],
      ["500", "35000"],
    ],
    [
      "is the earlier one once a rate is typed",
      [
        ["purchase", "400"],
        ["selling", "35000"],
        ["rate", "70"],
      ],
      ["500.00", "35000"],
    ],
    [
      "is the emptied one",
      [
        ["purchase", "500"],
        ["selling", "7"],
        ["selling", ""],
        ["rate", "70"],
      ],
      ["500", "35000.00"],
    ],
    [
      "is nothing at a rate of nothing",
      [
        ["purchase", "500"],
        ["rate", "0"],
      ],
      ["500", ""],
    ],
    [
      "is nothing where no entry can carry it",
      [
        ["purchase", "999999999999999"],
        ["rate", "70"],
      ],
      ["999999999999999", ""],
    ],
  ])("%s", (_fact, typed, expected) => {
    expect(amounts(typing(inPair, ...typed))).toEqual(expected);
  });

  it("is divided where the pair table divides", () => {
    const turned = { ...inPair, purchaseCurrencyId: 1, sellingCurrencyId: 2 };
    expect(amounts(typing(turned, ["purchase", "14040"], ["rate", "70.20"]))).toEqual(["14040", "200.00"]);
    expect(amounts(typing(turned, ["selling", "200"], ["rate", "70.20"]))).toEqual(["14040.00", "200"]);
  });

  it("waits for two different currencies", () => {
    const typed = typing({ ...inPair, sellingCurrencyId: 2 }, ["purchase", "500"], ["rate", "70"]);
    expect(amounts(typed)).toEqual(["500", ""]);
    expect(amounts(computed({ ...typed, sellingCurrencyId: 1 }, codeOf))).toEqual(["500", "35000.00"]);
    expect(pairOf(typed, codeOf)).toBeUndefined();
  });

  it("is the selling one after a deal was taken over", () => {
    const typed = typing(inPair, ["rate", "69.80"], ["selling", "35000"]);
    const taken = withDeal(typed, { purchase: 50_144n, selling: 3_500_051n, rate: 1n } as Parameters<typeof withDeal>[1]);
    expect(amounts(computed(taken, codeOf))).toEqual(["501.44", "35000.51"]);
  });
});

describe("the currency of a side", () => {
  it("is the account's, and chosen for a company account alone", () => {
    const form = withAccount(withAccount(blank, "purchase", farid), "selling", cash);
    expect([form.purchaseCurrencyId, form.sellingCurrencyId]).toEqual([2, 1]);
    expect([choosesCurrency(form, "purchase"), choosesCurrency(form, "selling")]).toEqual([false, true]);
    expect(choosesCurrency(blank, "purchase")).toBe(false);
  });

  it("of another account is chosen when that was asked for, until the account changes", () => {
    const opened = { ...withAccount(blank, "selling", farid), sellingOpened: true };
    expect(choosesCurrency(opened, "selling")).toBe(true);
    expect(choosesCurrency(withAccount(opened, "selling", karim), "selling")).toBe(false);
  });

  it("is left open where a company account would stand on both sides in one currency", () => {
    expect(withAccount(withAccount(blank, "purchase", cash), "selling", cash).sellingCurrencyId).toBeNull();
    expect(withAccount(withAccount(blank, "purchase", karim), "selling", karim).sellingCurrencyId).toBe(1);
  });

  it("goes with the account", () => {
    expect(withAccount(withAccount(blank, "purchase", farid), "purchase", null).purchaseCurrencyId).toBeNull();
  });

  it("is marked where it can be changed when both are the same", () => {
    const both = (purchase: typeof cash, selling: typeof cash) =>
      sameCurrencyField(withAccount(withAccount(blank, "purchase", purchase), "selling", selling));
    expect(both(farid, cash)).toBe("sellingCurrencyId");
    expect(both(cash, karim)).toBe("purchaseCurrencyId");
    expect(both(farid, farid)).toBe("sellingAccount");
  });
});

describe("an exchange", () => {
  const filled: ExchangeForm = {
    ...typing(withAccount(withAccount(blank, "purchase", farid), "selling", cash), ["purchase", "500"], ["rate", "69.80"]),
    purchaseNarrative: "Bought",
    sellingNarrative: "Sold",
  };

  it("sends the purchase account as out and the selling account as in", () => {
    const sent = exchangeSent(filled);
    expect(sent).toEqual({
      transType: "Exchange",
      outAccountId: 102,
      currencyId: 2,
      dAmount: "500",
      transDescription: "Bought",
      inAccountId: 11,
      cCurrencyId: 1,
      cAmount: "34900.00",
      cTransDescription: "Sold",
      exRate: "69.80",
      transDate: "2026-03-21",
      referenceId: 0,
    });
    expect(exchangeBody.safeParse(sent).success).toBe(true);
  });

  it("says what is missing", () => {
    const messages = exchangeBody.safeParse(exchangeSent(blank)).error?.issues.map(({ message }) => message);
    expect(messages).toEqual([
      "Purchase account is required",
      "Currency is required",
      "Purchase amount must be greater than 0",
      "Selling account is required",
      "Currency is required",
      "Selling amount must be greater than 0",
      "Exchange rate must be greater than 0",
    ]);
    expect(lacksSide({ sellingCurrencyId: "Currency is required" })).toBe(true);
    expect(lacksSide({ sellingCurrencyId: undefined, rate: "Exchange rate must be greater than 0" })).toBe(false);
  });

  it.each(["69.", " 69 "])("sends the rate of %j as it is read", (rate) => {
    expect(exchangeSent({ ...filled, rate }).exRate).toBe("69");
  });

  it.each([["0.0000001"], ["."], ["69,80"]])("is refused with the rate %j", (rate) => {
    expect(exchangeBody.safeParse(exchangeSent({ ...filled, rate })).success).toBe(false);
  });

  it("posts both of its sides, once both are known", () => {
    expect(postedExchange(filled)).toMatchObject({
      date: "2026-03-21",
      sides: [
        { accountId: 102, side: "out", currencyId: 2, amount: 50_000n },
        { accountId: 11, side: "in", currencyId: 1, amount: 3_490_000n },
      ],
    });
    expect(postedExchange({ ...filled, sellingAmount: "" })).toBeUndefined();
  });

  it("has one narrative until the sale is given its own", () => {
    const typed = withNarrative(blank, "purchase", "Ha");
    expect(typed.sellingNarrative).toBe("Ha");
    const own = withNarrative(typed, "selling", "Other");
    expect(withNarrative(own, "purchase", "Haji")).toMatchObject({ purchaseNarrative: "Haji", sellingNarrative: "Other" });
  });
});
