import { Anchor, Paper, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { hawalaPhoto } from "#contract/hawalas.ts";
import { amountFrom } from "#kernel/amount.ts";
import { urlOf } from "#web/lib/api.ts";
import { amountWords } from "#web/ui/amount/amount-words.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { payoutAct, useHawalaHistory } from "./barrier.tsx";
import { Day, FactList, type Fact } from "./panel-facts.tsx";
import type { ShownHawala } from "./pass-acts.ts";
import { usePayerLabel } from "./payer.ts";

/** What a receipt of the payout says: who got how much, in figures and words, from whom and when, and on which papers. */
export function PayoutSummary({ hawala }: { readonly hawala: ShownHawala }) {
  const { t } = useTranslation("passHawala");
  const heading = useId();
  const { id, hawalaNo, payout } = hawala;
  const history = useHawalaHistory(id, true);
  const payer = usePayerLabel(hawala.paidFromCode);
  const papers: Fact[] =
    payout === null
      ? []
      : [
          [t("payout.documentName"), payout.documentName],
          [t("payout.documentNumber"), payout.documentNumber],
          [
            t("payout.photo"),
            payout.hasPhoto ? (
              <Anchor
                key="photo"
                href={urlOf(hawalaPhoto, { params: { id } })}
                target="_blank"
                rel="noreferrer"
                underline="always"
                aria-label={t("payout.photoOf", { number: hawalaNo })}
              >
                {t("payout.showPhoto")}
              </Anchor>
            ) : null,
          ],
        ];
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={heading}>
      <Title order={3} size="h5" id={heading} mb="xs">
        {t("payout.title")}
      </Title>
      <FactList
        facts={[
          [t("fields.hawalaNo"), hawalaNo],
          [t("payout.receiver"), hawala.receiverName],
          [t("payout.amount"), <Money key="amount" value={hawala.rAmount} currency={hawala.currency} />],
          [t("payout.words"), `${amountWords(amountFrom(hawala.rAmount))} ${hawala.currency}`],
          [t("payout.date"), hawala.passedDate === null ? null : <Day key="date" date={hawala.passedDate} />],
          [
            t("payout.paidFrom"),
            payer === null ? null : (
              <bdi key="payer" dir="ltr">
                {payer}
              </bdi>
            ),
          ],
          [t("payout.teller"), payoutAct(history.data, hawala)?.actor ?? null],
          ...papers,
        ]}
      />
    </Paper>
  );
}
