import type { PartnerSettlement, Settlement } from "#contract/partner-settlements.ts";

const partner = { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false } as const;

/** The figures of a partner whom nothing stands against but his balances. */
export function settlementFigures(given: Partial<PartnerSettlement> = {}): PartnerSettlement {
  return {
    partner,
    today: "2026-03-21",
    cashAccountId: 11,
    balances: [{ currencyId: 2, currency: "USD", balance: "-4486.75" }],
    lastSettlement: null,
    since: null,
    latest: null,
    state: null,
    passed: [],
    outstanding: [],
    outgoing: [],
    corrected: [],
    ...given,
  };
}

/** One that stands, of the cash that a partner has paid in at the bank. */
export function settlementRow(given: Partial<Settlement> = {}): Settlement {
  return {
    id: 3,
    partner,
    means: "bank",
    direction: "received",
    transaction: { id: 77, version: 1, transType: "Transfer" },
    transDate: "2026-03-01",
    currencyId: 1,
    currency: "AFN",
    amount: "5000.00",
    counterAccount: { id: 101, code: "3001", name: "Azizi Bank", type: "company", isSystem: false },
    counterCurrency: "AFN",
    counterAmount: "5000.00",
    exRate: "1.00000000",
    through: { hawalaId: 8, hawalaNo: "LON-8", direction: "incoming", transactionId: 60 },
    note: "February",
    createdBy: "amina",
    createdAt: "2026-03-01T08:00:00.000Z",
    isUndone: false,
    undoneBy: null,
    ...given,
  };
}
