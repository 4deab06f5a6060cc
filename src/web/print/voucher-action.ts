import { useTranslation } from "react-i18next";

import type { ToastAction } from "#web/lib/toast-text.tsx";

import { printVoucher, type VoucherOf } from "./print-voucher.ts";

/** The Print of a toast that says what was just recorded. */
export function useVoucherAction(): (voucher: VoucherOf) => ToastAction {
  const { t } = useTranslation("print");
  return (voucher) => ({ label: t("print"), run: () => printVoucher(voucher) });
}
