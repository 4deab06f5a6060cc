import { Grid, Stack } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createTransaction, creditBody, debitBody } from "#contract/transactions.ts";
import { LabelOrderToggle } from "#web/features/transactions/label-order-toggle.tsx";
import { useDuplicatesAhead, useLikelyDuplicate } from "#web/features/transactions/likely-duplicate.tsx";
import { entryRecorded, useHeld, useHeldNow } from "#web/features/transactions/queries.ts";
import { Reading } from "#web/features/transactions/reading.tsx";
import {
  amountSoFar,
  blankEntry,
  entryFields,
  entrySent,
  mayHold,
  movementOf,
  postedEntry,
  type EntryForm,
} from "#web/features/transactions/rules.ts";
import { call } from "#web/lib/api.ts";
import { sideOf, type EntryType } from "#web/lib/entry-sides.ts";
import { formatAmount } from "#web/lib/format.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { Page } from "#web/shell/page.tsx";
import { accountLabel, type LabelOrder } from "#web/ui/account/account-label.ts";
import { useAccount } from "#web/ui/account/account-search.ts";
import { useCurrencies, useCurrency } from "#web/ui/currency-select.tsx";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import { EntryForm as EntryFormFrame } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm, type EntryFormState } from "#web/ui/entry/use-entry-form.ts";

import { EntryInputs, ImagesCard } from "./entry-inputs.tsx";

const wordsOfType = { Debit: "debit", Credit: "credit" } as const;
const schemas = { Debit: debitBody, Credit: creditBody } as const;

/** Debit Transaction and Credit Transaction: one account against the office's cash. The two differ in direction alone. */
export function EntryPage({ type }: { readonly type: EntryType }) {
  const { t } = useTranslation("transactions");
  const navigate = useNavigate();
  const { today } = useOffice();
  const [order, setOrder] = useState<LabelOrder>("code");
  const entry = useEntry(type);
  const words = wordsOfType[type];
  return (
    <Page title={t(`${words}.title`)} actions={<LabelOrderToggle value={order} onChange={setOrder} />}>
      <EntryFormFrame entry={entry} label={t(`${words}.title`)} failureTitle={t(`${words}.failed`)}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <EntryInputs form={entry.form} order={order} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              <ImagesCard account={entry.form.values.account} />
              <Outlook type={type} entry={entry} />
            </Stack>
          </Grid.Col>
        </Grid>
        <FormActions
          saving={entry.saving}
          onNew={() => entry.startOver(blankEntry(today))}
          onClose={() => void navigate({ to: paths.dashboard })}
        />
      </EntryFormFrame>
    </Page>
  );
}

function useEntry(type: EntryType): EntryFormState<EntryForm> {
  const { t } = useTranslation("transactions");
  const client = useQueryClient();
  const { today, cashAccountId } = useOffice();
  const check = useEntryCheck();
  const words = wordsOfType[type];
  const voucher = useVoucherAction();
  const heldNow = useHeldNow();
  // What the account is by now decides which way the money goes.
  const asNow = (form: EntryForm): EntryForm => ({ ...form, account: heldNow(form.account) });
  return useEntryForm({
    name: words,
    initialValues: blankEntry(today),
    dayField: "date",
    schema: schemas[type],
    toSent: (form: EntryForm) => entrySent(type, asNow(form), cashAccountId),
    fields: entryFields,
    alsoCheck: check,
    doubtOf: useLikelyDuplicate((form: EntryForm) => postedEntry(type, asNow(form))),
    record: (body, idempotencyKey) => call(createTransaction, { body, idempotencyKey }),
    next: ({ date, currencyId }) => ({ ...blankEntry(today), date, currencyId }),
    repeated: (last, { date }) => ({ ...last, date }),
    voucherOf: ({ id }) => ({ kind: "transaction", id }),
    onRecorded: ({ id, balances }) => {
      toast.success(t("success"), t(`${words}.succeeded`), voucher({ kind: "transaction", id }));
      entryRecorded(client, { balances });
    },
    onInvalid: (errors, { account }) => {
      if (account === null) toast.error(t("error"), t("entry.chooseAccount"));
      else if ("currencyId" in errors) toast.error(t("error"), t("entry.noCurrency"));
    },
    onFailed: (error) => toast.failure(error, t(`${words}.failed`)),
    onUnanswered: toast.unanswered,
  });
}

/** What the screen asks for beyond the call: a currency that exists, which the account can hold, and a day that may be entered. */
function useEntryCheck(): (form: EntryForm) => FormErrors {
  const { t } = useTranslation("transactions");
  const dateWrong = useDateCheck();
  const currencies = useCurrencies();
  const heldNow = useHeldNow();
  return ({ account, currencyId, date }) => {
    const errors: FormErrors = {};
    const currency = currencies.find(({ id }) => id === currencyId);
    // Without an account there is no currency to ask for yet: the account is what is missing.
    if (account === null) errors["currencyId"] = undefined;
    else if (currency === undefined) errors["currencyId"] = t("entry.noCurrency");
    else if (!mayHold(heldNow(account), currency.id)) errors["account"] = t("onlyAsExchange", { currency: currency.code });
    const wrong = dateWrong(date);
    if (wrong !== undefined) errors["date"] = wrong;
    return errors;
  };
}

/** What saving will do, as a sentence and as balances of the account and the cash. */
function Outlook({ type, entry: { form } }: { readonly type: EntryType; readonly entry: EntryFormState<EntryForm> }) {
  const { t } = useTranslation("transactions");
  const { cashAccountId } = useOffice();
  const cash = useAccount(cashAccountId);
  const account = useHeld(form.values.account);
  const { currencyId, amount: typed } = form.values;
  const currency = useCurrency(currencyId);
  const amount = amountSoFar(typed);
  useDuplicatesAhead(postedEntry(type, { ...form.values, account }));
  if (account === null || currency === undefined)
    return (
      <>
        <Reading>{undefined}</Reading>
        <AfterEffect movements={[]} />
      </>
    );
  const money = { currencyId: currency.id, currency: currency.code, amount };
  const out = sideOf(type, account.accountType) === "out";
  const movements = [movementOf(account, out ? "debited" : "credited", money)];
  if (cash !== undefined) movements.push(movementOf(cash, out ? "credited" : "debited", money));
  const party = account.accountType === "company" ? "company" : "customer";
  const sentence = t(`${wordsOfType[type]}.reading.${party}`, {
    amount: `${formatAmount(amount, currency.code)} ${currency.code}`,
    account: accountLabel(account),
  });
  return (
    <>
      <Reading>{amount > 0n ? sentence : undefined}</Reading>
      <AfterEffect movements={movements} />
    </>
  );
}
