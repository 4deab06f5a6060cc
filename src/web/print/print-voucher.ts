import { useSyncExternalStore } from "react";

/** Whose voucher is meant. */
export interface VoucherOf {
  readonly kind: "transaction" | "hawala";
  readonly id: number;
}

let waiting: readonly VoucherOf[] = [];
const followers = new Set<() => void>();

function put(vouchers: readonly VoucherOf[]): void {
  waiting = vouchers;
  for (const told of followers) told();
}

/**
 * Prints a voucher from wherever the person is, one after the other; the page stays as it is and is ready again once the browser's
 * dialog is closed. No window is opened, so that no browser can block it.
 */
export function printVoucher(voucher: VoucherOf): void {
  // Each asking is one of its own, also of the same voucher.
  put([...waiting, { ...voucher }]);
}

/** The voucher whose turn it is has been printed, or cannot be. */
export function voucherDone(): void {
  put(waiting.slice(1));
}

/** The voucher whose turn it is. */
export function useVoucherWaiting(): VoucherOf | undefined {
  return useSyncExternalStore(follow, () => waiting[0]);
}

function follow(told: () => void): () => void {
  followers.add(told);
  return () => void followers.delete(told);
}
