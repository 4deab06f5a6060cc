import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import {
  settlementDirections,
  settlementMeans,
  type PartnerSettlement,
  type SettlementDirection,
  type SettlementMeans,
} from "#contract/partner-settlements.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { RateInput } from "#web/ui/amount/rate-input.tsx";
import { CurrencySelect, useCurrency } from "#web/ui/currency-select.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { freeText } from "#web/ui/free-text.ts";

import { withCurrency, type faultOf, type TypedSettlement } from "./rules.ts";
import { ThroughSelect } from "./settlement-through.tsx";
import type { OpenHawalas } from "./use-open-hawalas.ts";

interface SettlementFieldsProps {
  readonly figures: PartnerSettlement;
  readonly open: OpenHawalas;
  readonly typed: TypedSettlement;
  readonly fault: ReturnType<typeof faultOf>;
  readonly onChange: (change: Partial<TypedSettlement>) => void;
}

/** The fields of a settlement, in the order they are asked for at the counter. */
export function SettlementFields({ figures, open, typed, fault, onChange }: SettlementFieldsProps) {
  const { t } = useTranslation("partnerSettlement");
  const currency = useCurrency(typed.currencyId);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <NativeSelect
        label={t("record.direction")}
        data-autofocus
        value={typed.direction}
        onChange={({ currentTarget }) => onChange({ direction: currentTarget.value as SettlementDirection })}
        data={settlementDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
      />
      <NativeSelect
        label={t("record.means")}
        value={typed.means}
        onChange={({ currentTarget }) => onChange({ means: currentTarget.value as SettlementMeans })}
        data={settlementMeans.map((value) => ({ value, label: t(`means.${value}`) }))}
      />
      <CurrencySelect
        label={t("record.currency")}
        value={typed.currencyId}
        onChange={(currencyId) => onChange(withCurrency(typed, figures, currencyId))}
      />
      <AmountInput
        label={t("record.amount")}
        data-path="amount"
        value={typed.amount}
        currency={currency?.code}
        error={fault === "amount" ? t("record.amountRequired") : undefined}
        onChange={(amount) => onChange({ amount })}
      />
      {typed.means === "cash" ? null : (
        <AccountPicker
          label={t("record.account")}
          data-path="account"
          withinPortal
          postsTo
          mayAdd={false}
          value={typed.counterAccountId}
          exclude={[figures.cashAccountId]}
          error={fault === "account" ? t("record.accountRequired") : undefined}
          onChange={(counterAccountId) => onChange({ counterAccountId })}
        />
      )}
      <CurrencySelect
        label={t("record.counterCurrency")}
        value={typed.counterCurrencyId}
        onChange={(counterCurrencyId) => onChange({ counterCurrencyId })}
      />
      {typed.counterCurrencyId === typed.currencyId ? null : (
        <RateInput
          label={t("record.rate")}
          data-path="rate"
          value={typed.rate}
          error={fault === "rate" ? t("record.rateRequired") : undefined}
          onChange={(rate) => onChange({ rate })}
        />
      )}
      <ThroughSelect figures={figures} open={open} value={typed.through} onChange={(through) => onChange({ through })} />
      <BusinessDateInput label={t("record.date")} value={typed.date} onChange={(date) => onChange({ date })} />
      <TextInput
        label={t("record.note")}
        maxLength={500}
        {...freeText}
        value={typed.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </SimpleGrid>
  );
}
