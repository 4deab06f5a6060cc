import { Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { addAmounts, amountFrom, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { amountsMeet } from "#kernel/exchange.ts";
import { rateText } from "#kernel/rate.ts";
import { useCodeOf, useDeal, type ExchangeFormState } from "#web/features/transactions/exchange-change.ts";
import {
  dealOf,
  exchangeSides,
  positive,
  postedExchange,
  type ExchangeForm,
  type ExchangeSide,
} from "#web/features/transactions/exchange-rules.ts";
import { useDuplicatesAhead } from "#web/features/transactions/likely-duplicate.tsx";
import { Reading } from "#web/features/transactions/reading.tsx";
import { movementOf } from "#web/features/transactions/rules.ts";
import { formatRate } from "#web/lib/format.ts";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import { useEntryAround } from "#web/ui/entry/entry-context.ts";
import { useExchangeContext, type Context } from "#web/ui/entry/exchange-context.ts";
import { useStill } from "#web/ui/entry/use-still.ts";

import { inWords } from "./exchange-words.ts";
import classes from "./exchange.module.css";

interface OutlookProps {
  readonly form: ExchangeFormState;
}

/** The deal read back as a sentence, so that a rate used the wrong way round is seen, and what it does to the house. */
export function DealReading({ form }: OutlookProps) {
  const { t } = useTranslation("exchange");
  const deal = dealOf(form.values, useCodeOf());
  const meets = deal !== undefined && amountsMeet(deal, deal.pair);
  const sentence = meets
    ? t("reading", {
        purchase: inWords(deal.purchase, deal.pair.from),
        rate: formatRate(rateText(deal.rate)),
        selling: inWords(deal.selling, deal.pair.to),
      })
    : undefined;
  return (
    <Stack gap="md">
      <Reading>{sentence}</Reading>
      <HousePosition form={form} />
    </Stack>
  );
}

/** How long or short the house is in both currencies, now and after the deal. */
function HousePosition({ form }: OutlookProps) {
  const { t } = useTranslation("exchange");
  const heading = useId();
  const context = useExchangeContext(form.values);
  const { data, isFetching, error } = context;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={heading}>
      <Text fw={600} size="sm" id={heading}>
        {t("position.title")}
      </Text>
      {data !== undefined ? (
        <Positions form={form.values} positions={data.positions} />
      ) : isFetching ? (
        <Skeleton height={14} mt={8} width={220} />
      ) : error !== null ? (
        // The rate beside it says why, and tries again.
        <Text size="sm" c="dimmed" mt={4}>
          {t("position.failed")}
        </Text>
      ) : (
        <Text size="sm" c="dimmed" mt={4}>
          {t("position.waiting")}
        </Text>
      )}
      <MayBeOld readings={[context]} />
    </Paper>
  );
}

interface PositionsProps {
  readonly form: ExchangeForm;
  readonly positions: Context["positions"];
}

/** The purchase makes the house longer in its currency, the sale shorter. */
function Positions({ form, positions }: PositionsProps) {
  const { t } = useTranslation("exchange");
  const say = usePositionWords();
  const around = useEntryAround();
  const unanswered = around?.unanswered === true;
  return useStill(positions, around?.sending === true).map(({ currencyId, currency, quantity }) => {
    const now = amountFrom(quantity);
    const bought = currencyId === form.purchaseCurrencyId;
    const amount = positive(form[bought ? "purchaseAmount" : "sellingAmount"]) ?? zeroAmount;
    const after = bought ? addAmounts(now, amount) : subtractAmounts(now, amount);
    return (
      <div key={currencyId} className={classes["position"]}>
        {unanswered ? null : (
          <Text span size="sm">
            {t("position.after", { position: say(after, currency) })}
          </Text>
        )}
        <Text span size="xs" c="dimmed">
          {t("position.now", { position: say(now, currency) })}
        </Text>
      </div>
    );
  });
}

function usePositionWords(): (quantity: Amount, currency: string) => string {
  const { t } = useTranslation("exchange");
  return (quantity, currency) => {
    if (quantity === 0n) return t("position.even", { currency });
    if (quantity > 0n) return t("position.long", { amount: inWords(quantity, currency) });
    return t("position.short", { amount: inWords(subtractAmounts(zeroAmount, quantity), currency) });
  };
}

/** The balances of both accounts now and after the deal. */
export function DealEffect({ form }: OutlookProps) {
  const codeOf = useCodeOf();
  const deal = useDeal(form.values);
  useDuplicatesAhead(postedExchange(deal));
  const movements = exchangeSides.flatMap((side) => movementsOf(deal, side, codeOf(deal[`${side}CurrencyId`])));
  return <AfterEffect movements={movements} />;
}

function movementsOf(form: ExchangeForm, side: ExchangeSide, currency: string | undefined): Movement[] {
  const [account, currencyId] = [form[`${side}Account`], form[`${side}CurrencyId`]];
  if (account === null || currencyId === null || currency === undefined) return [];
  const amount = positive(form[`${side}Amount`]) ?? zeroAmount;
  return [movementOf(account, side === "purchase" ? "debited" : "credited", { currencyId, currency, amount })];
}
