import { Grid, Stack } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createTransaction, transferBody } from "#contract/transactions.ts";
import { LabelOrderToggle } from "#web/features/transactions/label-order-toggle.tsx";
import { useDuplicatesAhead, useLikelyDuplicate } from "#web/features/transactions/likely-duplicate.tsx";
import { entryRecorded, useHeld, useHeldNow } from "#web/features/transactions/queries.ts";
import { Reading } from "#web/features/transactions/reading.tsx";
import {
  amountSoFar,
  blankTransfer,
  mayHold,
  movementOf,
  postedTransfer,
  reversed,
  transferFields,
  transferReading,
  transferSent,
  type TransferForm,
} from "#web/features/transactions/rules.ts";
import { call } from "#web/lib/api.ts";
import { formatAmount } from "#web/lib/format.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { Page } from "#web/shell/page.tsx";
import { accountLabel, type LabelOrder } from "#web/ui/account/account-label.ts";
import { untilFound } from "#web/ui/account/lookups.ts";
import { useCurrencies, useCurrency } from "#web/ui/currency-select.tsx";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm, type EntryFormState } from "#web/ui/entry/use-entry-form.ts";

import { CreditCard, DebitCard, SharedInputs } from "./transfer-inputs.tsx";

/** An amount of one currency from a debit account to a credit account. */
export function TransferPage() {
  const { t } = useTranslation("transactions");
  const navigate = useNavigate();
  const { today } = useOffice();
  const [order, setOrder] = useState<LabelOrder>("code");
  const entry = useTransferForm();
  const heldNow = useHeldNow();
  const { form, saving, startOver } = entry;
  const reverse = async (): Promise<void> => {
    if (saving || !(await untilFound(entry.formProps.ref))) return;
    const values = form.getValues();
    const { creditAccount } = values;
    form.setValues(reversed({ ...values, creditAccount: heldNow(creditAccount) }));
  };
  return (
    <Page title={t("transfer.title")} actions={<LabelOrderToggle value={order} onChange={setOrder} />}>
      <EntryForm entry={entry} label={t("transfer.title")} failureTitle={t("transfer.failed")}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DebitCard form={form} order={order} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <CreditCard form={form} order={order} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <SharedInputs form={form} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Outlook entry={entry} />
          </Grid.Col>
        </Grid>
        <FormActions
          saving={saving}
          onNew={() => startOver(blankTransfer(today))}
          onReverse={() => void reverse()}
          onClose={() => void navigate({ to: paths.dashboard })}
        />
      </EntryForm>
    </Page>
  );
}

function useTransferForm(): EntryFormState<TransferForm> {
  const { t } = useTranslation("transactions");
  const client = useQueryClient();
  const { today } = useOffice();
  const check = useTransferCheck();
  const voucher = useVoucherAction();
  const heldNow = useHeldNow();
  return useEntryForm({
    name: "transfer",
    initialValues: blankTransfer(today),
    dayField: "date",
    schema: transferBody,
    toSent: transferSent,
    fields: transferFields,
    alsoCheck: check,
    doubtOf: useLikelyDuplicate((form: TransferForm) =>
      postedTransfer({ ...form, debitAccount: heldNow(form.debitAccount), creditAccount: heldNow(form.creditAccount) }),
    ),
    record: (body, idempotencyKey) => call(createTransaction, { body, idempotencyKey }),
    next: ({ date, currencyId }) => ({ ...blankTransfer(today), date, currencyId }),
    repeated: (last, { date }) => ({ ...last, date }),
    voucherOf: ({ id }) => ({ kind: "transaction", id }),
    onRecorded: ({ id, balances }) => {
      toast.success(t("transfer.succeeded"), undefined, voucher({ kind: "transaction", id }));
      entryRecorded(client, { balances });
    },
    onFailed: () => toast.error(t("error"), t("transfer.failed")),
    onUnanswered: toast.unanswered,
  });
}

/** What the screen asks for beyond the call: a credit narrative, two accounts, and accounts that can hold the currency. */
function useTransferCheck(): (form: TransferForm) => FormErrors {
  const { t } = useTranslation("transactions");
  const dateWrong = useDateCheck();
  const currencies = useCurrencies();
  const heldNow = useHeldNow();
  const currencyOf = (id: number | null): string => currencies.find((currency) => currency.id === id)?.code ?? "";
  return ({ debitAccount, creditAccount, creditNarrative, currencyId, date }) => {
    const errors: FormErrors = {};
    const cannotHold = (account: TransferForm["debitAccount"]): boolean =>
      account !== null && currencyId !== null && !mayHold(heldNow(account), currencyId);
    if (creditNarrative.trim() === "") errors["creditNarrative"] = t("transfer.creditNarrativeRequired");
    if (cannotHold(debitAccount)) errors["debitAccount"] = t("onlyAsExchange", { currency: currencyOf(currencyId) });
    if (cannotHold(creditAccount)) errors["creditAccount"] = t("onlyAsExchange", { currency: currencyOf(currencyId) });
    if (creditAccount !== null && creditAccount.id === debitAccount?.id) errors["creditAccount"] = t("transfer.sameAccount");
    const wrong = dateWrong(date);
    if (wrong !== undefined) errors["date"] = wrong;
    return errors;
  };
}

/** What saving will do, as a sentence and as balances. */
function Outlook({ entry: { form } }: { readonly entry: EntryFormState<TransferForm> }) {
  const { t } = useTranslation("transactions");
  const { currencyId, amount: typed } = form.values;
  const debitAccount = useHeld(form.values.debitAccount);
  const creditAccount = useHeld(form.values.creditAccount);
  const currency = useCurrency(currencyId);
  const amount = amountSoFar(typed);
  useDuplicatesAhead(postedTransfer({ ...form.values, debitAccount, creditAccount }));
  const movements: Movement[] = [];
  if (currency !== undefined) {
    const money = { currencyId: currency.id, currency: currency.code, amount };
    if (debitAccount !== null) movements.push(movementOf(debitAccount, "debited", money));
    if (creditAccount !== null) movements.push(movementOf(creditAccount, "credited", money));
  }
  const complete = debitAccount !== null && creditAccount !== null && currency !== undefined && amount > 0n;
  return (
    <Stack gap="md">
      <Reading>
        {complete
          ? t(`transfer.reading.${transferReading(debitAccount.accountType, creditAccount.accountType)}`, {
              amount: `${formatAmount(amount, currency.code)} ${currency.code}`,
              debit: accountLabel(debitAccount),
              credit: accountLabel(creditAccount),
            })
          : undefined}
      </Reading>
      <AfterEffect movements={movements} />
    </Stack>
  );
}
