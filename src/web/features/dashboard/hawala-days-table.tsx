import { ScrollArea, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { HawalaDays } from "#contract/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";

import { chartStatuses, frameOfPoint, sumOf } from "./chart-points.ts";
import classes from "./charts.module.css";

interface HawalaDaysTableProps {
  readonly title: string;
  readonly days: HawalaDays;
}

/** The figures of the chart, the latest day first. */
export function HawalaDaysTable({ title, days }: HawalaDaysTableProps) {
  const { t } = useTranslation("dashboard");
  return (
    <ScrollArea
      className={classes["fill"] ?? ""}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("charts.scroll", { chart: title }) }}
    >
      <Table stickyHeader verticalSpacing={4} aria-label={title} className={classes["table"] ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("charts.date")}</Table.Th>
            {chartStatuses.map((status) => (
              <Table.Th key={status} scope="col" className={classes["figure"] ?? ""}>
                {t(`charts.${status}`)}
              </Table.Th>
            ))}
            <Table.Th scope="col" className={classes["figure"] ?? ""}>
              {t("charts.total")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.points.toReversed().map((point) => (
            <Table.Tr key={point.date}>
              <Table.Th scope="row">
                <Link
                  to="."
                  search={{ ...frameOfPoint(point.date, days) }}
                  resetScroll={false}
                  className={classes["link"]}
                  aria-label={t("charts.chooseDay", { date: spanOf(point.date, days) })}
                  dir="ltr"
                >
                  {spanOf(point.date, days)}
                </Link>
              </Table.Th>
              {chartStatuses.map((status) => (
                <Table.Td key={status} className={classes["figure"] ?? ""}>
                  {formatCount(point[status])}
                </Table.Td>
              ))}
              <Table.Td className={classes["figure"] ?? ""}>{formatCount(sumOf(point))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function spanOf(date: string, { unit }: Pick<HawalaDays, "unit">): string {
  return unit === "day" ? date : date.slice(0, 7);
}
