import { Button, Group, NativeSelect, Paper, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import type { AccountFilter } from "#web/ui/account/account-search.ts";
import { untilFound } from "#web/ui/account/lookups.ts";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { readAmount } from "#web/ui/amount/typed-amount.ts";
import { BusinessDateInput, useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { focusFirstField, focusFirstWrong } from "#web/ui/entry/enter-order.ts";
import { RoundContext } from "#web/ui/entry/entry-context.ts";
import { useFieldsAnew } from "#web/ui/entry/use-typed.ts";
import { freeText } from "#web/ui/free-text.ts";

import { blankFilters, sameSearch, searchedFor, searchKinds, type SearchFilters, type SearchKind } from "./search-rules.ts";
import classes from "./search.module.css";

/** What was recorded stays to be found when its account takes no postings any more. */
const everyAccount: AccountFilter = { anyStatus: true };

export interface SearchFormProps {
  /** What is being searched for, as the address says. */
  readonly filters: SearchFilters;
  /** There are results, which Close takes away. */
  readonly hasResults: boolean;
  readonly searching: boolean;
  readonly onSearch: (filters: SearchFilters) => void;
  readonly onClear: () => void;
}

/** The filters of a search. Enter searches from every field; New Search empties the form, Close the results alone. */
export function SearchForm({ filters, hasResults, searching, onSearch, onClear }: SearchFormProps) {
  const { t } = useTranslation("search");
  const { typed, set, take } = useTypedFilters(filters);
  const [round, beginAnew] = useFieldsAnew();
  const dateWrong = useDateCheck();
  const ref = useRef<HTMLFormElement>(null);
  const search = (): void => {
    const dateFails = typed.transactionDate !== "" && dateWrong(typed.transactionDate) !== undefined;
    const wrong = [...(readAmount(typed.amount).kind === "fault" ? ["amount"] : []), ...(dateFails ? ["transactionDate"] : [])];
    if (wrong.length > 0) return focusFirstWrong(ref.current, wrong);
    const wanted = searchedFor(typed);
    take(wanted);
    return onSearch(wanted);
  };
  // An account that is still being looked up changes what is searched for.
  const latest = useRef(search);
  useLayoutEffect(() => void (latest.current = search));
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if ((await untilFound(ref)) && ref.current !== null) latest.current();
  };
  return (
    <Paper withBorder p="md">
      <form role="search" aria-label={t("form.label")} noValidate ref={ref} onSubmit={(event) => void submit(event)}>
        <RoundContext value={round}>
          <Fields typed={typed} set={set} />
        </RoundContext>
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button
            variant="default"
            onClick={(event) => {
              take(blankFilters);
              beginAnew();
              onClear();
              focusFirstField(event.currentTarget.form);
            }}
          >
            {t("form.newSearch")}
          </Button>
          <Button
            variant="default"
            disabled={!hasResults}
            onClick={() => {
              take(typed, blankFilters);
              onClear();
            }}
          >
            {t("form.close")}
          </Button>
          <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />} aria-disabled={searching}>
            {searching ? t("form.searching") : t("form.search")}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}

/**
 * What stands in the form. An address that changes by other means (the back button, a link) reaches it; our own search
 * arriving in the address must not undo what has been typed since.
 */
function useTypedFilters(filters: SearchFilters) {
  const [typed, setTyped] = useState(filters);
  const [sent, setSent] = useState(filters);
  const [seen, setSeen] = useState(filters);
  if (!sameSearch(filters, seen)) {
    setSeen(filters);
    if (!sameSearch(filters, sent)) {
      setSent(filters);
      setTyped(filters);
    }
  }
  return {
    typed,
    set: (change: Partial<SearchFilters>): void => setTyped((before) => Object.assign({ ...before }, change)),
    /** Puts values into the form, and says which address is to be expected with them. */
    take: (values: SearchFilters, expected: SearchFilters = values): void => {
      setTyped(values);
      setSent(expected);
    },
  };
}

interface FieldsProps {
  readonly typed: SearchFilters;
  readonly set: (change: Partial<SearchFilters>) => void;
}

function Fields({ typed, set }: FieldsProps) {
  const { t } = useTranslation("search");
  return (
    <div className={classes["fields"]}>
      <NativeSelect
        label={t("form.searchWhat")}
        className={classes["most"] ?? ""}
        value={typed.searchWhat === "" ? "All" : typed.searchWhat}
        onChange={({ currentTarget }) => set({ searchWhat: currentTarget.value as SearchKind })}
      >
        {searchKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        label={t("form.referenceId")}
        className={classes["least"] ?? ""}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        maxLength={20}
        value={typed.referenceId}
        onChange={({ currentTarget }) => set({ referenceId: currentTarget.value })}
      />
      <AccountPicker
        label={t("form.account")}
        className={classes["wide"] ?? ""}
        filter={everyAccount}
        value={typed.accountId === "" ? null : Number.parseInt(typed.accountId, 10)}
        onChange={(id) => set({ accountId: id === null ? "" : String(id) })}
      />
      <TextInput
        label={t("form.narrative")}
        className={classes["wide"] ?? ""}
        autoComplete="off"
        {...freeText}
        maxLength={200}
        value={typed.narrative}
        onChange={({ currentTarget }) => set({ narrative: currentTarget.value })}
      />
      <AmountInput label={t("form.amount")} data-path="amount" value={typed.amount} onChange={(amount) => set({ amount })} />
      <BusinessDateInput
        label={t("form.transactionDate")}
        data-path="transactionDate"
        value={typed.transactionDate}
        onChange={(transactionDate) => set({ transactionDate })}
      />
    </div>
  );
}
