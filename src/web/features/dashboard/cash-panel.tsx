import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CurrencyBalance } from "#contract/accounts.ts";
import { exportCashDays, type CashDays, type Dashboard } from "#contract/dashboard.ts";
import { mayRecord } from "#contract/permissions.ts";
import { callFile } from "#web/lib/api.ts";
import { isZero } from "#web/lib/format.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Money } from "#web/ui/amount/money.tsx";

import { CashTable } from "./cash-table.tsx";
import { ChartControls, type ChartForm } from "./chart-frame.tsx";
import { cashChartHeight, hasCash } from "./chart-points.ts";
import classes from "./charts.module.css";
import { InTurn } from "./in-turn.tsx";
import { Panel } from "./panel.tsx";

const CashChart = lazyPart(async () => (await import("./cash-chart.tsx")).CashChart);

/** What the cash account holds, per currency, and how that came about over the last 30 days. */
export function CashPanel({ figures }: { readonly figures: Dashboard | undefined }) {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  const [form, setForm] = useState<ChartForm>("chart");
  const isEmpty = figures !== undefined && figures.cash.every(({ balance }) => isZero(balance));
  const title = role === "admin" ? t("cash.title") : t("cash.titleOther");
  const empty = mayRecord(role, "Credit", true) ? t("cash.empty") : t("cash.emptyOther");
  return (
    <Panel
      title={title}
      withChart
      aside={
        <ChartControls
          title={t("charts.cash")}
          form={form}
          onForm={setForm}
          makeFile={(format) => callFile(exportCashDays, { query: { format } })}
        />
      }
    >
      {figures === undefined ? (
        <Waiting />
      ) : (
        <ul className={classes["cash"]} aria-label={title}>
          {figures.cash.map((held) => (
            <Held key={held.currencyId} held={held} days={form === "chart" ? figures.cashDays : undefined} />
          ))}
        </ul>
      )}
      {isEmpty ? (
        <Text size="sm" c="dimmed" mt="sm">
          {empty}
        </Text>
      ) : null}
      {form === "table" && figures !== undefined ? <CashTable title={t("charts.cash")} days={figures.cashDays} /> : null}
    </Panel>
  );
}

interface HeldProps {
  readonly held: CurrencyBalance;
  /** Undefined where no picture is wanted. */
  readonly days: CashDays | undefined;
}

function Held({ held: { currencyId, currency, balance }, days }: HeldProps) {
  const { t } = useTranslation("dashboard");
  const { cashAccountId } = useOffice();
  const course = days?.currencies.find((known) => known.currencyId === currencyId);
  return (
    <li className={classes["held"]}>
      <span className={classes["code"]}>{currency}</span>
      <Link
        to={paths.accountStatement}
        search={{ account: String(cashAccountId), currency: String(currencyId) }}
        title={t("cash.open", { currency })}
        className={classes["amount"]}
      >
        <Money value={balance} currency={currency} withoutCode mayWrap />
      </Link>
      {days === undefined || course === undefined ? null : hasCash(course) ? (
        <InTurn fallback={<Skeleton height={cashChartHeight} />}>
          <CashChart waiting={<Skeleton height={cashChartHeight} />} dates={days.dates} course={course} />
        </InTurn>
      ) : (
        <Text size="xs" c="dimmed" h={cashChartHeight} className={classes["nothing"] ?? ""}>
          {t("charts.noCash")}
        </Text>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <div className={classes["cash"]} aria-hidden>
      {["first", "second", "third", "fourth"].map((place) => (
        <Skeleton key={place} height={cashChartHeight + 70} />
      ))}
    </div>
  );
}
