import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { amountFrom, type Amount } from "#kernel/amount.ts";
import type { HawalaDirection } from "#kernel/hawala.ts";
import { isSameName } from "#kernel/letters.ts";
import { useFormatAmount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { readDate } from "#web/ui/date/typed-date.ts";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

/** A hawala as it would be entered, by what tells another one apart from it. */
export interface Entered {
  /** Of one that is corrected: it is not its own copy. */
  readonly id?: number;
  readonly direction: HawalaDirection;
  /** Of one that a partner has numbered. */
  readonly hawalaNo?: string;
  readonly senderName: string;
  readonly receiverName: string;
  readonly rAmount: Amount;
  /** The code of the currency that the receiver gets. */
  readonly currency: string;
  /** The business date. */
  readonly date: string;
}

/** One receiver hardly gets more hawalas than these on one day, nor do more partners give one number. */
const limit = 50;

type Narrowed = Partial<Record<"number" | "fromDate" | "toDate" | "q", string>>;

/** Whether a hawala that stands brings the same receiver the same amount. */
function isSame(hawala: Hawala, entered: Entered): boolean {
  const isCancelled = hawala.hawalaStatus === "Cancelled" || hawala.hawalaStatus === "cancelled";
  return (
    !isCancelled &&
    hawala.id !== entered.id &&
    hawala.currency === entered.currency &&
    amountFrom(hawala.rAmount) === entered.rAmount &&
    isSameName(hawala.receiverName, entered.receiverName)
  );
}

/**
 * What a save is asked about beforehand: a hawala over the same amount for the same receiver which has the same number, whatever its
 * day and sender code, or which is of the same day and from the same sender. Nobody is asked where the server cannot be.
 */
export function useLikelyHawala(): (entered: Entered | undefined) => Promise<Doubt | undefined> {
  const client = useQueryClient();
  const { t } = useTranslation("hawalaEntry");
  return async (entered) => {
    if (entered === undefined) return undefined;
    const { direction, hawalaNo: number, receiverName, senderName } = entered;
    const find = async (narrowed: Narrowed): Promise<readonly Hawala[]> => {
      const query = { direction, ...narrowed, limit };
      const found = await client.fetchQuery({ ...read(listHawalas, { query }), staleTime: 0 }).catch(() => []);
      return found.filter((hawala) => isSame(hawala, entered));
    };
    const date = readDate(entered.date);
    const [numbered, ofDay] = await Promise.all([
      number === undefined ? [] : find({ number }),
      date === undefined ? [] : find({ fromDate: date, toDate: date, q: receiverName.trim() }),
    ]);
    const [other] = [...numbered, ...ofDay.filter((hawala) => isSameName(hawala.senderName, senderName))];
    return other === undefined ? undefined : { title: t("duplicate.title"), text: <Other hawala={other} /> };
  };
}

function Other({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("hawalaEntry");
  const formatAmount = useFormatAmount();
  const { timeZone } = useOffice();
  const { id, direction, hawalaNo, senderCode, senderName, receiverName, rAmount, currency } = hawala;
  const { transactionDate, processedBy, createdAt } = hawala;
  const amount = `${formatAmount(rAmount, currency)} ${currency}`;
  return (
    <>
      {/* In a tab of its own: what has been typed here is not left. */}
      <Anchor href={paths.hawala(id, direction)} target="_blank" rel="noreferrer" size="sm" underline="always">
        {hawalaNo}
      </Anchor>
      {": "}
      <WholeDates>
        {t("duplicate.text", { sender: senderName, receiver: receiverName, amount, date: transactionDate })}
      </WholeDates>{" "}
      {senderCode === null ? null : `${t("duplicate.under", { code: senderCode })} `}
      {t("duplicate.entered", { user: processedBy, time: formatInstant(createdAt, timeZone) })}
    </>
  );
}
