import { Card, Skeleton, Table, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { hawalaTotals, type HawalaTotal } from "#contract/hawala-lists.ts";
import { StatusBadge } from "#web/features/hawalas/status-badge.tsx";
import { formatCount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import { askedOf, type DetailsFilters } from "./details-place.ts";
import classes from "./details.module.css";

/**
 * What the filter finds comes to, per status and currency. The roles are written out because a narrow screen lays each row out
 * in two lines, which would end its being a table.
 */
export function DetailsTotals({ filters }: { readonly filters: DetailsFilters }) {
  const { t } = useTranslation("hawalaDetails");
  const heading = useId();
  const totals = useQuery({
    ...read(hawalaTotals, { query: askedOf(filters) }),
    ...(isTurned(filters) ? { queryFn: () => [] } : {}),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
  });
  if (totals.isError && totals.data === undefined && !totals.isFetching)
    return <LoadError title={t("totals.failed")} error={totals.error} onRetry={() => void totals.refetch()} />;
  if (totals.data?.length === 0) return null;
  return (
    <Card withBorder padding={0} component="section" aria-labelledby={heading} aria-busy={totals.isPlaceholderData}>
      <Title order={2} size="h5" px="md" pt="sm" pb={4} id={heading}>
        {t("totals.title")}
      </Title>
      <MayBeOld readings={[totals]} />
      {totals.data === undefined ? (
        <div className={classes["waiting"]} role="status" aria-label={t("totals.loading")}>
          <Skeleton height={18} />
          <Skeleton height={18} />
        </div>
      ) : (
        <TotalsTable totals={totals.data} isMixed={filters.direction === "all"} labelledBy={heading} />
      )}
    </Card>
  );
}

interface TotalsTableProps {
  readonly totals: readonly HawalaTotal[];
  /** Both directions stand in the list. */
  readonly isMixed: boolean;
  readonly labelledBy: string;
}

function TotalsTable({ totals, isMixed, labelledBy }: TotalsTableProps) {
  const { t } = useTranslation(["hawalaDetails", "passHawala"]);
  const figures = ["count", "amount", "rAmount", "intoUSD"] as const;
  return (
    <Table role="table" aria-labelledby={labelledBy} verticalSpacing={4} className={classes["totals"] ?? ""}>
      <Table.Thead role="rowgroup" className={classes["totalsHead"] ?? ""}>
        <Table.Tr role="row">
          {isMixed ? (
            <Table.Th role="columnheader" scope="col">
              {t("hawalaDetails:totals.direction")}
            </Table.Th>
          ) : null}
          <Table.Th role="columnheader" scope="col">
            {t("hawalaDetails:totals.status")}
          </Table.Th>
          <Table.Th role="columnheader" scope="col">
            {t("hawalaDetails:totals.currency")}
          </Table.Th>
          {figures.map((figure) => (
            <Table.Th key={figure} role="columnheader" scope="col" className={classes["figure"] ?? ""}>
              {t(`hawalaDetails:totals.${figure}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {totals.map((total) => (
          <Table.Tr role="row" className={classes["total"] ?? ""} key={`${total.direction} ${total.status} ${total.currency}`}>
            {isMixed ? <Table.Td role="cell">{t(`passHawala:directions.${total.direction}`)}</Table.Td> : null}
            <Table.Td role="cell">
              <StatusBadge status={total.status} />
            </Table.Td>
            <Table.Td role="cell">{total.currency}</Table.Td>
            <Table.Td
              role="cell"
              className={`${classes["figure"] ?? ""} ${classes["count"] ?? ""}`}
              data-unit={t("hawalaDetails:totals.count")}
            >
              {formatCount(total.hawalas)}
            </Table.Td>
            <Figure value={total.amount} currency="GBP" />
            <Figure value={total.rAmount} currency={total.currency} />
            <Figure value={total.intoUSD} currency="USD" without={total.withoutUSD ?? 0} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface FigureProps {
  readonly value: string | null;
  readonly currency: string;
  /** How many hawalas the sum leaves out, since they have no such amount. */
  readonly without?: number;
}

function Figure({ value, currency, without = 0 }: FigureProps) {
  const { t } = useTranslation(["passHawala", "ui"]);
  return (
    <Table.Td role="cell" className={classes["figure"] ?? ""} data-empty={value === null || undefined}>
      {value === null ? t("passHawala:nothing") : <Money value={value} currency={currency} withoutCode mayWrap />}
      {without === 0 ? null : (
        <Text size="xs" c="dimmed">
          {t("ui:withoutUSD", { count: without })}
        </Text>
      )}
    </Table.Td>
  );
}
