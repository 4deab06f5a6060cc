import { useTranslation } from "react-i18next";

import type { AccountStatus } from "#kernel/account-type.ts";

import classes from "./status.module.css";

/** Active, or not: which of the other statuses it is stands on the account's own page. */
export function Status({ status }: { readonly status: AccountStatus }) {
  const { t } = useTranslation("accounts");
  const isActive = status === "active";
  return (
    <span className={classes["status"]} data-active={isActive || undefined}>
      {isActive ? t("list.active") : t("list.inactive")}
    </span>
  );
}
