import { subtractAmounts, type Amount } from "./amount.ts";
import { multiplyByRate, type Rate } from "./rate.ts";

/** Incoming: a partner sent it and our office pays the receiver. Outgoing: entered here, and a partner pays. */
export const hawalaDirections = ["incoming", "outgoing"] as const;
export type HawalaDirection = (typeof hawalaDirections)[number];

/** The life of an incoming hawala; Passed is paid out. */
export const incomingStatuses = ["Pending", "Passed", "Cancelled"] as const;
/**
 * The life of an outgoing hawala: sent to the partner; received by him; completed, the receiver has been paid; cancelled, the
 * sender's money is given back; pending, opened again.
 */
export const outgoingStatuses = ["sent", "received", "pending", "completed", "cancelled"] as const;
export const hawalaStatuses = [...incomingStatuses, ...outgoingStatuses] as const;
export type HawalaStatus = (typeof hawalaStatuses)[number];

/** What an outgoing hawala is worth to its receiver: amount × rate − commission, which is kept in the receiver's currency. */
export function convertedAmount(amount: Amount, rate: Rate, commission: Amount): Amount {
  return subtractAmounts(multiplyByRate(amount, rate), commission);
}

/** How far a converted amount may be from the computed one: one hundredth. */
const convertedTolerance = 1n;

/** Whether a converted amount that somebody else worked out stands for ours. */
export function isConvertedAmount(given: Amount, computed: Amount): boolean {
  const difference = given - computed;
  return difference <= convertedTolerance && difference >= -convertedTolerance;
}

/** The largest commission that can be kept: 99,999,999.99. */
export const largestCommission = 9_999_999_999n as Amount;

/** The label of a partner's remittance that nobody wrote remarks to. */
export const importedRemarks = "Imported from Excel file";
