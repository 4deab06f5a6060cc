import { Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { quoteOf } from "#kernel/exchange-deal.ts";
import { turnedRateText } from "#kernel/exchange-rate.ts";
import type { Pair } from "#kernel/exchange.ts";
import { rateText, type Rate } from "#kernel/rate.ts";
import { useCodeOf, useExchangeChange, type ExchangeFormState } from "#web/features/transactions/exchange-change.ts";
import { pairOf } from "#web/features/transactions/exchange-rules.ts";
import { SideCard } from "#web/features/transactions/side-card.tsx";
import { formatRate, shortRate } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { useRateDoubt } from "#web/ui/amount/rate-doubt.ts";
import { RateInput } from "#web/ui/amount/rate-input.tsx";
import { readRate } from "#web/ui/amount/typed-rate.ts";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { useExchangeContext, type Context } from "#web/ui/entry/exchange-context.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { DealNotice, FitNotice, SameCurrency, WayOut } from "./exchange-notices.tsx";
import classes from "./exchange.module.css";

/**
 * The rate between the two panels, and what is to be known about it: how it is quoted, what the board and the last deal
 * say, how it reads the other way round, and whether it looks wrong.
 */
export function RateCard({ form }: { readonly form: ExchangeFormState }) {
  const { t } = useTranslation("exchange");
  const pair = pairOf(form.values, useCodeOf());
  const change = useExchangeChange(form);
  const reading = readRate(form.values.rate);
  const quote = pair === undefined ? undefined : quoteOf(pair);
  const take = (rate: string): void => {
    change((values) => ({ ...values, rate: shortRate(rate) }));
    form.getInputNode("rate")?.focus();
  };
  return (
    <SideCard side="deal" title={t("deal")}>
      <RateInput
        label={t("rate")}
        {...requiredMark}
        {...form.getInputProps("rate")}
        size="md"
        descriptionProps={{ size: "sm" }}
        errorProps={{ size: "sm" }}
        value={form.values.rate}
        description={quote === undefined ? t("quoteUnknown") : t("quote", { ...quote })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        onChange={(rate) => change((values) => ({ ...values, rate }))}
      />
      <Offers form={form} onTake={take} />
      <div className={classes["ways"]} aria-live="polite">
        {pair !== undefined && reading.kind === "rate" ? <BothWays pair={pair} rate={reading.rate} /> : null}
      </div>
      <BusinessDateInput label={t("date")} {...requiredMark} {...form.getInputProps("date")} value={form.values.date} />
      <SameCurrency form={form} />
      <RateDoubtNotice form={form} onTake={take} />
      <FitNotice form={form} onTake={take} />
    </SideCard>
  );
}

function BothWays({ pair, rate }: { readonly pair: Pair; readonly rate: Rate }) {
  const { t } = useTranslation("exchange");
  const { unit, priced } = quoteOf(pair);
  return (
    <Text size="sm">
      <span className={classes["way"]}>{t("way", { unit, rate: formatRate(rateText(rate)), priced })}</span> ·{" "}
      <span className={classes["way"]}>{t("way", { unit: priced, rate: formatRate(turnedRateText(rate)), priced: unit })}</span>
    </Text>
  );
}

interface TakingProps {
  readonly form: ExchangeFormState;
  readonly onTake: (rate: string) => void;
}

/** The rates of the board and of the last deal, one press away. */
function Offers({ form, onTake }: TakingProps) {
  const { t } = useTranslation("exchange");
  const label = useId();
  const context = useExchangeContext(form.values);
  const { data, error, isFetching, refetch } = context;
  if (error !== null && data === undefined)
    return (
      <Text size="xs" role="alert">
        {t("contextFailed")}{" "}
        <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
          {t("retry")}
        </Anchor>
      </Text>
    );
  return (
    <div className={classes["offers"]}>
      {data === undefined ? (
        isFetching && <Skeleton height={22} width={140} />
      ) : (
        <Stack gap={4} role="group" aria-labelledby={label}>
          <span id={label} hidden>
            {t("offers")}
          </span>
          <Chips context={data} onTake={onTake} />
          {data.lastRate === null ? null : <LastDeal last={data.lastRate} />}
        </Stack>
      )}
      <MayBeOld readings={[context]} />
    </div>
  );
}

function Chips({ context: { boardRate, lastRate }, onTake }: { readonly context: Context } & Pick<TakingProps, "onTake">) {
  const { t } = useTranslation("exchange");
  return (
    <Group gap={6}>
      {boardRate === null ? null : (
        <Button size="compact-sm" variant="light" onClick={() => onTake(boardRate)}>
          {t("board", { rate: formatRate(boardRate) })}
        </Button>
      )}
      {lastRate === null ? null : (
        <Button size="compact-sm" variant="light" onClick={() => onTake(lastRate.rate)}>
          {t("last", { rate: formatRate(lastRate.rate) })}
        </Button>
      )}
    </Group>
  );
}

/** Which deal the last rate comes from: it opens. */
function LastDeal({ last }: { readonly last: NonNullable<Context["lastRate"]> }) {
  const { t } = useTranslation("exchange");
  const said = { id: last.transactionId, date: last.transDate };
  return (
    <Anchor component={Link} to={paths.transaction(last.transactionId)} size="xs">
      {last.direction === "same" ? t("lastDeal", said) : t("lastDealTurned", said)}
    </Anchor>
  );
}

/** Says beforehand that the rate is not what the board has. It may be saved all the same. */
function RateDoubtNotice({ form, onTake }: TakingProps) {
  const { t } = useTranslation("exchange");
  const rateDoubtOf = useRateDoubt();
  const { data } = useExchangeContext(form.values);
  const pair = pairOf(form.values, useCodeOf());
  const reading = readRate(form.values.rate);
  if (data === undefined || pair === undefined || reading.kind !== "rate") return null;
  const doubt = rateDoubtOf(reading.rate, data, quoteOf(pair));
  if (doubt === undefined) return null;
  return (
    <DealNotice title={doubt.title} text={doubt.text}>
      <WayOut onClick={() => onTake(doubt.expected)}>{t("doubt.use", { rate: formatRate(doubt.expected) })}</WayOut>
    </DealNotice>
  );
}
