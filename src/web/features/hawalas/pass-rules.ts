import type { Hawala } from "#contract/hawalas.ts";
import { addAmounts, amountFrom, zeroAmount, type Amount } from "#kernel/amount.ts";
import { importedRemarks, type HawalaStatus } from "#kernel/hawala.ts";

/** How a payout is typed. Kept by the page for each hawala, so that looking at another one loses nothing. */
export interface PayForm {
  readonly byBranch: boolean;
  readonly branchAccountId: number | null;
  readonly documentName: string;
  readonly documentNumber: string;
  /** A data URL; "" is none. */
  readonly documentPhoto: string;
  /** Null is today, also when the page stays open over midnight. */
  readonly transDate: string | null;
}

export const blankPayForm: PayForm = {
  byBranch: false,
  branchAccountId: null,
  documentName: "",
  documentNumber: "",
  documentPhoto: "",
  transDate: null,
};

/** Whether anything was typed that would be missed: the papers, or another day. */
export function isTyped({ documentName, documentNumber, documentPhoto, transDate }: PayForm): boolean {
  return transDate !== null || [documentName, documentNumber, documentPhoto].some((text) => text !== "");
}

/** What is sent to pass a hawala. */
export function passBody(form: PayForm, today: string) {
  return {
    branchAccountId: form.byBranch ? form.branchAccountId : null,
    documentName: form.documentName.trim() === "" ? null : form.documentName.trim(),
    documentNumber: form.documentNumber.trim() === "" ? null : form.documentNumber.trim(),
    documentPhoto: form.documentPhoto === "" ? null : form.documentPhoto,
    transDate: form.transDate ?? today,
  };
}
export type PassBody = ReturnType<typeof passBody>;

/** What can be done to a hawala beside paying it out. */
const acts = ["pending", "received", "completed", "cancel"] as const;
export type Act = (typeof acts)[number];

/** From which statuses each act leads on. The server decides; the screen does not offer what would be refused. */
const open: Readonly<Record<Act, readonly HawalaStatus[]>> = {
  pending: ["Passed", "Cancelled", "received", "completed", "cancelled"],
  received: ["sent", "pending"],
  completed: ["sent", "received", "pending"],
  cancel: ["Pending", "Passed", "sent", "received", "pending"],
};

export function mayAct(act: Act, status: HawalaStatus): boolean {
  return open[act].includes(status);
}

/** The acts that a direction has at all, in the order of their buttons. */
export function actsOf({ direction }: Pick<Hawala, "direction">): readonly Act[] {
  return direction === "incoming" ? ["pending", "cancel"] : ["received", "completed", "pending", "cancel"];
}

/** Whether a hawala waits to be paid out by this office. */
export function isPayable({ direction, hawalaStatus }: Pick<Hawala, "direction" | "hawalaStatus">): boolean {
  return direction === "incoming" && hawalaStatus === "Pending";
}

/** Whether its fields can still be corrected. */
export function isOpen({ hawalaStatus }: Pick<Hawala, "hawalaStatus">): boolean {
  return ["Pending", "sent", "received", "pending"].includes(hawalaStatus);
}

/** The currency of the first amount: pounds for what a partner took. */
export function amountCurrencyOf({ direction, amountCurrency }: Pick<Hawala, "direction" | "amountCurrency">): string {
  return amountCurrency ?? (direction === "incoming" ? "GBP" : "");
}

/** The remarks as they are shown; what came out of a partner's sheet without any says where it came from. */
export function remarksOf({ importBatchId, remarks }: Pick<Hawala, "importBatchId" | "remarks">): string {
  return remarks === "" && importBatchId !== null ? importedRemarks : remarks;
}

/** What several payouts come to, per currency, in the order the currencies first appear. */
export interface PayoutTotal {
  readonly currencyId: number;
  readonly currency: string;
  readonly count: number;
  readonly amount: Amount;
}

export function payoutTotals(hawalas: readonly Pick<Hawala, "currencyId" | "currency" | "rAmount">[]): PayoutTotal[] {
  const totals = new Map<number, PayoutTotal>();
  for (const { currencyId, currency, rAmount } of hawalas) {
    const before = totals.get(currencyId) ?? { currencyId, currency, count: 0, amount: zeroAmount };
    totals.set(currencyId, { ...before, count: before.count + 1, amount: addAmounts(before.amount, amountFrom(rAmount)) });
  }
  return [...totals.values()];
}
