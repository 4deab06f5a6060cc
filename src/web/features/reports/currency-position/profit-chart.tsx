import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { PositionReport } from "#contract/currency-position.ts";
import { formatShort, useFormatAmount } from "#web/lib/format.ts";

import { chartHeight, extremesOf, profitPoints } from "./profit-points.ts";

interface ProfitChartProps {
  readonly profits: PositionReport["profits"];
  readonly currency: string;
}

/** Profit step by step. Who cannot see it hears what it comes to, and has the deals. */
export function ProfitChart({ profits, currency }: ProfitChartProps) {
  const { t } = useTranslation("currencyPosition");
  const formatAmount = useFormatAmount();
  const { least, most } = extremesOf(profits);
  const [first, last] = [profits.points[0]?.date ?? "", profits.points.at(-1)?.date ?? ""];
  const title = t(`chart.${profits.step}`);
  const dayOf = (date: string): string => (profits.step === "month" ? date.slice(0, 7) : date);
  const words = {
    title,
    currency,
    from: dayOf(first),
    to: dayOf(last),
    least: formatAmount(least, currency),
    most: formatAmount(most, currency),
  };
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} aria-hidden>
        {title}
      </Text>
      <div role="img" aria-label={t("chart.spoken", words)}>
        <BarChart
          aria-hidden
          h={chartHeight}
          data={profitPoints(profits)}
          dataKey="date"
          series={[{ name: "realised", label: title, color: "var(--focus)" }]}
          getBarColor={(value) => (value < 0 ? "var(--negative)" : "var(--focus)")}
          gridAxis="x"
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
          maxBarWidth={28}
          xAxisProps={{ tickFormatter: (date: string) => dayOf(date).slice(profits.step === "month" ? 0 : 5), minTickGap: 24 }}
          yAxisProps={{
            width: 72,
            tickFormatter: (value: number) => formatShort(value, { maximumFractionDigits: 1 }),
          }}
          valueFormatter={(value) => value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
          tooltipProps={{ labelFormatter: (date: unknown) => (typeof date === "string" ? dayOf(date) : "") }}
        />
      </div>
    </div>
  );
}
