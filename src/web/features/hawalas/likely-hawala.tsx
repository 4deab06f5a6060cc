import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { amountFrom, type Amount } from "#kernel/amount.ts";
import type { HawalaDirection } from "#kernel/hawala.ts";
import { useFormatAmount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { readDate } from "#web/ui/typed-date.ts";
import type { Doubt } from "#web/ui/use-entry-form.ts";

/** A hawala as it would be entered, by what tells another one apart from it. */
export interface Entered {
  readonly direction: HawalaDirection;
  readonly senderName: string;
  readonly receiverName: string;
  readonly rAmount: Amount;
  /** The code of the currency that the receiver gets. */
  readonly currency: string;
  /** The business date. */
  readonly date: string;
}

/** One receiver hardly gets more hawalas than these on one day. */
const limit = 50;

/** Whether a hawala that stands brings the same receiver the same amount from the same sender. */
function isSame(hawala: Hawala, entered: Entered): boolean {
  const isCancelled = hawala.hawalaStatus === "Cancelled" || hawala.hawalaStatus === "cancelled";
  return (
    !isCancelled &&
    hawala.currency === entered.currency &&
    amountFrom(hawala.rAmount) === entered.rAmount &&
    folded(hawala.receiverName) === folded(entered.receiverName) &&
    folded(hawala.senderName) === folded(entered.senderName)
  );
}

function folded(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** What a save is asked about beforehand: a hawala of the same day between the same people over the same amount. */
export function useLikelyHawala(): (entered: Entered | undefined) => Promise<Doubt | undefined> {
  const client = useQueryClient();
  const { t } = useTranslation("hawalaEntry");
  return async (entered) => {
    const date = entered === undefined ? undefined : readDate(entered.date);
    if (entered === undefined || date === undefined) return undefined;
    const query = { direction: entered.direction, fromDate: date, toDate: date, q: entered.receiverName.trim(), limit };
    const found = await client.fetchQuery({ ...read(listHawalas, { query }), staleTime: 0 });
    const other = found.find((hawala) => isSame(hawala, entered));
    return other === undefined ? undefined : { title: t("duplicate.title"), text: <Other hawala={other} /> };
  };
}

function Other({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("hawalaEntry");
  const formatAmount = useFormatAmount();
  const { timeZone } = useOffice();
  const { id, direction, hawalaNo, senderName, receiverName, rAmount, currency } = hawala;
  const { transactionDate, processedBy, createdAt } = hawala;
  const amount = `${formatAmount(rAmount, currency)} ${currency}`;
  return (
    <>
      {/* In a tab of its own: what has been typed here is not left. */}
      <Anchor href={paths.hawala(id, direction)} target="_blank" rel="noreferrer" size="sm" underline="always">
        {hawalaNo}
      </Anchor>
      {": "}
      {t("duplicate.text", { sender: senderName, receiver: receiverName, amount, date: transactionDate })}{" "}
      {t("duplicate.entered", { user: processedBy, time: formatInstant(createdAt, timeZone) })}
    </>
  );
}
