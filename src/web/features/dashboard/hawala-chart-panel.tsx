import { Skeleton, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { exportHawalaDays, type Dashboard } from "#contract/dashboard.ts";
import { callFile } from "#web/lib/api.ts";

import { ChartControls, type ChartForm } from "./chart-frame.tsx";
import { hasHawalas } from "./chart-points.ts";
import classes from "./charts.module.css";
import { HawalaDaysTable } from "./hawala-days-table.tsx";
import { InTurn } from "./in-turn.tsx";
import { Panel } from "./panel.tsx";
import { isEveryDay, type DashboardPlace, type TimeFrame } from "./place.ts";

const HawalaChart = lazy(async () => ({ default: (await import("./hawala-chart.tsx")).HawalaChart }));

interface HawalaChartPanelProps {
  readonly figures: Dashboard | undefined;
  readonly frame: TimeFrame;
  readonly onChoose: DashboardPlace["choose"];
}

/** How many hawalas of each status have their date when, as a picture or as a table. A day of either becomes the time frame. */
export function HawalaChartPanel({ figures, frame, onChoose }: HawalaChartPanelProps) {
  const { t } = useTranslation("dashboard");
  const [form, setForm] = useState<ChartForm>("chart");
  const days = figures?.hawalaDays;
  const title = days?.unit === "month" ? t("charts.hawalasByMonth") : t("charts.hawalas");
  return (
    <Panel
      title={title}
      note={days === undefined ? undefined : t("charts.period", { from: days.fromDate, to: days.toDate })}
      aside={
        <ChartControls
          title={title}
          form={form}
          onForm={setForm}
          makeFile={(format) => callFile(exportHawalaDays, { query: { ...frame, format } })}
        />
      }
    >
      <div className={classes["hawalas"]}>
        {days === undefined ? (
          <Skeleton height="100%" className={classes["fill"] ?? ""} />
        ) : form === "table" ? (
          <HawalaDaysTable title={title} days={days} />
        ) : hasHawalas(days) ? (
          <InTurn fallback={<Skeleton height="100%" className={classes["fill"] ?? ""} />}>
            <Suspense fallback={<Skeleton height="100%" className={classes["fill"] ?? ""} />}>
              <HawalaChart title={title} days={days} onChoose={onChoose} />
            </Suspense>
          </InTurn>
        ) : (
          <Text size="sm" c="dimmed" role="status" className={`${classes["fill"] ?? ""} ${classes["nothing"] ?? ""}`}>
            {isEveryDay(frame) ? t("charts.noneLately") : t("charts.none")}
          </Text>
        )}
      </div>
    </Panel>
  );
}
