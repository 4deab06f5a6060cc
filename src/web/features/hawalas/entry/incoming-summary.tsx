import { Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatAmount } from "#web/lib/format.ts";

import { positiveAmount, type Board } from "./entry-rules.ts";
import { dollars, figuresOf, pounds, type IncomingForm } from "./incoming-rules.ts";
import { AmountFact, SummaryCard } from "./summary-card.tsx";

interface IncomingSummaryProps {
  readonly values: IncomingForm;
  readonly board: Board;
}

/** The summary of an incoming hawala. Entering it moves no money. */
export function IncomingSummary({ values, board }: IncomingSummaryProps) {
  const { t } = useTranslation("hawalaEntry");
  const figures = figuresOf(values, board);
  const currency = board.codeOf(values.currencyId);
  const amount = positiveAmount(values.amount);
  const receives = positiveAmount(figures.rAmount);
  const [code, sender, receiver] = [values.senderCode.trim(), values.senderName.trim(), values.receiverName.trim()];
  const isComplete = amount !== undefined && receives !== undefined && ![code, sender, receiver].includes("");
  const reading =
    isComplete && currency !== undefined
      ? t("summary.incoming", {
          code,
          sender,
          receiver,
          amount: formatAmount(amount, pounds),
          receives: `${formatAmount(receives, currency)} ${currency}`,
        })
      : undefined;
  return (
    <Stack gap="md">
      <SummaryCard reading={reading}>
        <AmountFact label={t("summary.sends")} amount={amount} currency={pounds} />
        <AmountFact label={t("summary.gets")} amount={receives} currency={currency} />
        <AmountFact label={t("summary.intoUSD")} amount={positiveAmount(figures.intoUSD)} currency={dollars} />
      </SummaryCard>
      <Paper withBorder p="sm">
        <Text size="sm">{t("summary.postsNothing")}</Text>
      </Paper>
    </Stack>
  );
}
