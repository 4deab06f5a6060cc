import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useCurrencies } from "#web/ui/currency-select.tsx";

interface CurrencyCodeSelectProps extends Omit<NativeSelectProps, "data" | "value" | "defaultValue" | "onChange" | "children"> {
  /** The code of the chosen currency; "" for none. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Chooses a currency by its code, where a setting names it so. It offers the active ones and the chosen one. */
export function CurrencyCodeSelect({ value, onChange, ...others }: CurrencyCodeSelectProps) {
  const { t } = useTranslation("ui");
  const currencies = useCurrencies();
  const offered = currencies.filter(({ code, isActive }) => isActive || code === value);
  const isKnown = offered.some(({ code }) => code === value);
  return (
    <NativeSelect {...others} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {value === "" ? <option value="">{t("currencySelect.choose")}</option> : null}
      {value === "" || isKnown ? null : <option value={value}>{value}</option>}
      {offered.map(({ code, name }) => (
        <option key={code} value={code}>
          {t("currencySelect.option", { code, name })}
        </option>
      ))}
    </NativeSelect>
  );
}
