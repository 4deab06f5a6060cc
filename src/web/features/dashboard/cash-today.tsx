import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { DayOfCash } from "#contract/dashboard.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./books-panel.module.css";

const columns = ["opening", "in", "out", "current"] as const;

interface CashTodayProps {
  readonly today: string;
  readonly days: readonly DayOfCash[];
}

/** Opening + in − out = current, in each currency. The roles are written out because a narrow screen lays rows out as cards. */
export function CashToday({ today, days }: CashTodayProps) {
  const { t } = useTranslation("dashboard");
  if (days.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("books.none")}
      </Text>
    );
  return (
    <Table role="table" verticalSpacing={6} captionSide="top" className={classes["books"] ?? ""}>
      <Table.Caption className={classes["caption"] ?? ""}>{t("books.caption", { today })}</Table.Caption>
      <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
        <Table.Tr role="row">
          <Table.Th role="columnheader" scope="col">
            {t("books.currency")}
          </Table.Th>
          {columns.map((column) => (
            <Table.Th key={column} role="columnheader" scope="col" className={classes["figure"] ?? ""}>
              {t(`books.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {days.map((day) => (
          <Table.Tr role="row" key={day.currencyId} className={classes["row"] ?? ""}>
            <Table.Th role="rowheader" scope="row">
              <Link
                to={paths.dailyBook}
                search={{ currency: String(day.currencyId) }}
                title={t("books.open", { currency: day.currency })}
                className={classes["link"]}
              >
                {day.currency}
              </Link>
            </Table.Th>
            {columns.map((column) => (
              <Table.Td key={column} role="cell" className={classes["figure"] ?? ""} data-label={t(`books.${column}`)}>
                <Money value={day[column]} currency={day.currency} withoutCode mayWrap />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
