import { Alert, Button, Card, Group, Table, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import {
  reconcileVerdicts,
  type Reconciliation,
  type ReconciledRow,
  type ReconciledTotal,
  type ReconcileVerdict,
} from "#contract/partner-reconciliations.ts";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { listed } from "#web/lib/direction.ts";
import { formatCount, isolated } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { LeftOutLines } from "#web/ui/left-out-lines.tsx";
import badges from "#web/ui/status-badge.module.css";

import reconcile from "./reconcile.module.css";

const colours: Readonly<Record<ReconcileVerdict, string>> = {
  matched: "green",
  different: "yellow",
  missingHere: "red",
  missingThere: "blue",
  repeated: "grey",
  faulty: "red",
};

interface ReconcileResultProps {
  readonly found: Reconciliation;
  readonly actions: ReactNode;
}

const rowsAtOnce = 200;

/** What the sheet and our books have in common, and what they have not, row by row. */
export function ReconcileResult({ found, actions }: ReconcileResultProps) {
  const { t } = useTranslation("partnerSettlement");
  const [chosen, setChosen] = useState<ReconcileVerdict>();
  const [shown, setShown] = useState(rowsAtOnce);
  const verdicts = reconcileVerdicts.filter((verdict) => found.counts[verdict] > 0);
  const others = listed(found.otherSheets.map(isolated));
  const rows = chosen === undefined ? found.rows : found.rows.filter(({ verdict }) => verdict === chosen);
  const choose = (verdict: ReconcileVerdict | undefined): void => {
    setChosen(verdict);
    setShown(rowsAtOnce);
  };
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t("reconcile.sheet", { sheet: found.sheetName, file: found.fileName })}
          {others === "" ? "" : ` · ${t("reconcile.otherSheets", { sheets: others })}`}
        </Text>
        {actions}
      </Group>
      <LeftOutLines of={found} />
      {found.rows.length > 0 && found.counts.matched === found.rows.length ? (
        <Alert role="status" color="green" variant="outline" icon={<IconCircleCheck aria-hidden />}>
          {t("reconcile.agrees", { count: found.counts.matched })}
        </Alert>
      ) : null}
      <Card withBorder padding={0}>
        <TotalsTable totals={found.totals} />
      </Card>
      <div role="group" aria-label={t("reconcile.show")} className={reconcile["choices"]}>
        <Button
          size="compact-sm"
          variant={chosen === undefined ? "filled" : "default"}
          aria-pressed={chosen === undefined}
          onClick={() => choose(undefined)}
        >
          {t("reconcile.all", { count: found.rows.length })}
        </Button>
        {verdicts.map((verdict) => (
          <Button
            key={verdict}
            size="compact-sm"
            variant={chosen === verdict ? "filled" : "default"}
            aria-pressed={chosen === verdict}
            onClick={() => choose(verdict)}
          >
            {t("reconcile.some", { verdict: t(`reconcile.verdicts.${verdict}`), count: found.counts[verdict] })}
          </Button>
        ))}
      </div>
      <Card withBorder padding={0}>
        <RowsTable rows={rows.slice(0, shown)} />
      </Card>
      {rows.length > shown ? (
        <Group justify="center">
          <Button variant="default" size="xs" onClick={() => setShown(shown + rowsAtOnce)}>
            {t("reconcile.more")}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: ReconcileVerdict }) {
  const { t } = useTranslation("partnerSettlement");
  return (
    <span className={badges["badge"]} data-colour={colours[verdict]}>
      {t(`reconcile.verdicts.${verdict}`)}
    </span>
  );
}

function TotalsTable({ totals }: { readonly totals: readonly ReconciledTotal[] }) {
  const { t } = useTranslation("partnerSettlement");
  const columns = ["hawalas", "here", "there"] as const;
  return (
    <ReportTable
      label={t("reconcile.totals")}
      kind="totals"
      columns={[t("reconcile.verdict"), ...columns.map((column) => ({ figure: t(`reconcile.${column}`) }))]}
    >
      {totals.map(({ verdict, currency, hawalas, here, there }) => (
        <Table.Tr role="row" key={`${verdict} ${currency}`} className={classes["row"] ?? ""}>
          <Cell name="code">
            <Verdict verdict={verdict} /> {currency}
          </Cell>
          <Cell name="amount" label={t("reconcile.hawalas")}>
            {formatCount(hawalas)}
          </Cell>
          <Cell name="amount" label={t("reconcile.here")}>
            <Money value={here} currency={currency} />
          </Cell>
          <Cell name="amount" label={t("reconcile.there")}>
            <Money value={there} currency={currency} />
          </Cell>
        </Table.Tr>
      ))}
    </ReportTable>
  );
}

function RowsTable({ rows }: { readonly rows: readonly ReconciledRow[] }) {
  const { t } = useTranslation("partnerSettlement");
  return (
    <ReportTable
      label={t("reconcile.rows")}
      kind="totals"
      columns={[
        t("reconcile.verdict"),
        t("hawalas.number"),
        t("hawalas.receiver"),
        { figure: t("reconcile.here") },
        { figure: t("reconcile.there") },
      ]}
    >
      {rows.map((row) => (
        <ReconcileRow key={`${String(row.row)} ${String(row.hawalaId)}`} row={row} />
      ))}
    </ReportTable>
  );
}

function ReconcileRow({ row }: { readonly row: ReconciledRow }) {
  const { t } = useTranslation("partnerSettlement");
  const none = t("reconcile.none");
  const currencies = { here: row.hereCurrency ?? row.currency, there: row.currency };
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="code">
        <Verdict verdict={row.verdict} />
      </Cell>
      <Cell name="number">
        {row.hawalaId === null ? (
          <span dir="ltr">{row.hawalaNo}</span>
        ) : (
          <Link
            to={paths.hawala(row.hawalaId)}
            className={classes["link"] ?? ""}
            aria-label={t("hawalas.open", { number: row.hawalaNo })}
            dir="ltr"
          >
            {row.hawalaNo}
          </Link>
        )}
        {row.row === null ? null : <span className={classes["second"]}>{t("reconcile.row", { row: row.row })}</span>}
      </Cell>
      <Cell name="narrative">
        <span dir="auto">{row.receiverName}</span>
        {row.differences.map(({ field, here, there }) => (
          <span key={field} className={classes["second"]}>
            {t("reconcile.difference", { field: t(`reconcile.field.${field}`), here: here ?? none, there: there ?? none })}
          </span>
        ))}
        {row.faults.map(({ cell, message }) => (
          <span key={cell + message} className={classes["second"]}>
            {cell}: {refusalInLanguage(message)}
          </span>
        ))}
      </Cell>
      {(["here", "there"] as const).map((side) => (
        <Cell key={side} name="amount" label={t(`reconcile.${side}`)}>
          {row[side] === null ? "—" : <Money value={row[side]} currency={currencies[side]} />}
        </Cell>
      ))}
    </Table.Tr>
  );
}
