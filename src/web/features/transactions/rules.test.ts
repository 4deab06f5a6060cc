import { describe, expect, it } from "vitest";

import type { AccountRow, CurrencyBalance } from "#contract/accounts.ts";
import { creditBody, debitBody, transferBody } from "#contract/transactions.ts";
import type { AccountType } from "#kernel/account-type.ts";
import { sideOf, type EntryType } from "#web/lib/entry-sides.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import {
  blankEntry,
  blankTransfer,
  currenciesHeld,
  entrySent,
  hasChoice,
  mayHold,
  reversed,
  transferReading,
  transferSent,
} from "./rules.ts";

const cash = 11;

function account(id: number, accountType: AccountType, currencyId = 2): AccountRow {
  return {
    id,
    accountCode: `AC${String(id)}`,
    accountName: `Account ${String(id)}`,
    lastName: null,
    fatherName: null,
    tazkiraNumber: null,
    email: null,
    phone: null,
    dateOfBirth: null,
    currencyId,
    currency: "USD",
    address: null,
    accountType,
    accountStatus: "active",
    hasPicture: false,
    hasSignature: false,
    version: 1,
    createdAt: "2026-03-01T00:00:00Z",
    updatedAt: "2026-03-01T00:00:00Z",
    balances: [],
  };
}

/** A balance of zero, which an account has once it was opened in the currency. */
function held(currencyId: number): CurrencyBalance {
  return { currencyId, currency: "PKR", symbol: "₨", balance: "0.00" };
}

describe("the sides of a Debit or Credit", () => {
  it.each<[EntryType, AccountType, number, number]>([
    ["Debit", "customer", 101, cash],
    ["Debit", "partner", 101, cash],
    ["Debit", "hawala_partner", 101, cash],
    ["Debit", "personal", 101, cash],
    ["Debit", "company", cash, 101],
    ["Credit", "customer", cash, 101],
    ["Credit", "business", cash, 101],
    ["Credit", "company", 101, cash],
  ])("%s of a %s account: out %i, in %i", (type, accountType, outAccountId, inAccountId) => {
    const form = {
      ...blankEntry("2026-03-21"),
      account: account(101, accountType),
      currencyId: 2,
      amount: "1234.5",
      narrative: "Rent",
    };
    expect(entrySent(type, form, cash)).toMatchObject({ transType: type, outAccountId, inAccountId });
    expect(sideOf(type, accountType)).toBe(outAccountId === cash ? "in" : "out");
  });
});

describe("what a Debit or Credit sends", () => {
  const filled = {
    ...blankEntry("2026-03-21"),
    account: account(101, "customer"),
    currencyId: 2,
    amount: "1234.5",
    narrative: "Rent",
  };

  it("is a whole body of the call, with the amount in words as the credit narrative", () => {
    const sent = entrySent("Debit", filled, cash);
    expect(debitBody.safeParse(sent).success).toBe(true);
    expect(sent).toMatchObject({
      dAmount: "1234.5",
      cAmount: "1234.5",
      currencyId: 2,
      cCurrencyId: 2,
      exRate: "1",
      transDescription: "Rent",
      cTransDescription: "One Thousand Two Hundred Thirty Four Point Five Zero",
      transDate: "2026-03-21",
      referenceId: 0,
    });
  });

  it("is the same whatever language the desk speaks, or a second attempt would be another entry", () => {
    const sent = entrySent("Debit", filled, cash);
    spokenIn("fa-AF");
    expect(entrySent("Debit", filled, cash)).toEqual(sent);
  });

  it("counts an empty amount as zero", () => {
    const result = creditBody.safeParse(entrySent("Credit", { ...filled, amount: "" }, cash));
    expect(result.error?.issues.map(({ message }) => message)).toEqual(["Amount must be greater than 0"]);
  });

  it("misses its account until one is chosen", () => {
    const result = debitBody.safeParse(entrySent("Debit", { ...filled, account: null }, cash));
    expect(result.error?.issues.map(({ message }) => message)).toEqual(["Account is required", "Account is required"]);
  });
});

describe("a transfer", () => {
  const filled = {
    ...blankTransfer("2026-03-21"),
    debitAccount: account(101, "customer"),
    debitNarrative: "from",
    creditAccount: account(102, "customer", 1),
    creditNarrative: "to",
    amount: "100",
  };

  it("sends the debit account as out and the credit account as in, with one amount at rate 1", () => {
    const sent = transferSent(filled);
    expect(transferBody.safeParse(sent).success).toBe(true);
    expect(sent).toMatchObject({ outAccountId: 101, inAccountId: 102, dAmount: "100", cAmount: "100", exRate: "1.00000000" });
  });

  it("says what is missing", () => {
    const result = transferBody.safeParse(transferSent({ ...blankTransfer("2026-03-21"), currencyId: null }));
    expect(new Set(result.error?.issues.map(({ message }) => message))).toEqual(
      new Set([
        "Debit account is required",
        "Credit account is required",
        "Amount is required",
        "Debit narrative is required",
        "Currency is required",
      ]),
    );
  });

  it("reversed exchanges the accounts and their narratives; the currency follows a new debit account that cannot hold it", () => {
    expect(reversed(filled)).toMatchObject({
      debitAccount: { id: 102 },
      debitNarrative: "to",
      creditAccount: { id: 101 },
      creditNarrative: "from",
      currencyId: 1,
      amount: "100",
    });
    expect(reversed({ ...filled, creditAccount: null }).currencyId).toBe(2);
    expect(reversed({ ...filled, currencyId: null }).currencyId).toBe(1);
  });

  it.each<[string, AccountRow]>([
    ["a company account", account(102, "company", 1)],
    ["an account that has a balance in it", { ...account(102, "customer", 1), balances: [held(2)] }],
    ["an account whose own it is", account(102, "customer", 2)],
  ])("reversed keeps the currency of its amount where the new debit account is %s", (_which, creditAccount) => {
    expect(reversed({ ...filled, creditAccount })).toMatchObject({ debitAccount: { id: 102 }, currencyId: 2 });
  });

  it.each<[AccountType, AccountType, string]>([
    ["customer", "partner", "between"],
    ["company", "customer", "received"],
    ["customer", "company", "paid"],
    ["company", "company", "house"],
  ])("from %s to %s reads as %s", (debit, credit, reading) => {
    expect(transferReading(debit, credit)).toBe(reading);
  });
});

describe("the currencies an account can hold", () => {
  it("are any for a company account, else its own and those it has a balance in", () => {
    expect(mayHold(account(1, "company"), 3)).toBe(true);
    expect(mayHold(account(1, "customer"), 2)).toBe(true);
    expect(mayHold(account(1, "customer"), 3)).toBe(false);
    expect(mayHold({ ...account(1, "customer"), balances: [held(4)] }, 4)).toBe(true);
  });

  it("are a choice unless the account holds its own alone", () => {
    const own = { ...account(1, "customer"), balances: [held(2)] };
    expect(currenciesHeld(own)).toEqual([2]);
    expect(hasChoice(own)).toBe(false);
    expect(hasChoice(account(1, "customer"))).toBe(false);
    const further = { ...account(1, "customer"), balances: [held(1), held(2), held(4)] };
    expect(currenciesHeld(further)).toEqual([2, 1, 4]);
    expect(hasChoice(further)).toBe(true);
    expect(currenciesHeld(account(1, "company"))).toBeUndefined();
    expect(hasChoice(account(1, "company"))).toBe(true);
  });
});
