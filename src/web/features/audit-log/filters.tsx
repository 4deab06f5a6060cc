import { Button, NativeSelect, Paper } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { auditLogFacets, nobody } from "#contract/audit-log.ts";
import { spokenByBrowser } from "#web/lib/direction.ts";
import { read } from "#web/lib/query.ts";
import { ClearFilters } from "#web/shell/clear-filters.tsx";
import { SearchBox } from "#web/shell/search-box.tsx";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import { useFieldsAnew } from "#web/ui/entry/use-typed.ts";

import classes from "./audit-log.module.css";
import { isNarrowed, kindIn, noAuditFilter, type AuditFilters } from "./place.ts";
import { useAuditWords } from "./words.ts";

interface FiltersProps {
  readonly filters: AuditFilters;
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

/** Who, what, on which kind of object, when, and a text; each acts at once. */
export function AuditFilterBar({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation("auditLog");
  const { fromDate, toDate } = filters;
  const [round, beginAnew] = useFieldsAnew();
  const clear = (): void => {
    beginAnew();
    onChange(noAuditFilter);
  };
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("filters.label")} className={classes["filters"] ?? ""}>
      <SearchBox
        key={round}
        className={classes["search"] ?? ""}
        label={t("filters.search")}
        placeholder={t("filters.placeholder")}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <Selects filters={filters} onChange={onChange} />
      <DateFilter label={t("filters.fromDate")} value={fromDate} onChange={(date) => onChange({ fromDate: date })} />
      <DateFilter
        label={t("filters.toDate")}
        value={toDate}
        error={isTurned(filters) ? t("filters.ended") : undefined}
        onChange={(date) => onChange({ toDate: date })}
      />
      <div className={classes["switches"]}>
        {filters.object.includes(":") ? (
          <Button
            variant="light"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => onChange({ object: "" })}
          >
            {t("filters.oneObject", { id: filters.object.slice(filters.object.indexOf(":") + 1) })}
          </Button>
        ) : null}
        {isNarrowed(filters) ? <ClearFilters onClear={clear} /> : null}
      </div>
    </Paper>
  );
}

function Selects({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation("auditLog");
  const words = useAuditWords();
  const facets = useQuery(read(auditLogFacets)).data;
  const acts = facets?.acts ?? [];
  const kinds = [...new Set(acts.map(({ objectType }) => objectType))];
  const kind = kindIn(filters.object);
  const byWords = (left: { readonly label: string }, right: { readonly label: string }) =>
    left.label.localeCompare(right.label, spokenByBrowser());
  const users = facets?.users.map(({ id, username }) => ({ value: id, label: username })) ?? [];
  const ofKind = acts.filter(({ objectType }) => kind === "" || objectType === kind);
  const actions = [...new Set(ofKind.map(({ action }) => action))];
  return (
    <>
      <NativeSelect
        label={t("filters.user")}
        value={filters.userId}
        onChange={({ currentTarget }) => onChange({ userId: currentTarget.value })}
        data={withChosen(filters.userId, [
          { value: "", label: t("filters.everyUser") },
          ...users,
          { value: nobody, label: t("filters.nobody") },
        ])}
      />
      <NativeSelect
        label={t("filters.kind")}
        value={kind}
        // An act belongs to a kind: another kind has other acts.
        onChange={({ currentTarget }) => onChange({ object: currentTarget.value, action: "" })}
        data={withChosen(kind, [
          { value: "", label: t("filters.everyKind") },
          ...kinds.map((value) => ({ value, label: words.kind(value) })).toSorted(byWords),
        ])}
      />
      <NativeSelect
        label={t("filters.action")}
        value={filters.action}
        onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
        data={withChosen(filters.action, [
          { value: "", label: t("filters.everyAction") },
          ...actions.map((value) => ({ value, label: words.action(value) })).toSorted(byWords),
        ])}
      />
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What the address asks for stays chosen, whether the log has come yet or knows it at all. */
function withChosen(chosen: string, options: readonly Option[]): Option[] {
  const isThere = options.some(({ value }) => value === chosen);
  return isThere ? [...options] : [...options, { value: chosen, label: chosen }];
}
