import type { HawalaVersion } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";

const moment = "2026-03-20T06:00:00.000Z";

/** An incoming hawala of 9,200 afghani that waits to be paid; say what matters for the test. */
export function hawalaRow(given: Partial<Hawala> & Pick<Hawala, "id">): Hawala {
  return {
    direction: "incoming",
    hawalaNo: `LDN-${String(given.id)}`,
    hawalaStatus: "Pending",
    senderName: "Omid Karimi",
    senderLocation: null,
    senderPhone: null,
    receiverName: "Laila Ahmadi",
    receiverLocation: "Herat",
    receiverPhone: null,
    receiverAccountId: null,
    amount: "100.00",
    amountCurrency: null,
    exchangeRate: "92.00000000",
    rAmount: "9200.00",
    currency: "AFN",
    currencyId: 1,
    currencySymbol: "؋",
    remarks: "",
    transactionDate: "2026-03-20",
    hawalaDate: "2026-03-20",
    senderCode: "2001",
    rate: "70.00000000",
    intoUSD: "131.43",
    importBatchId: 1,
    importDate: moment,
    senderAccountId: null,
    partnerAccountId: null,
    partnerCode: null,
    partnerName: null,
    commission: "0.00",
    transactionId: null,
    passedDate: null,
    paidFromCode: null,
    processedBy: "admin",
    createdAt: moment,
    updatedAt: moment,
    version: 1,
    ...given,
  };
}

/** An outgoing hawala of 500 dollars that its partner has been told of. */
export function outgoingRow(given: Partial<Hawala> & Pick<Hawala, "id">): Hawala {
  return hawalaRow({
    direction: "outgoing",
    hawalaNo: `HWL${String(given.id)}`,
    hawalaStatus: "sent",
    amountCurrency: "AFN",
    amount: "35000.00",
    exchangeRate: "0.01428571",
    rAmount: "495.00",
    currency: "USD",
    currencyId: 2,
    currencySymbol: "$",
    commission: "5.00",
    senderCode: null,
    rate: null,
    intoUSD: null,
    importBatchId: null,
    importDate: null,
    partnerAccountId: 107,
    partnerCode: "2001",
    partnerName: "London",
    transactionId: 70,
    ...given,
  });
}

/** One version of a hawala's history. */
export function hawalaVersionOf(given: Partial<HawalaVersion> & Pick<HawalaVersion, "action" | "actor">): HawalaVersion {
  return { version: 1, recordedAt: moment, changes: [], payout: null, ...given };
}

/** The version in which a hawala was passed by a transaction: paid by it, or recovered with it. */
export function passedVersionOf(
  transactionId: number,
  given: Partial<HawalaVersion> & Pick<HawalaVersion, "actor">,
): HawalaVersion {
  const changes = [{ field: "transactionId", before: null, after: String(transactionId) }] as const;
  return hawalaVersionOf({ version: 2, action: "passed", changes: [...changes], ...given });
}
