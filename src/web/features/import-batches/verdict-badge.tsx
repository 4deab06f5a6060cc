import { useTranslation } from "react-i18next";

import type { RowVerdict } from "#contract/import-batches.ts";
import classes from "#web/ui/status-badge.module.css";

const colours: Readonly<Record<RowVerdict, string>> = {
  ok: "green",
  warning: "yellow",
  error: "red",
  duplicateInFile: "grey",
  duplicateStored: "blue",
  changed: "violet",
};

/** What the import will do with a row, in words and by colour. */
export function VerdictBadge({ verdict }: { readonly verdict: RowVerdict }) {
  const { t } = useTranslation("importHawala");
  return (
    <span className={classes["badge"]} data-colour={colours[verdict]}>
      {t(`verdicts.${verdict}`)}
    </span>
  );
}
