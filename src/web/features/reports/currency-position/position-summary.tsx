import { Card, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { PositionReport } from "#contract/currency-position.ts";
import reports from "#web/features/reports/reports.module.css";
import { formatCount } from "#web/lib/format.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./currency-position.module.css";
import { chartHeight } from "./profit-points.ts";
import { Profit } from "./profit.tsx";

const ProfitChart = lazyPart(async () => (await import("./profit-chart.tsx")).ProfitChart);

/** What the period made, what is still to be made, and how it came day by day. */
export function PositionSummary({ report }: { readonly report: PositionReport }) {
  const { t } = useTranslation("currencyPosition");
  const { totals, baseCurrency, profits } = report;
  const money = (value: string) => <Money value={value} currency={baseCurrency} withoutCode />;
  return (
    <Card withBorder component="section" aria-label={t("summary.label")} className={classes["summary"] ?? ""}>
      <dl className={reports["figures"]}>
        <Fact label={t("summary.realised")} isMain>
          <Profit value={totals.realised} currency={baseCurrency} mayWrap />
          <span className={classes["note"]}>{t("summary.deals", { count: totals.deals, shown: formatCount(totals.deals) })}</span>
        </Fact>
        <Fact label={t("summary.unrealised")}>
          <Profit value={totals.unrealised} currency={baseCurrency} />
        </Fact>
        <Fact label={t("summary.cost")}>{money(totals.cost)}</Fact>
        <Fact label={t("summary.value")}>{money(totals.value)}</Fact>
      </dl>
      {profits.points.length < 2 ? null : (
        <ProfitChart waiting={<Skeleton height={chartHeight} />} profits={profits} currency={baseCurrency} />
      )}
    </Card>
  );
}

interface FactProps {
  readonly label: string;
  readonly isMain?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isMain = false, children }: FactProps) {
  return (
    <div className={reports["figure"]} data-main={isMain || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
