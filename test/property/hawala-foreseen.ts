import type { RefusalCode } from "#kernel/refusal.ts";

import {
  cash,
  currencyCodes,
  isIncoming,
  transit,
  wayOf,
  type HawalaOracle,
  type PaperHawala,
  type PaperTransaction,
  type Slip,
} from "./hawala-oracle.ts";

/** A refusal as it is foreseen: its code, and words that its message holds. */
export interface No {
  readonly code: RefusalCode;
  readonly says: string;
}

export function no(code: RefusalCode, says: string): No {
  return { code, says };
}

export const takesNone = no("conflict", "it takes no postings");
const passedAlready = no("already_passed", "This hawala has already been passed.");
const cancelledFirst = no("conflict", "This hawala has been cancelled. Mark it as pending first");

interface SlipContext {
  /** The hawala that it corrects. */
  readonly was?: PaperHawala | undefined;
  /** A converted amount that somebody worked out. */
  readonly given?: bigint | undefined;
}

/** What stands against a slip. */
export function slipNo(oracle: HawalaOracle, slip: Slip, { was, given }: SlipContext): No | undefined {
  const isOutgoing = slip.sender === undefined;
  if (isOutgoing) {
    const { payer = cash, partner = transit } = slip;
    const same = slip.amountCurrencyId === slip.currencyId;
    if (slip.rAmount <= 0n)
      return no("invalid", slip.commission === 0n ? "At this rate nothing is left" : "The commission leaves nothing");
    if (given !== undefined && distance(given, slip.rAmount) > (same ? 0n : 1n)) return no("invalid", "the converted amount is");
    if (payer === partner) return no("invalid", "The partner cannot be the sender");
  }
  if (slip.date > oracle.lastDay) return no("invalid", "The date must not be after");
  if (!isOutgoing)
    return oracle.taken(slip, was?.id) === undefined ? undefined : no("conflict", "exists already for this sender code");
  const kept = was === undefined ? [] : [was.slip.payer, was.slip.partner];
  const touched = [slip.payer, slip.partner].filter((id) => !kept.includes(id));
  return touched.every((id) => oracle.isActive(id)) ? undefined : takesNone;
}

/** How a hawala is to be paid: from a branch, or in cash, and on which day. */
export interface PaperPayout {
  readonly branch: number | undefined;
  readonly date: string;
}

/** What stands against paying a hawala. */
export function passNo(oracle: HawalaOracle, hawala: PaperHawala, { branch, date }: PaperPayout): No | undefined {
  if (!isIncoming(hawala)) return no("conflict", "An outgoing hawala is paid by the partner, not here");
  if (hawala.status === "Passed") return passedAlready;
  if (hawala.status === "Cancelled") return cancelledFirst;
  const partner = oracle.partnerOf(hawala);
  if (partner === undefined) return no("conflict", `There is no account with the sender code ${hawala.slip.sender ?? ""}`);
  const payer = branch === undefined ? undefined : oracle.accounts.get(branch);
  if (payer !== undefined && !payer.branch) return no("invalid", "Choose a branch account");
  if (payer !== undefined && payer.currencyId !== hawala.slip.currencyId) {
    const [ours, theirs] = [currencyCodes[hawala.slip.currencyId], currencyCodes[payer.currencyId]];
    const words = `Hawala currency (${ours ?? ""}) must match selected account currency (${theirs ?? ""}). Please select the correct account.`;
    return no("invalid", words);
  }
  if (payer?.id === partner.id) return no("invalid", "This is the partner's own account");
  if (!partner.active || payer?.active === false) return takesNone;
  return date > oracle.lastDay ? no("invalid", "The date must not be after") : undefined;
}

/** What stands against moving a hawala on, back or out. */
export function moveNo(oracle: HawalaOracle, hawala: PaperHawala, asked: string): No | undefined {
  const { status } = hawala;
  const way = wayOf(status, asked);
  if (way !== undefined) return way[3] === "+" && !oracle.mayReturn(oracle.transactionsOf(hawala)[0]) ? takesNone : undefined;
  if (isIncoming(hawala) && (asked === "received" || asked === "completed")) {
    return no("conflict", "Only an outgoing hawala is received and completed by a partner");
  }
  if (asked === "cancelled" && status === "completed") return no("conflict", "The receiver of this hawala has been paid");
  const already = status.toLowerCase() === asked || (asked === "pending" && status === "sent");
  const rest = already ? `already ${status.toLowerCase()}` : `${status.toLowerCase()}. Mark it as pending first`;
  return no("conflict", `This hawala is ${rest}`);
}

/** A correction of a hawala, and the version that it was made from, where that is said. */
export interface PaperEdit extends Pick<SlipContext, "given"> {
  readonly slip: Slip;
  readonly version: number | undefined;
}

/** What stands against a correction of a hawala. */
export function editNo(oracle: HawalaOracle, hawala: PaperHawala, edit: PaperEdit): No | undefined {
  if ((edit.slip.sender === undefined) === isIncoming(hawala)) return no("invalid", "its direction cannot be changed");
  if (edit.version !== undefined && edit.version !== hawala.version) return no("stale_version", "changed meanwhile");
  if (!["Pending", "sent", "received", "pending"].includes(hawala.status)) {
    return no("conflict", `This hawala is ${hawala.status.toLowerCase()}. Mark it as pending before you change it`);
  }
  return slipNo(oracle, edit.slip, { was: hawala, given: edit.given });
}

/** What somebody does to a transaction on the search screen. */
export interface PaperCorrection {
  readonly kind: "edit" | "delete" | "recover";
  readonly role: string;
  readonly date: string;
}

/** What stands against a correction on the search screen. */
export function correctionNo(oracle: HawalaOracle, transaction: PaperTransaction, correction: PaperCorrection): No | undefined {
  const { kind, role, date } = correction;
  if (role === "user") return no("forbidden", "Your role may not change this transaction");
  if (kind === "recover" && !transaction.deleted) return no("conflict", "This transaction is not deleted");
  if (kind !== "recover" && transaction.deleted) return no("conflict", "This transaction has been deleted");
  if (kind === "edit") return date > oracle.lastDay ? no("invalid", "The date must not be after") : undefined;
  const hawala = oracle.hawalas.get(transaction.hawalaId ?? 0);
  if (kind === "delete")
    return hawala?.status === "completed" ? no("conflict", "The receiver of this hawala has been paid") : undefined;
  const first = hawala !== undefined && isIncoming(hawala) ? payoutNo(oracle, hawala, transaction) : undefined;
  return first ?? (oracle.mayReturn(transaction) ? undefined : takesNone);
}

/** What stands against the return of a payout: it was made again, is no longer wanted, or would be another one. */
function payoutNo(oracle: HawalaOracle, hawala: PaperHawala, { lines: [paid], paidAs }: PaperTransaction): No | undefined {
  if (hawala.status === "Passed") return passedAlready;
  if (hawala.status === "Cancelled") return cancelledFirst;
  const { currencyId, rAmount, number, receiver } = hawala.slip;
  const isSamePayment = paid?.currencyId === currencyId && paid.amount === rAmount && paid.debit === oracle.partnerOf(hawala)?.id;
  return isSamePayment && paidAs?.number === number && paidAs.receiver === receiver
    ? undefined
    : no("conflict", "corrected since it was paid; pass it again instead");
}

/** What stands against taking an import back. */
export function undoNo(oracle: HawalaOracle, batch: number): No | undefined {
  if (oracle.undone.has(batch)) return no("conflict", "This import has been undone already");
  const touched = oracle.rowsOf(batch).some((row) => row.status !== "Pending" || oracle.transactionsOf(row).length > 0);
  return touched ? no("conflict", "This import cannot be undone") : undefined;
}

function distance(left: bigint, right: bigint): bigint {
  return left > right ? left - right : right - left;
}
