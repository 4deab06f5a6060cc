import { Card, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { exportOwnerReport, ownerReport, type OwnerReport } from "#contract/report-balances.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { PrintLink, ReadingFailed, ReplicaAge, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/reports.module.css";
import { callFile } from "#web/lib/api.ts";
import { untilOfToday } from "#web/lib/office-day.ts";
import { read } from "#web/lib/query.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { Money } from "#web/ui/amount/money.tsx";

import { OwnerTable } from "./owner-table.tsx";
import { useFormula, useWorth } from "./owner-worth.ts";

/** Owner's Page: what the house is worth, and how that changed since yesterday. */
export function OwnerPage() {
  const { t } = useTranslation("reports");
  const today = useToday();
  const report = useQuery({
    ...read(ownerReport),
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => untilOfToday(state.data, today),
  });
  const { data } = report;
  return (
    <Page
      title={t("owner.title")}
      description={data === undefined ? undefined : t("owner.asOf", { yesterday: data.yesterday })}
      actions={
        <>
          <PrintLink to={paths.printedOwner} />
          <ReportExport make={(format) => callFile(exportOwnerReport, { query: { format } })} />
        </>
      }
    >
      <ReadingFailed {...report} />
      <ReplicaAge seconds={data?.replicaAgeSeconds} />
      {report.isPending ? (
        <Card withBorder padding={0}>
          <ReportLoading />
        </Card>
      ) : null}
      {data === undefined ? null : (
        <>
          <WorthFigures owner={data} />
          <Card withBorder padding={0}>
            <OwnerTable owner={data} />
          </Card>
          <Formula owner={data} />
        </>
      )}
    </Page>
  );
}

/** What the sum is made of, and what the figures open that is not all their own. */
function Formula({ owner }: { readonly owner: OwnerReport }) {
  const { t } = useTranslation("reports");
  return (
    <>
      <Text size="sm" c="dimmed">
        {useFormula(owner)}
      </Text>
      <Text size="sm" c="dimmed">
        {owner.expenseAccounts.length === 0 ? t("owner.banksOpen") : t("owner.banksOpenSpent")} {t("owner.hawalasOpen")}
      </Text>
    </>
  );
}

/** The net worth, what changed since yesterday, and how much of that the rates did. */
function WorthFigures({ owner }: { readonly owner: OwnerReport }) {
  const { t } = useTranslation("reports");
  const figures = useWorth(owner);
  return (
    <Card withBorder component="section" aria-label={t("owner.netWorth")}>
      <dl className={classes["figures"]}>
        {figures.map(([label, value], index) => (
          <div key={label} className={classes["figure"]} data-main={index === 0 || undefined}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} currency={owner.baseCurrency} mayWrap />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
