import { AreaChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { useTranslation } from "react-i18next";

import type { CashDays } from "#contract/dashboard.ts";
import { formatDigits, formatShort } from "#web/lib/format.ts";

import { cashChartHeight, cashDayGap, cashEdges, cashPoints, cashScaleWidth, pointLabel } from "./chart-points.ts";

interface CashChartProps {
  readonly dates: CashDays["dates"];
  readonly course: CashDays["currencies"][number];
}

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What was held of one currency, day by day; each currency has a scale of its own. */
export function CashChart({ dates, course }: CashChartProps) {
  const { t } = useTranslation("dashboard");
  const { currency, balances } = course;
  const { lowest, highest } = cashEdges(course);
  const label = (date: string): string => pointLabel(date, "day");
  return (
    <div
      role="img"
      dir="ltr"
      aria-label={t("charts.cashSaid", {
        currency,
        from: dates[0] ?? "",
        to: dates.at(-1) ?? "",
        lowest: formatDigits(lowest),
        highest: formatDigits(highest),
        now: formatDigits(balances.at(-1) ?? "0.00"),
      })}
    >
      <AreaChart
        aria-hidden
        h={cashChartHeight}
        data={cashPoints(dates, course)}
        dataKey="date"
        series={[{ name: "balance", label: currency, color: "var(--focus)" }]}
        curveType="stepAfter"
        withDots={false}
        strokeWidth={1.5}
        fillOpacity={0.18}
        gridAxis="none"
        tickLine="none"
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 2, bottom: 0, left: 0 } }}
        xAxisProps={{ tickFormatter: label, interval: "preserveStartEnd", minTickGap: cashDayGap(), height: 28 }}
        yAxisProps={{
          width: cashScaleWidth(),
          tickCount: 3,
          tickFormatter: (value: number) => formatShort(value, { maximumSignificantDigits: 3 }),
        }}
        tooltipProps={{ labelFormatter: (date: unknown) => (typeof date === "string" ? label(date) : "") }}
        valueFormatter={(value) => grouped.format(value)}
      />
    </div>
  );
}
