import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getDashboard } from "#contract/dashboard.ts";
import { untilOfToday } from "#web/lib/office-day.ts";
import { read } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import { AmountsPanel } from "./amounts-panel.tsx";
import { BackupWarning } from "./backup-warning.tsx";
import { BalancesCard } from "./balances-card.tsx";
import { BooksPanel } from "./books-panel.tsx";
import { CashPanel } from "./cash-panel.tsx";
import classes from "./dashboard.module.css";
import { HawalaChartPanel } from "./hawala-chart-panel.tsx";
import { HawalaListModal } from "./hawala-list-modal.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { everyDay, useDashboardPlace, type TimeFrame } from "./place.ts";
import { RecentPanel } from "./recent-panel.tsx";
import { SenderPanel } from "./sender-panel.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { TimeFrameFilter } from "./time-frame-filter.tsx";

/** How the office stands: its hawalas, its cash and its books, and for admins the health of the system. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  const { officeName, today } = useOffice();
  const place = useDashboardPlace();
  const figures = useFigures(place.frame, today);
  const { data } = figures;
  const isAdmin = role === "admin";
  const isBroken = figures.isError && data === undefined && !figures.isFetching;
  return (
    <Page title={isAdmin ? t("titleAdmin") : t("titleOther")} description={t("overview", { officeName, today })}>
      {isAdmin && data?.admin !== undefined ? <BackupWarning admin={data.admin} /> : null}
      {figures.isError && !figures.isFetching ? (
        <LoadError title={t("failed")} error={figures.error} onRetry={() => void figures.refetch()} />
      ) : null}
      {isAdmin || isBroken ? null : (
        <div className={classes["narrowAndWide"]}>
          <SenderPanel figures={data} />
          <CashPanel figures={data} />
        </div>
      )}
      <TimeFrameFilter
        frame={place.frame}
        count={figures.isPlaceholderData ? undefined : data?.hawalas.all}
        onChange={place.choose}
      />
      {isBroken ? null : (
        <>
          <SummaryCards figures={data} frame={place.frame} isAdmin={isAdmin} onOpen={place.open} />
          <AmountsPanel figures={data} frame={place.frame} isAdmin={isAdmin} onOpen={place.open} />
          <div className={classes["wideAndNarrow"]}>
            <HawalaChartPanel figures={data} frame={place.frame} onChoose={place.choose} />
            <RecentPanel figures={data} frame={place.frame} />
          </div>
          {isAdmin ? <CashPanel figures={data} /> : null}
        </>
      )}
      <div className={isAdmin ? classes["wideAndNarrow"] : undefined}>
        {isBroken ? null : <BooksPanel figures={data} />}
        {isAdmin ? <BalancesCard /> : null}
      </div>
      {isAdmin && !isBroken ? <HealthPanel admin={data?.admin} place={place} /> : null}
      <HawalaListModal place={place} figures={data} isAdmin={isAdmin} />
    </Page>
  );
}

/**
 * Every figure of the page but the Balances card, in one answer. In place of a frame that is turned round every day is asked for:
 * what does not obey the filter is shown then, too, and the parts that do obey it show none of it.
 */
function useFigures(frame: TimeFrame, today: string) {
  return useQuery({
    ...read(getDashboard, { query: { ...(isTurned(frame) ? everyDay : frame) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => untilOfToday(data, today),
  });
}
