import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { useTranslation } from "react-i18next";

import type { HawalaDays } from "#contract/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";

import { chartStatuses, frameOfPoint, pointLabel, totalsOf } from "./chart-points.ts";
import classes from "./charts.module.css";
import type { DashboardPlace } from "./place.ts";

interface HawalaChartProps {
  readonly title: string;
  readonly days: HawalaDays;
  readonly onChoose: DashboardPlace["choose"];
}

const colours = { passed: "var(--chart-passed)", pending: "var(--chart-pending)", cancelled: "var(--chart-cancelled)" } as const;

/** The hawalas of each day as a bar of its statuses. Who cannot see it hears what it comes to, and has the table. */
export function HawalaChart({ title, days, onChoose }: HawalaChartProps) {
  const { t } = useTranslation("dashboard");
  const totals = totalsOf(days);
  const label = (date: string): string => pointLabel(date, days.unit);
  return (
    <div
      className={classes["fill"]}
      role="img"
      aria-label={t("charts.hawalasSaid", {
        title,
        from: days.fromDate,
        to: days.toDate,
        pending: formatCount(totals.pending),
        passed: formatCount(totals.passed),
        cancelled: formatCount(totals.cancelled),
      })}
    >
      <BarChart
        aria-hidden
        h="100%"
        data={[...days.points]}
        dataKey="date"
        type="stacked"
        series={chartStatuses.map((status) => ({ name: status, label: t(`charts.${status}`), color: colours[status] }))}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36 }}
        gridAxis="x"
        tickLine="none"
        maxBarWidth={36}
        barProps={{ isAnimationActive: false }}
        barChartProps={{
          accessibilityLayer: false,
          style: { cursor: "pointer" },
          onClick: ({ activeLabel }) => {
            if (typeof activeLabel === "string") onChoose(frameOfPoint(activeLabel, days));
          },
        }}
        xAxisProps={{ tickFormatter: label, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        tooltipProps={{ labelFormatter: (date: unknown) => (typeof date === "string" ? label(date) : "") }}
        valueFormatter={formatCount}
      />
    </div>
  );
}
