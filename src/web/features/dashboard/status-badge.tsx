import { useTranslation } from "react-i18next";

import type { HawalaStatus } from "#kernel/hawala.ts";
import classes from "#web/ui/status-badge.module.css";

import { standingOf, type Standing } from "./figures.ts";

const colours: Readonly<Partial<Record<Standing, "yellow" | "green" | "blue">>> = {
  pending: "yellow",
  passed: "green",
  completed: "blue",
};

/** Where a hawala stands, in words and by colour: what waits is amber, what was paid green, what a partner paid blue, all else grey. */
export function StatusBadge({ status }: { readonly status: HawalaStatus }) {
  const { t } = useTranslation("dashboard");
  const standing = standingOf(status);
  return (
    <span className={classes["badge"]} data-colour={colours[standing] ?? "grey"}>
      {t(`hawala.statuses.${standing}`)}
    </span>
  );
}
