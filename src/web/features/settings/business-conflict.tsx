import { useTranslation } from "react-i18next";

import { listed } from "#web/lib/direction.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { useAccount } from "#web/ui/account/account-search.ts";
import { VersionConflict } from "#web/ui/entry/version-conflict.tsx";

import type { BusinessField, BusinessForm } from "./rules.ts";
import type { BusinessEdit } from "./use-business-edit.ts";

/** What somebody else has changed in the business settings meanwhile, and both ways on. */
export function BusinessConflict({ edit }: { readonly edit: BusinessEdit }) {
  const { t } = useTranslation("settings");
  const { conflict } = edit;
  const before = useAccount(conflict?.before.cashAccountId ?? null);
  const after = useAccount(conflict?.theirs.cashAccountId ?? null);
  if (conflict === undefined) return null;
  const words = (form: BusinessForm, field: BusinessField): string => {
    const value = form[field];
    if (field !== "cashAccountId") return Array.isArray(value) ? listed(value) : String(value);
    const account = [before, after].find((known) => known?.id === value);
    return account === undefined ? String(value) : accountLabel(account);
  };
  return (
    <VersionConflict
      changes={conflict.changed.map(({ field, mineToo }) => ({
        field: t(`business.fields.${field}`),
        before: words(conflict.before, field),
        after: words(conflict.theirs, field),
        mineToo,
      }))}
      isSaved={conflict.isSaved}
      onKeepMine={() => void edit.keepMine()}
      onTakeTheirs={edit.takeTheirs}
    />
  );
}
