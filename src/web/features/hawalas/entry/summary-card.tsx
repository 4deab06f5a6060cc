import { Paper, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Amount } from "#kernel/amount.ts";
import { amountWords } from "#web/ui/amount/amount-words.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./entry.module.css";

interface SummaryCardProps {
  /** The hawala read back as a sentence, once it is complete. */
  readonly reading: string | undefined;
  readonly children: ReactNode;
}

/** What has been typed so far, read back: a sentence, and the figures in digits and words. */
export function SummaryCard({ reading, children }: SummaryCardProps) {
  const { t } = useTranslation("hawalaEntry");
  const heading = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4" mb="sm">
        {t("sections.summary")}
      </Title>
      <Text size="sm" mb="md" className={classes["reading"] ?? ""} data-complete={reading !== undefined || undefined}>
        {reading ?? t("summary.incomplete")}
      </Text>
      <dl className={classes["facts"]}>{children}</dl>
    </Paper>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Smaller, below. */
  readonly note?: string | undefined;
}

/** One thing and what it is. */
export function SummaryFact({ label, note, children }: FactProps) {
  return (
    <div className={classes["fact"]}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note === undefined ? null : <dd className={classes["words"]}>{note}</dd>}
    </div>
  );
}

interface AmountFactProps {
  readonly label: string;
  readonly amount: Amount | undefined;
  readonly currency: string | undefined;
}

/** An amount in digits and in words. */
export function AmountFact({ label, amount, currency }: AmountFactProps) {
  const { t } = useTranslation("hawalaEntry");
  if (amount === undefined || currency === undefined || amount <= 0n)
    return <SummaryFact label={label}>{t("summary.nothing")}</SummaryFact>;
  return (
    <SummaryFact label={label} note={t("summary.inWords", { words: amountWords(amount), currency })}>
      <strong>
        <Money value={amount} currency={currency} />
      </strong>
    </SummaryFact>
  );
}
