import { Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { exportHawalaDays, type Dashboard, type HawalaDays } from "#contract/dashboard.ts";
import { callFile } from "#web/lib/api.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import { ChartControls, type ChartForm } from "./chart-frame.tsx";
import { hasHawalas } from "./chart-points.ts";
import classes from "./charts.module.css";
import { HawalaDaysTable } from "./hawala-days-table.tsx";
import { InTurn } from "./in-turn.tsx";
import { Panel } from "./panel.tsx";
import { isEveryDay, type DashboardPlace, type TimeFrame } from "./place.ts";

const HawalaChart = lazyPart(async () => (await import("./hawala-chart.tsx")).HawalaChart);

interface HawalaChartPanelProps {
  readonly figures: Dashboard | undefined;
  readonly frame: TimeFrame;
  readonly onChoose: DashboardPlace["choose"];
}

/** How many hawalas of each status have their date when, as a picture or as a table. A day of either becomes the time frame. */
export function HawalaChartPanel({ figures, frame, onChoose }: HawalaChartPanelProps) {
  const { t } = useTranslation("dashboard");
  const [form, setForm] = useState<ChartForm>("chart");
  const isUnknown = isTurned(frame);
  const days = isUnknown ? undefined : figures?.hawalaDays;
  const title = days?.unit === "month" ? t("charts.hawalasByMonth") : t("charts.hawalas");
  return (
    <Panel
      title={title}
      withChart
      note={days === undefined ? undefined : t("charts.period", { from: days.fromDate, to: days.toDate })}
      aside={
        isUnknown ? null : (
          <ChartControls
            title={title}
            form={form}
            onForm={setForm}
            makeFile={(format) => callFile(exportHawalaDays, { query: { ...frame, format } })}
          />
        )
      }
    >
      <div className={classes["hawalas"]}>
        {isUnknown ? (
          <Nothing>{t("filter.ended")}</Nothing>
        ) : days === undefined ? (
          <Waiting />
        ) : form === "table" ? (
          <HawalaDaysTable title={title} days={days} />
        ) : hasHawalas(days) ? (
          <Drawn title={title} days={days} onChoose={onChoose} />
        ) : (
          <Nothing role="status">{isEveryDay(frame) ? t("charts.noneLately") : t("charts.none")}</Nothing>
        )}
      </div>
    </Panel>
  );
}

interface DrawnProps extends Pick<HawalaChartPanelProps, "onChoose"> {
  readonly title: string;
  readonly days: HawalaDays;
}

function Drawn(chart: DrawnProps) {
  return (
    <InTurn fallback={<Waiting />}>
      <HawalaChart waiting={<Waiting />} {...chart} />
    </InTurn>
  );
}

function Waiting() {
  return <Skeleton height="100%" className={classes["fill"] ?? ""} />;
}

/** Why nothing is drawn. */
function Nothing({ role, children }: { readonly role?: "status"; readonly children: string }) {
  return (
    <Text size="sm" c="dimmed" role={role} className={`${classes["fill"] ?? ""} ${classes["nothing"] ?? ""}`}>
      {children}
    </Text>
  );
}
