import { Grid } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createTransaction, exchangeBody } from "#contract/transactions.ts";
import { amountsMeet, sellingAmount } from "#kernel/exchange.ts";
import { useCodeOf, useDealNow } from "#web/features/transactions/exchange-change.ts";
import { useExchangeDoubt } from "#web/features/transactions/exchange-doubt.ts";
import {
  blankExchange,
  dealOf,
  exchangeFields,
  exchangeSent,
  exchangeSides,
  lacksSide,
  sameCurrencyField,
  type ExchangeForm,
} from "#web/features/transactions/exchange-rules.ts";
import { LabelOrderToggle } from "#web/features/transactions/label-order-toggle.tsx";
import { entryRecorded } from "#web/features/transactions/queries.ts";
import { call } from "#web/lib/api.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { Page } from "#web/shell/page.tsx";
import type { LabelOrder } from "#web/ui/account/account-label.ts";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm, type EntryFormState } from "#web/ui/entry/use-entry-form.ts";

import { ExchangePanel } from "./exchange-inputs.tsx";
import { DealEffect, DealReading } from "./exchange-outlook.tsx";
import { RateCard } from "./exchange-rate-card.tsx";
import { inWords } from "./exchange-words.ts";
import classes from "./exchange.module.css";

/** An amount of one currency bought for an amount of another. */
export function ExchangePage() {
  const { t } = useTranslation("exchange");
  const navigate = useNavigate();
  const { today } = useOffice();
  const [order, setOrder] = useState<LabelOrder>("code");
  const entry = useExchangeForm();
  const { form } = entry;
  return (
    <Page title={t("title")} actions={<LabelOrderToggle value={order} onChange={setOrder} />}>
      <EntryForm entry={entry} label={t("title")} failureTitle={t("failed")}>
        <div className={classes["deal"]}>
          {exchangeSides.map((side) => (
            <div key={side} className={classes[side]}>
              <ExchangePanel form={form} side={side} order={order} />
            </div>
          ))}
          <div className={classes["rate"]}>
            <RateCard form={form} />
          </div>
        </div>
        <Grid gap="md" mt="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DealReading form={form} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DealEffect form={form} />
          </Grid.Col>
        </Grid>
        <FormActions
          saving={entry.saving}
          onNew={() => entry.startOver(blankExchange(today))}
          onClose={() => void navigate({ to: paths.dashboard })}
        />
      </EntryForm>
    </Page>
  );
}

function useExchangeForm(): EntryFormState<ExchangeForm> {
  const { t } = useTranslation("exchange");
  const client = useQueryClient();
  const { today } = useOffice();
  const voucher = useVoucherAction();
  return useEntryForm({
    name: "exchange",
    initialValues: blankExchange(today),
    dayField: "date",
    schema: exchangeBody,
    toSent: exchangeSent,
    fields: exchangeFields,
    alsoCheck: useExchangeCheck(),
    doubtOf: useExchangeDoubt(),
    record: (body, idempotencyKey) => call(createTransaction, { body, idempotencyKey }),
    next: ({ date }) => ({ ...blankExchange(today), date }),
    repeated: (last, { date }) => ({ ...last, date }),
    voucherOf: ({ id }) => ({ kind: "transaction", id }),
    onRecorded: ({ id, balances }) => {
      toast.success(t("succeeded"), undefined, voucher({ kind: "transaction", id }));
      entryRecorded(client, { balances });
    },
    onInvalid: (errors) => {
      if (lacksSide(errors)) toast.error(t("error"), t("chooseAccounts"));
    },
    onFailed: (error) => toast.failure(error, t("failed")),
    onUnanswered: toast.unanswered,
  });
}

/** What the screen asks for beyond the call: two currencies, amounts that meet at the rate, and a day that may be entered. */
function useExchangeCheck(): (form: ExchangeForm) => FormErrors {
  const { t } = useTranslation("exchange");
  const dateWrong = useDateCheck();
  const codeOf = useCodeOf();
  const dealNow = useDealNow();
  return (form) => {
    const errors: FormErrors = {};
    // Without an account there is no currency to ask for yet: the account is what is missing.
    for (const side of exchangeSides) if (form[`${side}Account`] === null) errors[`${side}CurrencyId`] = undefined;
    const currency = codeOf(form.purchaseCurrencyId);
    if (currency !== undefined && form.purchaseCurrencyId === form.sellingCurrencyId)
      errors[sameCurrencyField(dealNow(form))] = t("same.title", { currency });
    const deal = dealOf(form, codeOf);
    if (deal !== undefined && !amountsMeet(deal, deal.pair)) {
      const expected = sellingAmount(deal.purchase, deal.rate, deal.pair);
      errors["sellingAmount"] = t("fit.wrong", { amount: inWords(expected, deal.pair.to) });
    }
    const wrong = dateWrong(form.date);
    if (wrong !== undefined) errors["date"] = wrong;
    return errors;
  };
}
