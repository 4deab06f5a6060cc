import { Card, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { HawalaExport } from "#web/features/hawalas/hawala-export.tsx";
import { useHawalaList } from "#web/features/hawalas/hawala-list.ts";
import { More, NoHawalas, PlaceholderRows } from "#web/features/hawalas/pass-list.tsx";
import { formatTotal } from "#web/lib/format.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import { SettledRows } from "#web/ui/settled-rows.tsx";

import { DetailsFilterBar } from "./details-filters.tsx";
import { askedOf, isNarrowed, useDetailsFilters, type DetailsFilters } from "./details-place.ts";
import { DetailsTable } from "./details-table.tsx";
import { DetailsTotals } from "./details-totals.tsx";

/** Hawala Details: the hawalas of a span of days and of a partner or a branch, what they come to, and all of them as a file. */
export function HawalaDetailsPage() {
  const { t } = useTranslation("hawalaDetails");
  const [filters, setFilters] = useDetailsFilters();
  return (
    <Page title={t("title")} actions={isTurned(filters) ? undefined : <HawalaExport query={askedOf(filters)} />}>
      <DetailsFilterBar filters={filters} onChange={setFilters} />
      <DetailsTotals filters={filters} />
      <Results filters={filters} />
    </Page>
  );
}

function Results({ filters }: { readonly filters: DetailsFilters }) {
  const { t } = useTranslation(["hawalaDetails", "passHawala"]);
  const found = useHawalaList(askedOf(filters));
  const { list, rows, isGoingOn, isFailed } = found;
  if (isFailed && rows.length === 0)
    return <LoadError title={t("passHawala:list.failed")} error={list.error} onRetry={found.retry} />;
  return (
    <Stack gap="xs" aria-busy={list.isPlaceholderData}>
      {isFailed ? <LoadError title={t("passHawala:list.failed")} error={list.error} onRetry={found.retry} /> : null}
      {rows.length === 0 ? null : (
        <Text size="sm" c="dimmed" role="status">
          {t("hawalaDetails:table.found", { count: found.total, total: formatTotal(found) })}
        </Text>
      )}
      <Card withBorder padding={0}>
        {list.isPending || isGoingOn ? <PlaceholderRows /> : null}
        {list.data !== undefined && rows.length === 0 && !isGoingOn ? <NoHawalas isFiltered={isNarrowed(filters)} /> : null}
        {rows.length === 0 ? null : (
          <SettledRows page={{ rows, isCut: list.hasNextPage }} list={JSON.stringify([filters, list.isPlaceholderData])}>
            {(settled) => <DetailsTable hawalas={settled} />}
          </SettledRows>
        )}
      </Card>
      {isGoingOn ? null : <More list={list} />}
    </Stack>
  );
}
