import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { useTranslation } from "react-i18next";

import { formatRate } from "#web/lib/format.ts";
import { formatInstant, formatPart } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { chartHeight, chartPoints, edgesOf, spanOf } from "./chart-points.ts";
import type { RateHistory } from "./queries.ts";

const twoDaysMs = 2 * 86_400_000;

interface RateChartProps {
  readonly code: string;
  readonly rates: RateHistory;
  /** When they were read, in milliseconds by the server's clock: the newest holds until then. */
  readonly readAt: number;
}

/** The rates as steps: each holds until the next. Who cannot see it hears what it comes to, and has the table. */
export function RateChart({ code, rates, readAt }: RateChartProps) {
  const { t } = useTranslation("currencies");
  const { timeZone } = useOffice();
  const points = chartPoints(rates, readAt);
  const { lowest, highest, first, latest } = spanOf(rates);
  const isShort = readAt - Date.parse(first.recordedAt) < twoDaysMs;
  const when = (at: string | number): string => formatInstant(at, timeZone);
  const words = { from: when(first.recordedAt), to: when(readAt), now: formatRate(latest.rate) };
  return (
    <div role="img" aria-label={t("history.chart", { code, ...words, lowest: formatRate(lowest), highest: formatRate(highest) })}>
      <LineChart
        aria-hidden
        h={chartHeight}
        data={points}
        dataKey="at"
        series={[{ name: "rate", label: code, color: "var(--focus)" }]}
        curveType="stepAfter"
        withDots={points.length <= 40}
        gridAxis="x"
        tickLine="none"
        lineChartProps={{ accessibilityLayer: false }}
        xAxisProps={{
          type: "number",
          scale: "time",
          domain: ["dataMin", "dataMax"],
          tickFormatter: (at: number) => formatPart(at, timeZone, isShort ? "time" : "day"),
          minTickGap: 40,
        }}
        yAxisProps={{
          domain: edgesOf(points),
          width: 68,
          tickFormatter: (rate: number) => rate.toLocaleString("en-US", { maximumSignificantDigits: 5 }),
        }}
        tooltipProps={{ labelFormatter: (at: unknown) => (typeof at === "number" ? when(at) : "") }}
        valueFormatter={(rate) => rate.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 8 })}
      />
    </div>
  );
}
