import { watched } from "#web/lib/watched.ts";

/** Whose voucher is meant. */
export interface VoucherOf {
  readonly kind: "transaction" | "hawala";
  readonly id: number;
}

const waiting = watched<readonly VoucherOf[]>([]);

/**
 * Prints a voucher from wherever the person is, one after the other; the page stays as it is and is ready again once the browser's
 * dialog is closed. No window is opened, so that no browser can block it.
 */
export function printVoucher(voucher: VoucherOf): void {
  // Each asking is one of its own, also of the same voucher.
  waiting.set([...waiting.get(), { ...voucher }]);
}

/** The voucher whose turn it is has been printed, or cannot be. */
export function voucherDone(): void {
  waiting.set(waiting.get().slice(1));
}

/** The voucher whose turn it is. */
export function useVoucherWaiting(): VoucherOf | undefined {
  return waiting.useValue()[0];
}
