import { Anchor, SimpleGrid, Stack, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { listAccounts } from "#contract/accounts.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import { SectionCard } from "#web/features/hawalas/section-card.tsx";
import { formatAmount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { accountFullName } from "#web/ui/account/account-label.ts";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { RateInput } from "#web/ui/amount/rate-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { withHolder, type Board } from "./entry-rules.ts";
import { changeOf, followsWhenEmpty } from "./form-change.ts";
import { dollars, figuresOf, oddFigures, pounds, type IncomingForm, type OddFigure } from "./incoming-rules.ts";
import { HolderPicker, PartyCard } from "./party-card.tsx";

export interface IncomingInputsProps {
  readonly form: UseFormReturnType<IncomingForm>;
  readonly board: Board;
}

const hintBelow: Pick<TextInputProps, "inputWrapperOrder"> = { inputWrapperOrder: ["label", "input", "description", "error"] };

/** Every field of an incoming hawala, in the order in which a partner's message is read. */
export function IncomingInputs({ form, board }: IncomingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const change = changeOf(form);
  return (
    <Stack gap="md">
      <SectionCard title={t("sections.message")}>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          <TextInput
            label={t("fields.hawalaNo")}
            {...requiredMark}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("hawalaNo")}
          />
          <TextInput
            label={t("fields.senderCode")}
            {...requiredMark}
            {...hintBelow}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            description={useSenderHint(form.values.senderCode)}
            {...form.getInputProps("senderCode")}
          />
          <BusinessDateInput
            label={t("fields.date")}
            {...requiredMark}
            {...form.getInputProps("date")}
            value={form.values.date}
          />
        </SimpleGrid>
      </SectionCard>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <PartyCard party="sender" inputProps={form.getInputProps} />
        <PartyCard party="receiver" inputProps={form.getInputProps}>
          <HolderPicker
            party="receiver"
            value={form.values.receiverAccountId}
            inputProps={form.getInputProps}
            onChoose={(receiverAccountId, choice) =>
              change((values) => ({ ...withHolder(values, "receiver", choice), receiverAccountId }))
            }
          />
        </PartyCard>
      </SimpleGrid>
      <SectionCard title={t("sections.details")}>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          <Payout form={form} board={board} />
          <Dollars form={form} board={board} />
        </SimpleGrid>
      </SectionCard>
      <SectionCard title={t("sections.notes")}>
        <Textarea label={t("fields.remarks")} rows={2} {...form.getInputProps("remarks")} />
      </SectionCard>
    </Stack>
  );
}

const debounceMs = 250;

/** Whose the sender code is: its account is who owes us the payout. */
function useSenderHint(code: string): string | undefined {
  const { t } = useTranslation("hawalaEntry");
  const [asked] = useDebouncedValue(accountCodeOf(code), debounceMs);
  const { data } = useQuery({ ...read(listAccounts, { query: { q: asked, limit: 50 } }), enabled: asked !== "" });
  if (asked === "" || data === undefined) return "\u00A0";
  const account = data.find(({ accountCode }) => accountCode === asked);
  return account === undefined
    ? t("hints.senderUnknown", { code: asked })
    : t("hints.senderKnown", { code: asked, name: accountFullName(account) });
}

/** What stands below a figure that follows from the others: how, or what they give where it was typed and differs. */
function useFigureHint({ form, board }: IncomingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const odd = oddFigures(form.values, board);
  return (field: OddFigure["field"], code: string): ReactNode => {
    const figure = odd.find((one) => one.field === field);
    if (figure === undefined)
      return form.values[field] === null
        ? t(field === "rAmount" ? "hints.computedReceives" : "hints.computedDollars")
        : undefined;
    return (
      <>
        {t("hints.gives", { amount: formatAmount(figure.computed, code) })}{" "}
        <Anchor component="button" type="button" inherit onClick={() => form.setFieldValue(field, null)}>
          {t("hints.use")}
        </Anchor>
      </>
    );
  };
}

/** The pounds taken, and what the receiver gets for them. What the partner says differently is typed over what is computed. */
function Payout({ form, board }: IncomingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const change = changeOf(form);
  const { values } = form;
  const { exchangeRate, rAmount } = figuresOf(values, board);
  const currency = board.codeOf(values.currencyId);
  const hint = useFigureHint({ form, board });
  return (
    <>
      <AmountInput
        label={t("fields.amount")}
        {...requiredMark}
        {...form.getInputProps("amount")}
        value={values.amount}
        currency={pounds}
      />
      <CurrencySelect
        label={t("fields.currencyId")}
        {...requiredMark}
        {...form.getInputProps("currencyId")}
        value={values.currencyId}
        onChange={(currencyId) => change((now) => ({ ...now, currencyId, exchangeRate: null, rate: null }))}
      />
      <RateInput
        label={t("fields.exchangeRate")}
        {...requiredMark}
        {...form.getInputProps("exchangeRate")}
        {...followsWhenEmpty(form, "exchangeRate")}
        {...hintBelow}
        value={exchangeRate}
        description={currency === undefined ? "\u00A0" : t("hints.perPound", { currency })}
        onChange={(text) => form.setFieldValue("exchangeRate", text)}
      />
      <AmountInput
        label={t("fields.rAmount")}
        {...requiredMark}
        {...form.getInputProps("rAmount")}
        {...followsWhenEmpty(form, "rAmount")}
        value={rAmount}
        currency={currency}
        description={hint("rAmount", currency ?? "")}
        onChange={(text) => form.setFieldValue("rAmount", text)}
      />
    </>
  );
}

/** What the payout comes to in dollars, in which the partner settles. */
function Dollars({ form, board }: IncomingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const { values } = form;
  const { rate, intoUSD } = figuresOf(values, board);
  const currency = board.codeOf(values.currencyId);
  const hint = useFigureHint({ form, board });
  const quoted = values.rate === null && rate !== "" ? "hints.perDollarByBoard" : "hints.perDollar";
  return (
    <>
      <RateInput
        label={t("fields.rate")}
        {...form.getInputProps("rate")}
        {...followsWhenEmpty(form, "rate")}
        {...hintBelow}
        value={rate}
        description={currency === undefined ? "\u00A0" : t(quoted, { currency })}
        onChange={(text) => form.setFieldValue("rate", text)}
      />
      <AmountInput
        label={t("fields.intoUSD")}
        {...form.getInputProps("intoUSD")}
        {...followsWhenEmpty(form, "intoUSD")}
        value={intoUSD}
        currency={dollars}
        description={hint("intoUSD", dollars)}
        onChange={(text) => form.setFieldValue("intoUSD", text)}
      />
    </>
  );
}
