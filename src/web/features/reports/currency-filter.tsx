import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useCurrencies } from "#web/ui/currency-select.tsx";

/** What the currency of a filter is called; undefined for all of them, and until it is known. */
export function useCodeOf(currency: string): string | undefined {
  const currencies = useCurrencies();
  return currency === "" || currencies.length === 0
    ? undefined
    : (currencies.find(({ id }) => String(id) === currency)?.code ?? currency);
}

interface CurrencyFilterProps {
  /** The id of a currency, or "" for all of them. */
  readonly value: string;
  readonly onChange: (currency: string) => void;
}

/** One currency or all; also one that is not in use any more, since what it left behind is in the books. */
export function CurrencyFilter({ value, onChange }: CurrencyFilterProps) {
  const { t } = useTranslation(["reports", "ui"]);
  const currencies = useCurrencies();
  return (
    <NativeSelect
      label={t("reports:filters.currency")}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: t("reports:filters.everyCurrency") },
        ...currencies.map(({ id, code, name }) => ({ value: String(id), label: t("ui:currencySelect.option", { code, name }) })),
      ]}
    />
  );
}
