import { Grid, Paper, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { transferBody } from "#contract/transactions.ts";
import { mayHold, transferFields, transferRate } from "#web/features/transactions/rules.ts";
import { SideCard } from "#web/features/transactions/side-card.tsx";
import { useSession } from "#web/lib/session.ts";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInWords } from "#web/ui/amount/amount-in-words.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import type { EditFormProps } from "./edit-entry.tsx";
import { EditEffect, EditFrame } from "./edit-frame.tsx";
import { transferEditOf, transferEditSent, type TransferEdit } from "./edit-rules.ts";
import { useTransactionEdit, type EditInput, type TransactionEdit } from "./use-transaction-edit.ts";

type Labels = Readonly<Record<keyof TransferEdit, string>>;

/** Edits a Transfer: both sides beside each other, one amount of one currency. */
export function EditTransfer(props: EditFormProps) {
  const edit = useTransferEdit(props);
  const labels = useLabels();
  const { base, known, entry } = edit;
  return (
    <EditFrame edit={edit} label={props.label} labels={labels}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Side side="debit" edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Side side="credit" edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Shared edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <EditEffect base={base} next={transferEditSent(entry.form.values, known)} known={known} />
        </Grid.Col>
      </Grid>
    </EditFrame>
  );
}

function useLabels(): Labels {
  const { t } = useTranslation(["transactions", "search"]);
  return {
    debitAccount: t("transactions:transfer.debitAccount"),
    creditAccount: t("transactions:transfer.creditAccount"),
    currencyId: t("transactions:currency"),
    amount: t("transactions:transfer.debitAmount"),
    debitNarrative: t("transactions:transfer.debitNarrative"),
    creditNarrative: t("transactions:transfer.creditNarrative"),
    date: t("search:fields.transDate"),
  };
}

function useTransferEdit(input: EditInput) {
  const { t } = useTranslation("transactions");
  return useTransactionEdit<TransferEdit, typeof transferBody>(input, {
    formOf: transferEditOf,
    schema: transferBody,
    toSent: transferEditSent,
    fields: transferFields,
    alsoCheck: ({ creditNarrative, currencyId, ...sides }, { accounts, codeOf }) => {
      const errors: Record<string, string> = {};
      if (creditNarrative.trim() === "") errors["creditNarrative"] = t("transfer.creditNarrativeRequired");
      for (const side of ["debitAccount", "creditAccount"] as const) {
        const row = accounts.get(sides[side] ?? 0);
        if (row !== undefined && currencyId !== null && !mayHold(row, currencyId))
          errors[side] = t("onlyAsExchange", { currency: codeOf(currencyId) ?? "" });
      }
      if (sides.creditAccount !== null && sides.creditAccount === sides.debitAccount)
        errors["creditAccount"] = t("transfer.sameAccount");
      return errors;
    },
  });
}

interface PartProps {
  readonly edit: TransactionEdit<TransferEdit>;
  readonly labels: Labels;
}

/** One side: account, amount, narrative and face. The debit account decides the currency; the credit amount is the debit's. */
function Side({ side, edit: { entry, known, know }, labels }: PartProps & { readonly side: "debit" | "credit" }) {
  const { t } = useTranslation("transactions");
  const { role } = useSession();
  const { form } = entry;
  const accountField = `${side}Account` as const;
  const account = form.values[accountField];
  const amountLabel = side === "debit" ? labels.amount : t("transfer.creditAmount");
  return (
    <SideCard side={side} title={labels[accountField]}>
      <AccountPicker
        label={labels[accountField]}
        {...requiredMark}
        {...form.getInputProps(accountField)}
        // A transfer of cash is an admin's; the server refuses it to others.
        exclude={role === "admin" ? [] : [known.cashAccountId]}
        value={account}
        onChange={(id, row) => {
          if (row !== undefined) know([row]);
          form.setFieldValue(accountField, id);
          if (side === "debit" && row !== undefined && row.accountType !== "company")
            form.setFieldValue("currencyId", row.currencyId);
        }}
      />
      <AmountInput
        label={amountLabel}
        {...(side === "debit"
          ? { ...requiredMark, ...form.getInputProps("amount") }
          : { readOnly: true, variant: "filled", onChange: () => undefined })}
        value={form.values.amount}
        currency={known.codeOf(form.values.currencyId)}
      />
      <Textarea label={labels[`${side}Narrative`]} {...requiredMark} rows={2} {...form.getInputProps(`${side}Narrative`)} />
      <AccountImages account={account === null ? undefined : known.accounts.get(account)} />
    </SideCard>
  );
}

function Shared({ edit: { entry }, labels }: PartProps) {
  const { t } = useTranslation("transactions");
  const { form } = entry;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <CurrencySelect
            label={labels.currencyId}
            {...requiredMark}
            {...form.getInputProps("currencyId")}
            value={form.values.currencyId}
          />
          <TextInput label={t("exchangeRate")} value={transferRate} readOnly variant="filled" dir="ltr" />
        </SimpleGrid>
        <BusinessDateInput label={labels.date} {...requiredMark} {...form.getInputProps("date")} value={form.values.date} />
        <AmountInWords label={t("transfer.amountInWords")} amount={form.values.amount} part="whole" />
      </Stack>
    </Paper>
  );
}
