import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { idInUrl, searchInUrl } from "#web/lib/url.ts";
import { ClearFilters } from "#web/shell/clear-filters.tsx";
import { SearchBox } from "#web/shell/search-box.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { useFieldsAnew } from "#web/ui/entry/use-typed.ts";

import classes from "./list-page.module.css";

/** What the address says of the list; anything else in it counts as no filter. */
export const listFilters = z.object({
  q: searchInUrl,
  type: z.enum(["", ...accountTypes]).catch(""),
  status: z.enum(["", ...accountStatuses]).catch(""),
  currency: idInUrl,
});
export type ListFilters = z.output<typeof listFilters>;

const noFilter: ListFilters = { q: "", type: "", status: "", currency: "" };

/** The filters as the calls of the list take them. */
export function asked({ currency, ...filters }: ListFilters) {
  return { ...filters, currencyId: currency };
}

/** Whether anything narrows the list. */
export function isFiltered(filters: ListFilters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

interface FiltersProps {
  readonly filters: ListFilters;
  readonly onChange: (change: Partial<ListFilters>) => void;
  /** Goes from the search box into the list. */
  readonly onEnterList: () => void;
}

/** The search box and the filters beside it; each acts at once. */
export function Filters({ filters, onChange, onEnterList }: FiltersProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const currencies = useCurrencies();
  const [round, beginAnew] = useFieldsAnew();
  const clear = (): void => {
    beginAnew();
    onChange(noFilter);
  };
  const known = currencies.some(({ id }) => String(id) === filters.currency);
  return (
    <div className={classes["filters"]} role="search" aria-label={t("accounts:list.filters")}>
      <div className={classes["search"]} key={round}>
        <SearchBox
          value={filters.q}
          onChange={(q) => onChange({ q })}
          onEnterList={onEnterList}
          aria-label={t("accounts:list.search")}
          placeholder={t("accounts:list.searchPlaceholder")}
        />
      </div>
      <NativeSelect
        aria-label={t("accounts:fields.accountType")}
        value={filters.type}
        onChange={({ currentTarget }) => onChange({ type: listFilters.shape.type.parse(currentTarget.value) })}
        data={[
          { value: "", label: t("accounts:list.everyType") },
          ...accountTypes.map((type) => ({ value: type, label: t(`ui:accountTypes.${type}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t("accounts:fields.accountStatus")}
        value={filters.status}
        onChange={({ currentTarget }) => onChange({ status: listFilters.shape.status.parse(currentTarget.value) })}
        data={[
          { value: "", label: t("accounts:list.everyStatus") },
          ...accountStatuses.map((status) => ({ value: status, label: t(`accounts:statuses.${status}`) })),
        ]}
      />
      <NativeSelect
        className={classes["currency"] ?? ""}
        aria-label={t("accounts:fields.currencyId")}
        value={filters.currency}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
        data={[
          { value: "", label: t("accounts:list.everyCurrency") },
          ...currencies.map(({ id, code }) => ({ value: String(id), label: code })),
          // Until the currencies are there, or where the address names one that is not, the select still says what filters.
          ...(filters.currency === "" || known ? [] : [{ value: filters.currency, label: filters.currency }]),
        ]}
      />
      {isFiltered(filters) ? <ClearFilters size="sm" onClear={clear} /> : null}
    </div>
  );
}
