import { Grid, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { creditBody, debitBody } from "#contract/transactions.ts";
import { entryFields, entryRate, mayHold } from "#web/features/transactions/rules.ts";
import type { EntryType } from "#web/lib/entry-sides.ts";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInWords } from "#web/ui/amount/amount-in-words.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { EditEffect, EditFrame } from "./edit-frame.tsx";
import { entryEditOf, entryEditSent, type EntryEdit } from "./edit-rules.ts";
import { useTransactionEdit, type EditInput, type TransactionEdit } from "./use-transaction-edit.ts";

const schemas = { Debit: debitBody, Credit: creditBody } as const;

export interface EditFormProps extends EditInput {
  /** Names the form for those who cannot see the dialog's title. */
  readonly label: string;
}

/** Edits a Debit or Credit: account, currency, narrative, amount and date, with the faces to compare. */
export function EditEntry({ type, ...props }: EditFormProps & { readonly type: EntryType }) {
  const edit = useEntryEdit(type, props);
  const labels = useLabels();
  const { base, known } = edit;
  const { values } = edit.entry.form;
  const account = values.account === null ? undefined : known.accounts.get(values.account);
  return (
    <EditFrame edit={edit} label={props.label} labels={labels}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Fields edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <AccountImages account={account} />
            <EditEffect base={base} next={entryEditSent(type, values, known)} known={known} />
          </Stack>
        </Grid.Col>
      </Grid>
    </EditFrame>
  );
}

function useLabels() {
  const { t } = useTranslation(["transactions", "search"]);
  return {
    account: t("transactions:entry.account"),
    currencyId: t("transactions:currency"),
    amount: t("transactions:entry.amount"),
    narrative: t("transactions:entry.narrative"),
    date: t("search:fields.transDate"),
  };
}

function useEntryEdit(type: EntryType, input: EditInput) {
  const { t } = useTranslation("transactions");
  return useTransactionEdit<EntryEdit, (typeof schemas)[EntryType]>(input, {
    formOf: entryEditOf,
    schema: schemas[type],
    toSent: (values, known) => entryEditSent(type, values, known),
    fields: entryFields,
    alsoCheck: ({ account, currencyId }, { accounts, codeOf }) => {
      const row = account === null ? undefined : accounts.get(account);
      if (row === undefined || currencyId === null || mayHold(row, currencyId)) return {};
      return { account: t("onlyAsExchange", { currency: codeOf(currencyId) ?? "" }) };
    },
  });
}

interface FieldsProps {
  readonly edit: TransactionEdit<EntryEdit>;
  readonly labels: Readonly<Record<keyof EntryEdit, string>>;
}

function Fields({ edit: { entry, known, know }, labels }: FieldsProps) {
  const { t } = useTranslation("transactions");
  const form: UseFormReturnType<EntryEdit> = entry.form;
  const { account, amount, currencyId, date } = form.values;
  return (
    <Stack gap="sm">
      <AccountPicker
        label={labels.account}
        {...requiredMark}
        {...form.getInputProps("account")}
        exclude={[known.cashAccountId]}
        value={account}
        onChange={(id, row) => {
          if (row !== undefined) know([row]);
          form.setFieldValue("account", id);
          if (row !== undefined && row.accountType !== "company") form.setFieldValue("currencyId", row.currencyId);
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CurrencySelect label={labels.currencyId} {...requiredMark} {...form.getInputProps("currencyId")} value={currencyId} />
        <AmountInput
          label={labels.amount}
          {...requiredMark}
          {...form.getInputProps("amount")}
          value={amount}
          currency={known.codeOf(currencyId)}
        />
      </SimpleGrid>
      <Textarea label={labels.narrative} {...requiredMark} rows={2} {...form.getInputProps("narrative")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <BusinessDateInput label={labels.date} {...requiredMark} {...form.getInputProps("date")} value={date} />
        <TextInput label={t("exchangeRate")} value={entryRate} readOnly variant="filled" dir="ltr" />
      </SimpleGrid>
      <AmountInWords label={t("entry.amountDescription")} amount={amount} part="all" />
    </Stack>
  );
}
