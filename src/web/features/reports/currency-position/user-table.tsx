import { Card, Table, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { PositionReport, UserPosition } from "#contract/currency-position.ts";
import table from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import { nameOf } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";

import classes from "./currency-position.module.css";
import type { PositionPlace } from "./place.ts";
import { Profit } from "./profit.tsx";

interface UserTableProps {
  readonly report: PositionReport;
  readonly place: PositionPlace;
}

/** Who realised what in which currency; each figure opens the deals behind it. */
export function UserTable({ report, place }: UserTableProps) {
  const { t } = useTranslation("currencyPosition");
  const heading = useId();
  const { users, currencies, baseCurrency } = report;
  const codes = currencies.filter(({ isBase }) => !isBase).map(({ currency }) => currency);
  return (
    <Card withBorder padding={0} component="section" aria-labelledby={heading}>
      <Title order={2} size="h5" px="md" pt="sm" pb={4} id={heading}>
        {t("users.label")}
      </Title>
      {users.length === 0 ? (
        <p className={classes["quiet"]}>{t("users.none")}</p>
      ) : (
        <ReportTable
          labelledBy={heading}
          kind="wide people"
          columns={[
            t("users.user"),
            ...[t("users.deals"), ...codes, t("users.total", { currency: baseCurrency })].map((figure) => ({ figure })),
          ]}
        >
          {users.map((user) => (
            <UserRow key={user.userId} user={user} codes={codes} base={baseCurrency} place={place} />
          ))}
        </ReportTable>
      )}
    </Card>
  );
}

interface UserRowProps {
  readonly user: UserPosition;
  readonly codes: readonly string[];
  readonly base: string;
  readonly place: PositionPlace;
}

function UserRow({ user, codes, base, place }: UserRowProps) {
  const { t } = useTranslation("currencyPosition");
  const name = nameOf(user);
  const isChosen = place.user === user.userId;
  return (
    <Table.Tr role="row" data-chosen={isChosen || undefined}>
      <Cell name="who">
        <Link
          to={paths.currencyPosition}
          search={{ ...place, user: isChosen ? "" : user.userId }}
          replace
          resetScroll={false}
          className={table["link"]}
          aria-label={t("users.choose", { user: name })}
          aria-current={isChosen || undefined}
        >
          <span dir="auto">{name}</span>
        </Link>
      </Cell>
      <Cell name="amount" label={t("users.deals")}>
        {formatCount(user.deals)}
      </Cell>
      {codes.map((code) => {
        const own = user.currencies.find(({ currency }) => currency === code);
        return (
          <Cell key={code} name="amount" label={code}>
            {own === undefined ? null : (
              <Link
                to={paths.currencyPosition}
                search={{ ...place, user: user.userId, currency: String(own.currencyId) }}
                replace
                resetScroll={false}
                className={table["figureLink"]}
                title={t("users.openDeals", { currency: code, user: name })}
              >
                <Profit value={own.realised} currency={base} />
              </Link>
            )}
          </Cell>
        );
      })}
      <Cell name="sum" label={t("users.total", { currency: base })}>
        <Profit value={user.realised} currency={base} />
      </Cell>
    </Table.Tr>
  );
}
