import { Button, Checkbox, Paper } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { BranchPicker } from "#web/features/hawalas/branch-picker.tsx";
import { DateRange, DirectionSwitch, StatusFilter } from "#web/features/hawalas/pass-filters.tsx";
import { ClearFilters } from "#web/shell/clear-filters.tsx";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import type { AccountFilter } from "#web/ui/account/account-search.ts";
import { useFieldsAnew } from "#web/ui/entry/use-typed.ts";

import { isNarrowed, noDetailsFilter, type DetailsFilters } from "./details-place.ts";
import classes from "./details.module.css";

/** Partners stay to be found when they take no postings any more. */
const partners: AccountFilter = { anyStatus: true, type: "hawala_partner" };

interface DetailsFilterBarProps {
  readonly filters: DetailsFilters;
  readonly onChange: (change: Partial<DetailsFilters>) => void;
}

/** Days, partner or branch, direction and status; each acts at once. */
export function DetailsFilterBar({ filters, onChange }: DetailsFilterBarProps) {
  const { t } = useTranslation("hawalaDetails");
  const [round, beginAnew] = useFieldsAnew();
  const clear = (): void => {
    beginAnew();
    onChange(noDetailsFilter);
  };
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("filters.label")} className={classes["filters"] ?? ""}>
      <DateRange filters={filters} onChange={onChange} />
      <StatusFilter filters={filters} onChange={onChange} />
      {/* With the filters goes a text that came to no account. */}
      <div className={classes["who"]} key={round}>
        <WhoFilter filters={filters} onChange={onChange} />
      </div>
      <div className={classes["switches"]}>
        <DirectionSwitch filters={filters} onChange={onChange} />
        <Checkbox
          size="xs"
          label={t("filters.byBranch")}
          checked={filters.byBranch !== ""}
          onChange={({ currentTarget }) => onChange({ byBranch: currentTarget.checked ? "1" : "" })}
        />
        {filters.batch === "" ? null : (
          <Button
            variant="light"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t("filters.batchOff", { id: filters.batch })}
            onClick={() => onChange({ batch: "" })}
          >
            {t("filters.batch", { id: filters.batch })}
          </Button>
        )}
        {filters.currency === "" ? null : (
          <Button
            variant="light"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t("filters.currencyOff", { currency: filters.currency })}
            onClick={() => onChange({ currency: "" })}
          >
            {t("filters.currency", { currency: filters.currency })}
          </Button>
        )}
        {isNarrowed(filters) ? <ClearFilters onClear={clear} /> : null}
      </div>
    </Paper>
  );
}

/** By the partner it was received from, or by the branch account it was passed by. */
function WhoFilter({ filters, onChange }: DetailsFilterBarProps) {
  const { t } = useTranslation("hawalaDetails");
  const idIn = (text: string): number | null => (text === "" ? null : Number.parseInt(text, 10));
  if (filters.byBranch !== "")
    return (
      <BranchPicker
        label={t("filters.branch")}
        value={idIn(filters.branch)}
        onChange={(branch) => onChange({ branch: branch === undefined ? "" : String(branch.id) })}
      />
    );
  return (
    <AccountPicker
      label={t("filters.partner")}
      filter={partners}
      value={idIn(filters.partner)}
      onChange={(partner) => onChange({ partner: partner === null ? "" : String(partner) })}
    />
  );
}
