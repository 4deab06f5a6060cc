import { SimpleGrid, Stack, Textarea, type TextInputProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { SectionCard } from "#web/features/hawalas/section-card.tsx";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { RateInput } from "#web/ui/amount/rate-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { withHolder, type Board } from "./entry-rules.ts";
import classes from "./entry.module.css";
import { changeOf, followsWhenEmpty } from "./form-change.ts";
import { isOneCurrency, noCommission, reckon, type OutgoingForm } from "./outgoing-rules.ts";
import { HolderPicker, PartyCard } from "./party-card.tsx";

export interface OutgoingInputsProps {
  readonly form: UseFormReturnType<OutgoingForm>;
  readonly board: Board;
  /** Another one than those recorded: what its accounts cannot take is said beforehand. */
  readonly isNew?: boolean;
}

const hintBelow: Pick<TextInputProps, "inputWrapperOrder"> = { inputWrapperOrder: ["label", "input", "description", "error"] };
const partners = { type: "hawala_partner" } as const;

/** Every field of an outgoing hawala. */
export function OutgoingInputs({ form, board, isNew = false }: OutgoingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Parties form={form} isNew={isNew} />
      </SimpleGrid>
      <SectionCard title={t("sections.details")}>
        <Conversion form={form} board={board} />
        <div className={classes["assignment"]}>
          <AccountPicker
            label={t("fields.partnerAccountId")}
            description={t("hints.transit")}
            {...hintBelow}
            {...form.getInputProps("partnerAccountId")}
            filter={partners}
            postsTo={isNew}
            value={form.values.partnerAccountId}
            onChange={(id) => form.setFieldValue("partnerAccountId", id)}
          />
          <BusinessDateInput
            label={t("fields.date")}
            {...requiredMark}
            {...form.getInputProps("date")}
            value={form.values.date}
          />
        </div>
      </SectionCard>
      <SectionCard title={t("sections.notes")}>
        <Textarea label={t("fields.notes")} rows={2} {...form.getInputProps("notes")} />
      </SectionCard>
    </Stack>
  );
}

/** Who sends and who receives. The currency follows the sender's account, and another one may be chosen. */
function Parties({ form, isNew }: Pick<OutgoingInputsProps, "form"> & { readonly isNew: boolean }) {
  const change = changeOf(form);
  return (
    <>
      <PartyCard party="sender" inputProps={form.getInputProps}>
        <HolderPicker
          party="sender"
          postsTo={isNew}
          value={form.values.senderAccountId}
          inputProps={form.getInputProps}
          onChoose={(senderAccountId, choice) =>
            change((values) => {
              const currencyId = choice.after?.currencyId ?? values.currencyId;
              const exchangeRate = currencyId === values.currencyId ? values.exchangeRate : null;
              return { ...withHolder(values, "sender", choice), senderAccountId, currencyId, exchangeRate };
            })
          }
        />
      </PartyCard>
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
    </>
  );
}

/** Amount, rate, commission and converted amount: either amount may be typed, the other one follows. */
function Conversion({ form, board }: OutgoingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const change = changeOf(form);
  const { values } = form;
  const { amount, converted } = reckon(values, board);
  const [from, to] = [board.codeOf(values.currencyId), board.codeOf(values.convertedCurrencyId)];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
      <AmountInput
        label={t("fields.amount")}
        {...requiredMark}
        {...form.getInputProps("amount")}
        {...followsWhenEmpty(form, "amount")}
        value={amount}
        currency={from}
        description={values.amount === null && amount !== "" ? t("hints.computedAmount") : undefined}
        onChange={(text) =>
          change((now) => ({ ...now, amount: text, convertedAmount: text === "" ? now.convertedAmount : null }))
        }
      />
      <CurrencySelect
        label={t("fields.currencyId")}
        {...requiredMark}
        {...form.getInputProps("currencyId")}
        value={values.currencyId}
        onChange={(currencyId) => change((now) => ({ ...now, currencyId, exchangeRate: null }))}
      />
      <CurrencySelect
        label={t("fields.convertedCurrencyId")}
        {...requiredMark}
        {...form.getInputProps("convertedCurrencyId")}
        value={values.convertedCurrencyId}
        onChange={(convertedCurrencyId) => change((now) => ({ ...now, convertedCurrencyId, exchangeRate: null }))}
      />
      <ConversionRate form={form} board={board} />
      <AmountInput
        label={t("fields.commission")}
        {...form.getInputProps("commission")}
        value={values.commission}
        currency={to}
        mayBeZero
        description={t("hints.commission")}
        onBlur={() => {
          if (form.getValues().commission === "") form.setFieldValue("commission", noCommission);
        }}
      />
      <AmountInput
        label={t("fields.convertedAmount")}
        {...form.getInputProps("convertedAmount")}
        {...followsWhenEmpty(form, "convertedAmount")}
        value={converted}
        currency={to}
        description={values.convertedAmount === null ? t("hints.computedConverted") : undefined}
        onChange={(text) => change((now) => ({ ...now, convertedAmount: text, amount: text === "" ? now.amount : null }))}
      />
    </SimpleGrid>
  );
}

/** Units of the converted currency for one of the amount's: by the board until another one is typed, and 1 within one currency. */
function ConversionRate({ form, board }: OutgoingInputsProps) {
  const { t } = useTranslation("hawalaEntry");
  const { values } = form;
  const { rate } = reckon(values, board);
  const [from, to] = [board.codeOf(values.currencyId), board.codeOf(values.convertedCurrencyId)];
  const isOne = isOneCurrency(values);
  const hint = (): string => {
    if (isOne) return t("hints.rateOfOne");
    if (from === undefined || to === undefined) return t("hints.noRate");
    return t(values.exchangeRate === null && rate !== "" ? "hints.byBoard" : "hints.rate", { from, to });
  };
  return (
    <RateInput
      label={t("fields.exchangeRate")}
      {...requiredMark}
      {...form.getInputProps("exchangeRate")}
      {...followsWhenEmpty(form, "exchangeRate")}
      {...hintBelow}
      value={rate}
      readOnly={isOne}
      variant={isOne ? "filled" : "default"}
      description={hint()}
      onChange={(text) => form.setFieldValue("exchangeRate", text)}
    />
  );
}
