import { describe, expect, it } from "vitest";

import type { AccountType } from "#kernel/account-type.ts";
import { amountFrom } from "#kernel/amount.ts";

import { balanceChange, effectsOf, shownChange, type Movement } from "./balance-effect.ts";

const side = (accountId: number, accountType: AccountType, sideOf: Movement["side"], amount: string): Movement => ({
  accountId,
  accountType,
  account: `account ${String(accountId)}`,
  currencyId: 2,
  currency: "USD",
  side: sideOf,
  amount: amountFrom(amount),
});

describe("a movement", () => {
  it.each<[AccountType, Movement["side"], string]>([
    ["company", "debited", "100.00"],
    ["company", "credited", "-100.00"],
    ["customer", "debited", "-100.00"],
    ["customer", "credited", "100.00"],
    ["partner", "credited", "100.00"],
    ["hawala_partner", "debited", "-100.00"],
    ["personal", "credited", "100.00"],
    ["business", "debited", "-100.00"],
  ])("of a %s account that is %s changes what is shown by %s", (accountType, sideOf, change) => {
    expect(shownChange({ accountType, side: sideOf, amount: amountFrom("100") })).toBe(amountFrom(change));
  });
});

describe("the effect of an entry", () => {
  it("is one line per account and currency", () => {
    const effects = effectsOf([
      side(101, "customer", "debited", "30"),
      side(11, "company", "credited", "30"),
      side(101, "customer", "credited", "10"),
    ]);
    expect(effects.map(({ accountId, change }) => [accountId, change])).toEqual([
      [101, amountFrom("-20")],
      [11, amountFrom("-30")],
    ]);
  });

  it("starts from zero where an account holds nothing of the currency", () => {
    expect(balanceChange([{ currencyId: 1, balance: "5.00" }], { currencyId: 2, change: amountFrom("7") })).toEqual({
      now: 0n,
      after: 700n,
      crossesZero: false,
    });
  });

  it.each([
    ["10.00", "-10.00", false],
    ["10.00", "-10.01", true],
    ["0.00", "-0.01", true],
    ["-5.00", "-1.00", false],
    ["-5.00", "10.00", false],
  ])("of %s and %s crosses zero: %s", (balance, change, crossesZero) => {
    expect(balanceChange([{ currencyId: 2, balance }], { currencyId: 2, change: amountFrom(change) }).crossesZero).toBe(
      crossesZero,
    );
  });
});
