import { Grid, Paper, Stack, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { exchangeBody } from "#contract/transactions.ts";
import { useDealRateDoubt } from "#web/features/transactions/exchange-doubt.ts";
import { exchangeFields, type ExchangeSide } from "#web/features/transactions/exchange-rules.ts";
import { SideCard } from "#web/features/transactions/side-card.tsx";
import { AccountImages } from "#web/ui/account/account-images.tsx";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { RateInput } from "#web/ui/amount/rate-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { useExchangeContext } from "#web/ui/entry/exchange-context.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import type { EditFormProps } from "./edit-entry.tsx";
import { EditEffect, EditFrame } from "./edit-frame.tsx";
import { exchangeEditOf, exchangeEditSent, rateParts, withoutAccounts, withSelling, type ExchangeEdit } from "./edit-rules.ts";
import { useTransactionEdit, type TransactionEdit } from "./use-transaction-edit.ts";

type Labels = Readonly<Record<keyof ExchangeEdit, string>>;

/** Edits an Exchange: the purchase, the sale, and the rate between them, which computes the selling amount. */
export function EditExchange(props: EditFormProps) {
  const rateDoubtOf = useDealRateDoubt();
  const edit = useTransactionEdit<ExchangeEdit, typeof exchangeBody>(props, {
    formOf: exchangeEditOf,
    schema: exchangeBody,
    toSent: exchangeEditSent,
    fields: exchangeFields,
    alsoCheck: () => ({}),
    doubtOf: (typed, changed) =>
      changed.some((field) => rateParts.has(field)) ? rateDoubtOf(withoutAccounts(typed)) : undefined,
  });
  const labels = useLabels();
  const { base, known, entry } = edit;
  // Asked ahead, so that saving has the board of now to judge a rate by.
  useExchangeContext(entry.form.values);
  return (
    <EditFrame edit={edit} label={props.label} labels={labels}>
      <Grid gap="md" columns={24}>
        <Grid.Col span={{ base: 24, md: 9 }}>
          <Panel side="purchase" edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 24, md: 6 }}>
          <Shared edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={{ base: 24, md: 9 }}>
          <Panel side="selling" edit={edit} labels={labels} />
        </Grid.Col>
        <Grid.Col span={24}>
          <EditEffect base={base} next={exchangeEditSent(entry.form.values, known)} known={known} />
        </Grid.Col>
      </Grid>
    </EditFrame>
  );
}

function useLabels(): Labels {
  const { t } = useTranslation("search");
  return {
    purchaseAccount: t("fields.outAccountId.Exchange"),
    purchaseCurrencyId: t("fields.currencyId.Exchange"),
    purchaseAmount: t("fields.dAmount.Exchange"),
    purchaseNarrative: t("fields.transDescription.Exchange"),
    rate: t("fields.exRate"),
    sellingAccount: t("fields.inAccountId.Exchange"),
    sellingCurrencyId: t("fields.cCurrencyId.Exchange"),
    sellingAmount: t("fields.cAmount.Exchange"),
    sellingNarrative: t("fields.cTransDescription.Exchange"),
    date: t("fields.transDate"),
  };
}

interface PartProps {
  readonly edit: TransactionEdit<ExchangeEdit>;
  readonly labels: Labels;
}

function Panel({ side, edit: { entry, known, know }, labels }: PartProps & { readonly side: ExchangeSide }) {
  const { t } = useTranslation("search");
  const { form } = entry;
  const fields = {
    account: `${side}Account`,
    currency: `${side}CurrencyId`,
    amount: `${side}Amount`,
    narrative: `${side}Narrative`,
  } as const;
  const account = form.values[fields.account];
  /** Anything but the selling amount itself, which may follow from it. */
  const change = (changed: Partial<ExchangeEdit>): void => form.setValues(withSelling(form.getValues(), changed, known));
  return (
    <SideCard side={side} title={t(`edit.${side}`)}>
      <AccountPicker
        label={labels[fields.account]}
        {...requiredMark}
        {...form.getInputProps(fields.account)}
        value={account}
        onChange={(id, row) => {
          if (row !== undefined) know([row]);
          const own = row === undefined || row.accountType === "company" ? {} : { [fields.currency]: row.currencyId };
          change({ [fields.account]: id, ...own });
        }}
      />
      <CurrencySelect
        label={labels[fields.currency]}
        {...requiredMark}
        {...form.getInputProps(fields.currency)}
        value={form.values[fields.currency]}
        onChange={(id) => change({ [fields.currency]: id })}
      />
      <AmountInput
        label={labels[fields.amount]}
        {...requiredMark}
        {...form.getInputProps(fields.amount)}
        value={form.values[fields.amount]}
        onChange={(text) => (side === "purchase" ? change({ purchaseAmount: text }) : form.setFieldValue("sellingAmount", text))}
        currency={known.codeOf(form.values[fields.currency])}
      />
      <Textarea label={labels[fields.narrative]} rows={2} {...form.getInputProps(fields.narrative)} />
      <AccountImages account={account === null ? undefined : known.accounts.get(account)} />
    </SideCard>
  );
}

function Shared({ edit: { entry, known }, labels }: PartProps) {
  const { form } = entry;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <RateInput
          label={labels.rate}
          {...requiredMark}
          {...form.getInputProps("rate")}
          value={form.values.rate}
          onChange={(rate) => form.setValues(withSelling(form.getValues(), { rate }, known))}
        />
        <BusinessDateInput label={labels.date} {...requiredMark} {...form.getInputProps("date")} value={form.values.date} />
      </Stack>
    </Paper>
  );
}
