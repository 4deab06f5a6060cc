import { Card, CloseButton, Group, Skeleton, Text, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import {
  currencyPositionDeals,
  exportCurrencyPositionDeals,
  type CurrencyPosition,
  type PositionReport,
} from "#contract/currency-position.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { MoreLines, NothingThere, ReadingFailed } from "#web/features/reports/report-states.tsx";
import reports from "#web/features/reports/reports.module.css";
import { callFile } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { readPages } from "#web/lib/query.ts";
import { nameOf } from "#web/lib/session.ts";

import classes from "./currency-position.module.css";
import { DealsTable } from "./deals-table.tsx";
import type { Asked } from "./place.ts";

const dealsPerPage = 50;

interface DealsSectionProps {
  readonly report: PositionReport;
  readonly position: CurrencyPosition;
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** The deals behind a position, in their order. It comes into view when it is opened, and reads on when asked to. */
export function DealsSection({ report, position, asked, onClose }: DealsSectionProps) {
  const { t } = useTranslation("currencyPosition");
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const { currency, currencyId } = position;
  const query = { ...asked, currencyId };
  const list = useInfiniteQuery({
    ...readPages(currencyPositionDeals, { query: { ...query, limit: dealsPerPage } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
  });
  const isThere = list.data !== undefined;
  useEffect(() => {
    if (isThere) section.current?.scrollIntoView({ block: "nearest" });
  }, [isThere]);
  const deals = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <Card ref={section} withBorder padding={0} component="section" aria-labelledby={heading} aria-busy={list.isPlaceholderData}>
      <Group justify="space-between" px="md" py="xs" gap="xs">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h5" id={heading}>
            {report.chosen === null
              ? t("deals.title", { currency })
              : t("deals.titleOf", { currency, user: nameOf(report.chosen) })}
          </Title>
          {isThere ? (
            <Text size="sm" c="dimmed" role="status">
              {t("deals.found", { count: total, total: formatCount(total) })}
            </Text>
          ) : null}
        </Group>
        <Group gap="xs" className={classes["buttons"] ?? ""}>
          {deals.length === 0 ? null : (
            <ReportExport
              label={t("export.deals")}
              failed={t("export.failed")}
              make={(format) => callFile(exportCurrencyPositionDeals, { query: { ...query, format } })}
            />
          )}
          <CloseButton aria-label={t("deals.close")} onClick={onClose} />
        </Group>
      </Group>
      {list.isPending ? <Placeholder label={t("deals.loading")} /> : null}
      {list.isFetchNextPageError ? null : <ReadingFailed {...list} failed={t("deals.failed")} />}
      {isThere && deals.length === 0 ? <NothingThere title={t("deals.empty", { currency })} next={t("deals.emptyNext")} /> : null}
      {deals.length === 0 ? null : (
        <DealsTable deals={deals} position={position} base={report.baseCurrency} labelledBy={heading} />
      )}
      <div className={classes["buttons"]}>
        <MoreLines report={list} failed={t("deals.moreFailed")} />
      </div>
    </Card>
  );
}

function Placeholder({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className={reports["loading"]}>
      <Skeleton height={18} />
      <Skeleton height={18} />
      <Skeleton height={18} />
    </div>
  );
}
