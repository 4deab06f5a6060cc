import { Card, Skeleton, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { currencyPositionReport, exportCurrencyPosition } from "#contract/currency-position.ts";
import { callFile } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { useToday } from "#web/ui/business-date-input.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import classes from "./currency-position.module.css";
import { DealsSection } from "./deals-section.tsx";
import { askedOf, isTurned, usePositionPlace, type PositionPlace } from "./place.ts";
import { PositionExport } from "./position-export.tsx";
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
            <PrintLink place={place} />
            <PositionExport
              label={t("export.positions")}
              make={(format) => callFile(exportCurrencyPosition, { query: { ...asked, format } })}
            />
          </>
        )
      }
    >
      <PositionFilters place={place} report={shown} onChange={setPlace} />
      {report.isError && !report.isFetching ? (
        <LoadError title={t("failed")} error={report.error} onRetry={() => void report.refetch()} />
      ) : null}
      {report.isPending && !turned ? <Waiting /> : null}
      {isEmpty ? <NothingYet isUntil={asked.toDate !== ""} /> : null}
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

/** Leads to the report as it will be on paper. */
function PrintLink({ place }: { readonly place: PositionPlace }) {
  const { t } = useTranslation("currencyPosition");
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      to={paths.printedCurrencyPosition}
      search={place}
    >
      {t("print")}
    </ButtonLink>
  );
}

function Waiting() {
  const { t } = useTranslation("currencyPosition");
  return (
    <Card withBorder padding={0}>
      <div role="status" aria-label={t("loading")} className={classes["loading"]}>
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
      <div className={surfaces["empty"]} role="status">
        <Text fw={600}>{isUntil ? t("emptyUntil") : t("empty")}</Text>
        <Text size="sm" c="dimmed">
          {isUntil ? t("emptyUntilNext") : t("emptyNext")}
        </Text>
      </div>
    </Card>
  );
}
