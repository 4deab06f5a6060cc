import { Card, Skeleton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { currencyPositionReport, exportCurrencyPosition } from "#contract/currency-position.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { NothingThere, PrintLink, ReadingFailed } from "#web/features/reports/report-states.tsx";
import reports from "#web/features/reports/reports.module.css";
import { callFile } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import classes from "./currency-position.module.css";
import { DealsSection } from "./deals-section.tsx";
import { askedOf, usePositionPlace } from "./place.ts";
import { PositionFilters } from "./position-filters.tsx";
import { PositionSummary } from "./position-summary.tsx";
import { PositionTable } from "./position-table.tsx";
import { UserTable } from "./user-table.tsx";

/** Currency Position: what the house is long or short of, what it cost, what was made of it and what is to be made. */
export function CurrencyPositionPage() {
  const { t } = useTranslation("currencyPosition");
  const [place, setPlace] = usePositionPlace();
  const asked = askedOf(place, useToday());
  const turned = isTurned(asked);
  const report = useQuery({
    ...read(currencyPositionReport, { query: asked }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    enabled: !turned,
  });
  const shown = turned ? undefined : report.data;
  const position = shown?.currencies.find(({ currencyId }) => String(currencyId) === place.currency);
  const isEmpty = shown?.currencies.length === 0;
  return (
    <Page
      title={t("title")}
      actions={
        shown === undefined || isEmpty ? null : (
          <>
            <PrintLink to={paths.printedCurrencyPosition} search={place} />
            <ReportExport
              failed={t("export.failed")}
              make={(format) => callFile(exportCurrencyPosition, { query: { ...asked, format } })}
            />
          </>
        )
      }
    >
      <PositionFilters place={place} report={shown} onChange={setPlace} />
      <ReadingFailed {...report} failed={t("failed")} />
      {report.isPending && !turned ? <Waiting /> : null}
      {isEmpty ? <NothingYet isUntil={place.to !== ""} /> : null}
      {shown === undefined || isEmpty ? null : (
        <div className={classes["report"]} aria-busy={report.isPlaceholderData}>
          <PositionSummary report={shown} />
          <PositionTable report={shown} place={place} />
          {position === undefined ? null : (
            <DealsSection
              key={position.currencyId}
              report={shown}
              position={position}
              asked={asked}
              onClose={() => setPlace({ currency: "" })}
            />
          )}
          <UserTable report={shown} place={place} />
        </div>
      )}
    </Page>
  );
}

function Waiting() {
  const { t } = useTranslation("currencyPosition");
  return (
    <Card withBorder padding={0}>
      <div role="status" aria-label={t("loading")} className={reports["loading"]}>
        <Skeleton height={64} />
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} />
      </div>
    </Card>
  );
}

function NothingYet({ isUntil }: { readonly isUntil: boolean }) {
  const { t } = useTranslation("currencyPosition");
  return (
    <Card withBorder>
      {isUntil ? (
        <NothingThere title={t("emptyUntil")} next={t("emptyUntilNext")} />
      ) : (
        <NothingThere title={t("empty")} next={t("emptyNext")} />
      )}
    </Card>
  );
}
