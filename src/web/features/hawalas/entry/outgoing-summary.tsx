import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { formatAmount } from "#web/lib/format.ts";
import { useOffice } from "#web/lib/session.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { useAccount } from "#web/ui/account/account-search.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { AfterEffect, NoEffect } from "#web/ui/entry/after-effect.tsx";

import type { Board } from "./entry-rules.ts";
import { differenceOf, isBookedAlike, movementsOf, reckon, type Movers, type OutgoingForm } from "./outgoing-rules.ts";
import { AmountFact, SummaryCard, SummaryFact } from "./summary-card.tsx";

interface OutgoingSummaryProps {
  readonly values: OutgoingForm;
  readonly board: Board;
  /** The stored version that an edit replaces. */
  readonly replaces?: OutgoingForm;
  /** The cash box into which the walk-in of that one had paid, which may not be the office's any more; null while it is read. */
  readonly paidInto?: number | null;
}

/** The summary of an outgoing hawala, and what saving it does to the balances. */
export function OutgoingSummary({ values, board, replaces, paidInto }: OutgoingSummaryProps) {
  const { t } = useTranslation("hawalaEntry");
  const office = useOffice();
  const cashOfThen = paidInto === undefined ? office.cashAccountId : paidInto;
  // Who was a walk-in and stays one has paid where he had paid.
  const movers = useMovers(values, replaces?.senderAccountId === null ? cashOfThen : office.cashAccountId);
  const before = useMovers(replaces ?? values, cashOfThen);
  const { deal } = reckon(values, board);
  const [from, to] = [board.codeOf(values.currencyId), board.codeOf(values.convertedCurrencyId)];
  const booked = movementsOf(values, movers, board);
  const movements = replaces === undefined ? booked : differenceOf(movementsOf(replaces, before, board), booked);
  return (
    <Stack gap="md">
      <SummaryCard reading={useReading(values, board, movers)}>
        <AmountFact label={t("summary.sends")} amount={deal?.amount} currency={from} />
        <AmountFact label={t("summary.gets")} amount={deal?.converted} currency={to} />
        <SummaryFact label={t("summary.commission")}>
          {deal === undefined || to === undefined ? t("summary.nothing") : <Money value={deal.commission} currency={to} />}
        </SummaryFact>
        <SummaryFact label={t("summary.partner")} note={values.partnerAccountId === null ? t("summary.transitNote") : undefined}>
          {values.partnerAccountId === null ? t("summary.transit") : labelOf(movers.partner)}
        </SummaryFact>
      </SummaryCard>
      {replaces !== undefined && isBookedAlike(replaces, values, board) ? <NoEffect /> : <AfterEffect movements={movements} />}
    </Stack>
  );
}

function labelOf(account: AccountRow | undefined): string {
  return account === undefined ? "" : accountLabel(account);
}

/** Who pays, the cash box for a walk-in, and who is owed. */
function useMovers({ senderAccountId, partnerAccountId }: OutgoingForm, cashAccountId: number | null): Movers {
  return { payer: useAccount(senderAccountId ?? cashAccountId), partner: useAccount(partnerAccountId) };
}

/** "You take $500.00 USD from Farid in cash and owe …": undefined until everything is known. */
function useReading(values: OutgoingForm, board: Board, { payer, partner }: Movers): string | undefined {
  const { t } = useTranslation("hawalaEntry");
  const { deal } = reckon(values, board);
  const [from, to] = [board.codeOf(values.currencyId), board.codeOf(values.convertedCurrencyId)];
  const [sender, receiver] = [values.senderName.trim(), values.receiverName.trim()];
  if (deal === undefined || deal.converted <= 0n || from === undefined || to === undefined || sender === "" || receiver === "")
    return undefined;
  return t("summary.outgoing", {
    amount: `${formatAmount(deal.amount, from)} ${from}`,
    payer:
      values.senderAccountId === null ? t("summary.walkIn", { sender }) : t("summary.fromAccount", { account: labelOf(payer) }),
    partner: values.partnerAccountId === null ? t("summary.transit") : labelOf(partner),
    converted: `${formatAmount(deal.converted, to)} ${to}`,
    receiver,
  });
}
