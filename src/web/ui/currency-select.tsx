import { Anchor, NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listCurrencies, type Currency } from "#contract/currencies.ts";
import { read } from "#web/lib/query.ts";

import classes from "./currency-select.module.css";

/** All currencies, by id; empty until they have arrived. */
export function useCurrencies(): readonly Currency[] {
  return useQuery(read(listCurrencies)).data ?? [];
}

/** One currency by its id; undefined while unknown. */
export function useCurrency(id: number | null): Currency | undefined {
  return useCurrencies().find((currency) => currency.id === id);
}

interface CurrencySelectProps extends Omit<NativeSelectProps, "data" | "value" | "defaultValue" | "onChange" | "children"> {
  /** The id of the chosen currency; null for none. */
  readonly value: number | null;
  readonly onChange: (currencyId: number | null) => void;
  /** The ids that can be chosen; every active currency where it is left out. */
  readonly only?: readonly number[] | undefined;
}

/**
 * Chooses a currency by id. It offers the active ones, or those of `only` among them, and keeps showing a chosen one that is
 * not on offer. A plain select, so that one letter chooses and the Enter key stays free for the next field.
 */
export function CurrencySelect({ value, onChange, only, ...others }: CurrencySelectProps) {
  const { t } = useTranslation("ui");
  const { data, isError, refetch } = useQuery(read(listCurrencies));
  const failed = (
    <>
      {t("currencySelect.failed")}{" "}
      <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
        {t("currencySelect.retry")}
      </Anchor>
    </>
  );
  const isOffered = ({ id, isActive }: Currency): boolean => isActive && (only === undefined || only.includes(id));
  const offered = (data ?? []).filter((currency) => isOffered(currency) || currency.id === value);
  return (
    <NativeSelect
      {...others}
      classNames={{ input: classes["input"] ?? "" }}
      error={isError ? failed : others.error}
      value={value === null ? "" : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? null : Number.parseInt(currentTarget.value, 10))}
    >
      {value !== null && data !== undefined ? null : <option value="">{t("currencySelect.choose")}</option>}
      {offered.map(({ id, code, name }) => (
        <option key={id} value={id}>
          {t("currencySelect.option", { code, name })}
        </option>
      ))}
    </NativeSelect>
  );
}
