import { Anchor, Textarea } from "@mantine/core";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import {
  useCodeOf,
  useDeal,
  useExchangeChange,
  type ExchangeChange,
  type ExchangeFormState,
} from "#web/features/transactions/exchange-change.ts";
import {
  choosesCurrency,
  withAccount,
  withAmount,
  withNarrative,
  type ExchangeSide,
} from "#web/features/transactions/exchange-rules.ts";
import { SideCard } from "#web/features/transactions/side-card.tsx";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import type { LabelOrder } from "#web/ui/account/account-label.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInWords } from "#web/ui/amount/amount-in-words.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import classes from "./exchange.module.css";

interface SideProps {
  readonly form: ExchangeFormState;
  readonly side: ExchangeSide;
}

/** The Purchase or the Selling panel. Either amount may be typed; the other one follows from it and the rate. */
export function ExchangePanel({ form, side, order }: SideProps & { readonly order: LabelOrder }) {
  const { t } = useTranslation("exchange");
  const codeOf = useCodeOf();
  const change = useExchangeChange(form);
  const account = useDeal(form.values)[`${side}Account`];
  const amount = form.values[`${side}Amount`];
  const isComputed = form.values.computed === side;
  // A line also where nothing is computed, so that nothing moves when the figure arrives.
  const line = form.errors[`${side}Amount`] === undefined ? "\u00A0" : undefined;
  return (
    <SideCard side={side} title={t(`${side}.title`)}>
      <AccountPicker
        label={t(`${side}.account`)}
        {...requiredMark}
        {...form.getInputProps(`${side}Account`)}
        order={order}
        postsTo
        value={account?.id ?? null}
        onChange={(_id, chosen) => change((values) => withAccount(values, side, chosen ?? null))}
      />
      <Currency form={form} side={side} change={change} />
      <AmountInput
        label={t(`${side}.amount`)}
        {...requiredMark}
        {...form.getInputProps(`${side}Amount`)}
        value={amount}
        currency={codeOf(form.values[`${side}CurrencyId`])}
        description={isComputed ? t("computed") : line}
        onChange={(text) => change((values) => withAmount(values, side, text))}
      />
      <AmountInWords label={t("amountInWords")} amount={amount} part="all" />
      <Textarea
        label={t(`${side}.narrative`)}
        rows={1}
        {...form.getInputProps(`${side}Narrative`)}
        onChange={({ currentTarget }) => change((values) => withNarrative(values, side, currentTarget.value))}
      />
      <AccountImages account={account ?? undefined} />
    </SideCard>
  );
}

/**
 * The currency of a side. It is the account's own and only a company account's is chosen freely; but an exchange is also how
 * an account comes to hold a further currency, so another one can be asked for.
 */
function Currency({ form, side, change }: SideProps & { readonly change: ExchangeChange }) {
  const { t } = useTranslation("exchange");
  const field = `${side}CurrencyId` as const;
  const isOpen = choosesCurrency(useDeal(form.values), side);
  return (
    <div className={classes["currency"]}>
      <CurrencySelect
        label={t(`${side}.currency`)}
        {...requiredMark}
        {...form.getInputProps(field)}
        value={form.values[field]}
        disabled={!isOpen}
        onChange={(currencyId) => change((values) => ({ ...values, [field]: currencyId }))}
      />
      {isOpen || form.values[`${side}Account`] === null ? null : (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={t(`otherCurrency.${side}`)}
          className={classes["otherCurrency"] ?? ""}
          onClick={() => openCurrency({ form, side })}
        >
          {t("otherCurrency.shown")}
        </Anchor>
      )}
    </div>
  );
}

/** Lets the person choose the currency of a side, and takes them there. */
export function openCurrency({ form, side }: SideProps): void {
  flushSync(() => form.setFieldValue(`${side}Opened`, true));
  form.getInputNode(`${side}CurrencyId`)?.focus();
}
