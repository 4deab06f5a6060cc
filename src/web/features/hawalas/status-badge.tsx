import { useTranslation } from "react-i18next";

import type { HawalaStatus } from "#kernel/hawala.ts";
import classes from "#web/ui/status-badge.module.css";

const colours: Readonly<Record<HawalaStatus, "yellow" | "green" | "red" | "blue">> = {
  Pending: "yellow",
  Passed: "green",
  Cancelled: "red",
  sent: "blue",
  received: "blue",
  pending: "yellow",
  completed: "green",
  cancelled: "red",
};

/** Where a hawala stands, in words and by colour. A status that this page does not know is grey. */
export function StatusBadge({ status }: { readonly status: HawalaStatus }) {
  const { t } = useTranslation("passHawala");
  return (
    <span className={classes["badge"]} data-colour={(colours as Partial<typeof colours>)[status] ?? "grey"}>
      {t(`statuses.${status}`)}
    </span>
  );
}
