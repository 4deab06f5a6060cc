import { Paper, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { useHeld } from "#web/features/transactions/queries.ts";
import { currenciesHeld, hasChoice, transferRate, type TransferForm } from "#web/features/transactions/rules.ts";
import { SideCard } from "#web/features/transactions/side-card.tsx";
import { useOffice, useSession } from "#web/lib/session.ts";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import type { LabelOrder } from "#web/ui/account/account-label.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInWords } from "#web/ui/amount/amount-in-words.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect, useCurrency } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

export type TransferFormState = UseFormReturnType<TransferForm>;

interface SideProps {
  readonly form: TransferFormState;
  readonly order: LabelOrder;
}

/** The side that is debited; it decides the currency, and what is written here is written on the other side too. */
export function DebitCard({ form, order }: SideProps) {
  const { t } = useTranslation("transactions");
  const { debitAccount } = form.values;
  const currency = useCurrency(form.values.currencyId);
  const exclude = useNotOffered();
  const held = useHeld(debitAccount);
  return (
    <SideCard side="debit" title={t("transfer.debit")}>
      <AccountPicker
        label={t("transfer.debitAccount")}
        {...requiredMark}
        {...form.getInputProps("debitAccount")}
        order={order}
        exclude={exclude}
        postsTo
        value={debitAccount?.id ?? null}
        newCurrencyId={form.values.currencyId}
        onChange={(_id, account) => {
          form.setFieldValue("debitAccount", account ?? null);
          if (account !== undefined) form.setFieldValue("currencyId", account.currencyId);
        }}
      />
      <AmountInput
        label={t("transfer.debitAmount")}
        {...requiredMark}
        {...form.getInputProps("amount")}
        value={form.values.amount}
        currency={currency?.code}
      />
      <Textarea
        label={t("transfer.debitNarrative")}
        {...requiredMark}
        rows={2}
        {...form.getInputProps("debitNarrative")}
        onChange={({ currentTarget }) => {
          form.setFieldValue("debitNarrative", currentTarget.value);
          form.setFieldValue("creditNarrative", currentTarget.value);
        }}
      />
      <AccountImages account={held ?? undefined} />
    </SideCard>
  );
}

/** The side that is credited, with the same amount. */
export function CreditCard({ form, order }: SideProps) {
  const { t } = useTranslation("transactions");
  const { creditAccount, amount } = form.values;
  const currency = useCurrency(form.values.currencyId);
  const exclude = useNotOffered();
  const held = useHeld(creditAccount);
  return (
    <SideCard side="credit" title={t("transfer.credit")}>
      <AccountPicker
        label={t("transfer.creditAccount")}
        {...requiredMark}
        {...form.getInputProps("creditAccount")}
        order={order}
        exclude={exclude}
        postsTo
        value={creditAccount?.id ?? null}
        newCurrencyId={form.values.currencyId}
        onChange={(_id, account) => form.setFieldValue("creditAccount", account ?? null)}
      />
      <AmountInput
        label={t("transfer.creditAmount")}
        value={amount}
        onChange={() => undefined}
        readOnly
        variant="filled"
        currency={currency?.code}
      />
      <Textarea label={t("transfer.creditNarrative")} {...requiredMark} rows={2} {...form.getInputProps("creditNarrative")} />
      <AccountImages account={held ?? undefined} />
    </SideCard>
  );
}

/**
 * What both sides share. The currency is the debit account's own, unless that account holds others as well, which can be chosen
 * then; the house's accounts hold any.
 */
export function SharedInputs({ form }: { readonly form: TransferFormState }) {
  const { t } = useTranslation("transactions");
  const { debitAccount, amount } = form.values;
  const held = useHeld(debitAccount);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <CurrencySelect
            label={t("currency")}
            {...requiredMark}
            {...form.getInputProps("currencyId")}
            value={form.values.currencyId}
            only={held === null ? undefined : currenciesHeld(held)}
            disabled={held !== null && !hasChoice(held)}
          />
          <TextInput label={t("exchangeRate")} value={transferRate} readOnly variant="filled" dir="ltr" />
        </SimpleGrid>
        <BusinessDateInput label={t("date")} {...requiredMark} {...form.getInputProps("date")} value={form.values.date} />
        <AmountInWords label={t("transfer.amountInWords")} amount={amount} part="whole" />
      </Stack>
    </Paper>
  );
}

/** A transfer of cash is an admin's; the server refuses it to others, so it is not offered to them. */
function useNotOffered(): readonly number[] {
  const { role } = useSession();
  const { cashAccountId } = useOffice();
  return role === "admin" ? [] : [cashAccountId];
}
