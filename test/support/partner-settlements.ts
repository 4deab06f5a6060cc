import { passHawala } from "#contract/hawalas.ts";
import { partnerSettlement, settlePartner, type PartnerSettlement, type Settlement } from "#contract/partner-settlements.ts";
import { deleteTransaction } from "#contract/transactions.ts";

import type { Desk } from "./desk.ts";
import { enter, incoming } from "./hawalas.ts";
import { currency } from "./ledger.ts";
import type { RefusedReply, SignedInClient } from "./server.ts";

/** What is done with a partner whose account is in afghanis, through one company account of ours. */
export interface Settling {
  figures(query?: object): Promise<PartnerSettlement>;
  /** Enters a hawala of the default sender and pays it out. */
  paid(more?: object): Promise<{ readonly id: number; readonly hawalaNo: string; readonly transactionId: number }>;
  /** The partner pays 1,000 AFN into our account, as far as nothing else is said; `more` overrides and adds. */
  bodyOf(more?: object): Promise<object>;
  settled(more?: object): Promise<Settlement>;
  refused(more: object, client?: SignedInClient): Promise<RefusedReply>;
  undo(settlement: Settlement): Promise<unknown>;
}

export function settlingWith(desk: Desk, partnerAccountId: number, counterAccountId: number): Settling {
  const figures = (query: object = {}) => desk.user.ok(partnerSettlement, { query: { partnerAccountId, ...query } });
  const bodyOf = async (more: object = {}) => ({
    partnerAccountId,
    direction: "received",
    means: "bank",
    counterAccountId,
    currencyId: currency.AFN,
    amount: "1000",
    throughHawalaId: null,
    lastSettlementId: (await figures()).lastSettlement?.id ?? null,
    note: "",
    ...more,
  });
  return {
    figures,
    bodyOf,
    paid: async (more = {}) => {
      const { id, hawalaNo } = await enter(desk, incoming({ ...more }));
      const { transactionId } = await desk.admin.ok(passHawala, { params: { id }, body: {} });
      return { id, hawalaNo, transactionId: transactionId ?? 0 };
    },
    settled: async (more = {}) => desk.admin.ok(settlePartner, { body: await bodyOf(more) }),
    refused: async (more, client = desk.admin) => desk.refused(client, settlePartner, { body: await bodyOf(more) }),
    undo: ({ transaction }) =>
      desk.admin.ok(deleteTransaction, { params: { id: transaction.id }, body: { formName: "Partner Settlement" } }),
  };
}
