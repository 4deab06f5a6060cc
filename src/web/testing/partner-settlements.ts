import type { PartnerSettlement } from "#contract/partner-settlements.ts";

/** The figures of a partner whom nothing stands against but his balances. */
export function settlementFigures(given: Partial<PartnerSettlement> = {}): PartnerSettlement {
  return {
    partner: { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false },
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
