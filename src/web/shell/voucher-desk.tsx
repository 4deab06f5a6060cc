import { useEffect, useState, type ComponentType } from "react";

import { i18n } from "#web/i18n/setup.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { fetchPart, isPartAway } from "#web/lib/fetched-part.ts";
import { toast } from "#web/lib/toast.ts";
import { useVoucherWaiting, voucherDone, type VoucherOf } from "#web/print/print-voucher.ts";

type Printer = ComponentType<{ readonly voucher: VoucherOf }>;

const loadPrinter = () => import("#web/features/vouchers/printer.tsx");

/** Prints the vouchers that are asked for on any page, one after the other. What it takes is fetched with the first of them. */
export function VoucherDesk() {
  const voucher = useVoucherWaiting();
  const [found, setFound] = useState<{ readonly Printer: Printer }>();
  // Each voucher asks anew: what could not be fetched for one may be there for the next, which would wait for ever otherwise.
  const unprinted = found === undefined ? voucher : undefined;
  useEffect(() => {
    if (unprinted === undefined) return;
    fetchPart(loadPrinter).then(
      ({ VoucherPrinter }) => setFound({ Printer: VoucherPrinter }),
      (error: unknown) => {
        // Nothing of it opens by itself later: who still wants it prints it again.
        toast.error(i18n.t("vouchers:failed"), isPartAway(error) ? i18n.t("common:offline") : messageOf(error, ""));
        voucherDone();
      },
    );
  }, [unprinted]);
  if (voucher === undefined || found === undefined) return null;
  return <found.Printer voucher={voucher} />;
}
