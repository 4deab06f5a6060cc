import { describe, expect, test } from "vitest";

import { Refusal } from "#kernel/refusal.ts";

import { answerOf, recordedOf } from "./outcome.ts";

const facts = {
  outCode: "AC1",
  outName: "Farid",
  outStatus: "suspended",
  inCode: "AC2",
  inName: "Zahra",
  inStatus: "inactive",
  outIsCash: false,
  currency: "USD",
  cCurrency: "AFN",
  lastDate: "2026-03-22",
  code: "AC3",
  name: "Bank",
  status: "inactive",
};

/** What the person at the counter is told: the kind, the sentence, and the field where there is one. */
function told(refusal: string, detail: object | null = facts): unknown {
  try {
    return answerOf({ ordinal: 0, refusal, detail });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.message, error.details.issues?.map(({ path }) => path) ?? []];
  }
}

describe("a refusal of the database", () => {
  test.each([
    ["idempotency_conflict", "idempotency_conflict", "This Idempotency-Key was already used for another request", []],
    ["out_account_unknown", "invalid", "The debit account does not exist", ["outAccountId"]],
    ["in_account_unknown", "invalid", "The credit account does not exist", ["inAccountId"]],
    ["out_account_system", "invalid", "AC1 - Farid belongs to the house; nothing is posted to it by hand", ["outAccountId"]],
    ["in_account_system", "invalid", "AC2 - Zahra belongs to the house; nothing is posted to it by hand", ["inAccountId"]],
    ["currency_unknown", "invalid", "This currency does not exist", ["currencyId"]],
    ["c_currency_unknown", "invalid", "This currency does not exist", ["cCurrencyId"]],
    ["currency_inactive", "conflict", "The currency USD is not active", ["currencyId"]],
    ["c_currency_inactive", "conflict", "The currency AFN is not active", ["cCurrencyId"]],
    [
      "entry_without_cash",
      "invalid",
      "A Debit or Credit moves money between the cash account and one other account",
      ["inAccountId"],
    ],
    ["entry_direction", "invalid", "The two accounts stand the wrong way round for this entry on AC1 - Farid", ["outAccountId"]],
    ["cash_transfer_forbidden", "forbidden", "Only an admin may transfer to or from the cash account", []],
    ["out_account_inactive", "conflict", "The account AC1 - Farid is suspended; it takes no postings", []],
    ["in_account_inactive", "conflict", "The account AC2 - Zahra is inactive; it takes no postings", []],
    ["account_not_active", "conflict", "The account AC3 - Bank is inactive; it takes no postings", []],
    ["account_closed", "conflict", "The account AC3 - Bank is closed; it takes no postings", []],
    [
      "out_cannot_hold",
      "invalid",
      "The account AC1 - Farid does not hold USD; record an Exchange to open it in USD",
      ["outAccountId"],
    ],
    [
      "in_cannot_hold",
      "invalid",
      "The account AC2 - Zahra does not hold AFN; record an Exchange to open it in AFN",
      ["inAccountId"],
    ],
    ["date_too_early", "invalid", "The date must not be before 2000-01-01", ["transDate"]],
    ["date_too_late", "invalid", "The date must not be after 2026-03-22", ["transDate"]],
  ])("of %s is %s: %s", (refusal, code, message, paths) => expect(told(refusal)).toEqual([code, message, paths]));

  test("of an entry the wrong way round names the account that is not the cash account", () => {
    const turned = { ...facts, outIsCash: true };
    expect(told("entry_direction", turned)).toMatchObject({ 1: expect.stringMatching(/on AC2 - Zahra$/) });
  });

  test("marks a field with the sentence itself", () => {
    const message = "The currency USD is not active";
    expect(() => answerOf({ ordinal: 0, refusal: "currency_inactive", detail: facts })).toThrow(
      expect.objectContaining({ details: { issues: [{ path: "currencyId", message }] } }),
    );
  });

  test("may come without facts where it needs none", () => {
    expect(told("cash_transfer_forbidden", null)).toMatchObject({ 0: "forbidden" });
    expect(told("account_closed", null)).toMatchObject({ 0: "conflict" });
  });

  test("that nobody has words for is a defect, which is named", () => {
    expect(() => told("out_of_paper")).toThrow("unknown refusal out_of_paper");
  });
});

const none = {
  referenceId: null,
  hawalaId: null,
  modifiedBy: null,
  modifiedAt: null,
  deletedBy: null,
  deletedAt: null,
  deletionReason: null,
  formName: null,
};

describe("an answer", () => {
  test("is what was sent and what the database adds, with what a new transaction cannot have as null", () => {
    const detail = { id: 7, businessDate: "2026-03-21", balances: [[101, "AC1", 2, "USD", "-1.50"]] };
    expect(answerOf({ ordinal: 0, refusal: null, detail }, { version: 1, narrative: "By telephone" })).toEqual({
      ...none,
      id: 7,
      version: 1,
      narrative: "By telephone",
      businessDate: "2026-03-21",
      balances: [{ accountId: 101, accountCode: "AC1", currencyId: 2, currency: "USD", balance: "-1.50" }],
    });
  });

  test("that was stored is whole, whatever was sent now", () => {
    const stored = { id: 7, version: 3, narrative: "Then", modifiedBy: "u-2", balances: [] };
    expect(answerOf({ ordinal: 0, refusal: null, detail: stored }, { version: 1, narrative: "Now" })).toEqual({
      ...none,
      ...stored,
    });
  });
});

test("a version keeps what it has, and says null of the rest", () => {
  const version = { id: 7, deletedBy: "u-1" } as unknown as Parameters<typeof recordedOf>[0];
  expect(recordedOf(version)).toEqual({ ...none, id: 7, deletedBy: "u-1" });
});
