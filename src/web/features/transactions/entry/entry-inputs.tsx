import { Paper, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { useHeld } from "#web/features/transactions/queries.ts";
import { currenciesHeld, entryRate, hasChoice, type EntryForm } from "#web/features/transactions/rules.ts";
import { useOffice } from "#web/lib/session.ts";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import type { LabelOrder } from "#web/ui/account/account-label.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInWords } from "#web/ui/amount/amount-in-words.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect, useCurrency } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

interface EntryInputsProps {
  readonly form: UseFormReturnType<EntryForm>;
  readonly order: LabelOrder;
}

/**
 * The fields of a Debit or Credit. The currency is the account's own, unless it holds others as well, which can be chosen
 * then; the house's accounts hold any. The cash account is the other side of every entry and therefore not on offer.
 */
export function EntryInputs({ form, order }: EntryInputsProps) {
  const { t } = useTranslation("transactions");
  const { cashAccountId } = useOffice();
  const { account, amount, currencyId, date } = form.values;
  const currency = useCurrency(currencyId);
  const held = useHeld(account);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <AccountPicker
          label={t("entry.account")}
          {...requiredMark}
          {...form.getInputProps("account")}
          order={order}
          exclude={[cashAccountId]}
          postsTo
          value={account?.id ?? null}
          newCurrencyId={form.values.currencyId}
          onChange={(_id, chosen) => {
            form.setFieldValue("account", chosen ?? null);
            if (chosen !== undefined) form.setFieldValue("currencyId", chosen.currencyId);
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <CurrencySelect
            label={t("currency")}
            {...requiredMark}
            {...form.getInputProps("currencyId")}
            value={currencyId}
            only={held === null ? undefined : currenciesHeld(held)}
            disabled={held === null || !hasChoice(held)}
          />
          <AmountInput
            label={t("entry.amount")}
            {...requiredMark}
            {...form.getInputProps("amount")}
            value={amount}
            currency={currency?.code}
          />
        </SimpleGrid>
        <Textarea label={t("entry.narrative")} {...requiredMark} rows={2} {...form.getInputProps("narrative")} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <BusinessDateInput label={t("date")} {...requiredMark} {...form.getInputProps("date")} value={date} />
          <TextInput label={t("exchangeRate")} value={entryRate} readOnly variant="filled" dir="ltr" />
        </SimpleGrid>
        <AmountInWords label={t("entry.amountDescription")} amount={amount} part="all" />
      </Stack>
    </Paper>
  );
}

/** The face and the signature of the account's holder, to compare with the person at the counter. */
export function ImagesCard({ account }: { readonly account: AccountRow | null }) {
  const held = useHeld(account);
  return (
    <Paper withBorder p="md">
      <AccountImages account={held ?? undefined} />
    </Paper>
  );
}
