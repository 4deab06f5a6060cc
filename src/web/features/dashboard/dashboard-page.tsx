import { useTranslation } from "react-i18next";

import { useOffice, useSession } from "#web/lib/session.ts";
import { Page } from "#web/shell/page.tsx";

import { BooksPanel } from "./books-panel.tsx";
import { CashPanel } from "./cash-panel.tsx";
import classes from "./dashboard.module.css";
import { QuickActions } from "./quick-actions.tsx";

/** What the office holds, whether its books balance, and where to go next. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  const { officeName, today } = useOffice();
  return (
    <Page title={role === "admin" ? t("titleAdmin") : t("titleOther")} description={t("overview", { officeName, today })}>
      <div className={classes["grid"]}>
        <CashPanel />
        <BooksPanel />
      </div>
      <QuickActions />
    </Page>
  );
}
