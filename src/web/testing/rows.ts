import type { AccountRow } from "#contract/accounts.ts";
import type { Currency } from "#contract/currencies.ts";

const moment = "2026-03-01T00:00:00.000Z";

/** An account as the list gives it; say what matters for the test. */
export function accountRow(given: Partial<AccountRow> & Pick<AccountRow, "id">): AccountRow {
  return {
    accountCode: `AC${String(given.id)}`,
    accountName: `Account ${String(given.id)}`,
    lastName: null,
    fatherName: null,
    tazkiraNumber: null,
    email: null,
    phone: null,
    dateOfBirth: null,
    currencyId: 2,
    currency: "USD",
    address: null,
    accountType: "customer",
    accountStatus: "active",
    hasPicture: false,
    hasSignature: false,
    version: 1,
    createdAt: moment,
    updatedAt: moment,
    balances: [],
    ...given,
  };
}

const start = [
  [1, "AFN", "Afghan Afghani", "؋"],
  [2, "USD", "US Dollar", "$"],
  [3, "EUR", "Euro", "€"],
  [4, "PKR", "Pakistani Rupee", "₨"],
] as const;

/** The currencies every office starts with. */
export const startCurrencies: readonly Currency[] = start.map(([id, code, name, symbol]) => ({
  id,
  code,
  name,
  symbol,
  exchangeRate: "1.00000000",
  ratedAt: moment,
  isActive: true,
  version: 1,
  createdAt: moment,
  updatedAt: moment,
}));
