import { Card, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SettlementPartner } from "#contract/partner-settlements.ts";
import { nameOf, useStanding } from "#web/features/reports/names.tsx";
import { NothingThere } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

/** Every partner with what stands between us; each opens his settlement. */
export function PartnersTable({ partners }: { readonly partners: readonly SettlementPartner[] }) {
  const { t } = useTranslation("partnerSettlement");
  if (partners.length === 0)
    return (
      <Card withBorder padding={0}>
        <NothingThere title={t("partners.none")} next={t("partners.noneNext")} />
      </Card>
    );
  return (
    <Card withBorder padding={0}>
      <ReportTable
        label={t("partners.table")}
        kind="totals"
        columns={[
          t("partner"),
          { figure: t("partners.balance") },
          { figure: t("partners.outstanding") },
          { figure: t("partners.lastSettled") },
        ]}
      >
        {partners.map((partner) => (
          <PartnerRow key={partner.account.id} partner={partner} />
        ))}
      </ReportTable>
    </Card>
  );
}

function PartnerRow({ partner: { account, balances, outstanding, lastSettledOn } }: { readonly partner: SettlementPartner }) {
  const { t } = useTranslation(["partnerSettlement", "reports"]);
  const standing = useStanding();
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="code">
        <Link
          to={paths.partnerSettlement}
          search={{ partner: String(account.id) }}
          className={`${classes["link"] ?? ""} ${classes["ofRow"] ?? ""}`}
          aria-label={t("partnerSettlement:partners.open", { partner: nameOf(account) })}
          dir="ltr"
        >
          {account.code}
        </Link>{" "}
        <span dir="auto">{account.name}</span>
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:partners.balance")}>
        {balances.map(({ currencyId, currency, balance }) => (
          <div key={currencyId}>
            <Text component="span" size="xs" c="dimmed">
              {standing(account, balance)}
            </Text>{" "}
            <Money value={balance} currency={currency} />
          </div>
        ))}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:partners.outstanding")}>
        {formatCount(outstanding)}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:partners.lastSettled")}>
        {lastSettledOn ?? t("reports:nothing")}
      </Cell>
    </Table.Tr>
  );
}
