import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { VoucherPrint } from "#contract/vouchers.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "#web/lib/toast.ts";
import paper from "#web/print/paper.module.css";
import { canPrint, printPaper } from "#web/print/print-paper.ts";
import { voucherDone, type VoucherOf } from "#web/print/print-voucher.ts";

import { useVoucherContent } from "./content.ts";
import { countPrint, isOutdated, voucherOf, type VoucherRecord } from "./record.ts";
import { useVoucherSize } from "./size.ts";
import { Voucher } from "./voucher.tsx";

interface Counted {
  readonly voucher: VoucherOf;
  readonly record: VoucherRecord;
  readonly print: VoucherPrint;
}

/** Prints one voucher behind the page that is on the screen, which keeps what is typed in it. */
export function VoucherPrinter({ voucher }: { readonly voucher: VoucherOf }) {
  const { t } = useTranslation("vouchers");
  const client = useQueryClient();
  const [counted, setCounted] = useState<Counted>();
  useEffect(() => {
    if (!canPrint()) return voucherDone();
    let isWanted = true;
    readAndCount(client, voucher).then(
      (found) => isWanted && setCounted(found),
      (error: unknown) => {
        if (!isWanted) return;
        // It takes the place of what said that the entry is saved: the title says what has failed.
        toast.error(t("failed"), messageOf(error, ""));
        voucherDone();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, voucher, t]);
  // What was counted for the one before is gone with it.
  return counted?.voucher === voucher ? <Behind {...counted} /> : null;
}

const underWay = new WeakMap<VoucherOf, Promise<Counted>>();

/** Once for each voucher that was asked for, however often it is drawn: every count is a print on record. */
function readAndCount(client: QueryClient, voucher: VoucherOf): Promise<Counted> {
  const known = underWay.get(voucher);
  if (known !== undefined) return known;
  const counting = countCurrent(client, voucher);
  underWay.set(voucher, counting);
  return counting;
}

async function countCurrent(client: QueryClient, voucher: VoucherOf): Promise<Counted> {
  const record = await client.fetchQuery(voucherOf(voucher));
  try {
    return { voucher, record, print: await countPrint(voucher, record) };
  } catch (error) {
    // Corrected at another desk in between: what is printed is what stands now.
    if (!isOutdated(error)) throw error;
    const current = await client.fetchQuery(voucherOf(voucher));
    return { voucher, record: current, print: await countPrint(voucher, current) };
  }
}

function Behind({ record, print }: Counted) {
  const [size] = useVoucherSize();
  const content = useVoucherContent(record, print);
  useEffect(() => {
    let isThere = true;
    // In the next turn: what is drawn twice on trial is not printed twice.
    const turn = setTimeout(() => void printPaper().then(() => isThere && voucherDone()));
    return () => {
      isThere = false;
      clearTimeout(turn);
    };
  }, []);
  return (
    <div className={paper["behind"]} aria-hidden inert>
      <Voucher content={content} size={size} />
    </div>
  );
}
