import { ScrollArea, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { CashDays } from "#contract/dashboard.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./charts.module.css";

const scrollHeight = 300;

interface CashTableProps {
  readonly title: string;
  readonly days: CashDays;
}

/** What the cash account held at the end of each day, today first. */
export function CashTable({ title, days: { dates, currencies } }: CashTableProps) {
  const { t } = useTranslation("dashboard");
  const newestFirst = dates.map((date, index) => ({ date, index })).toReversed();
  return (
    <ScrollArea
      h={scrollHeight}
      mt="sm"
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("charts.scroll", { chart: title }) }}
    >
      <Table stickyHeader verticalSpacing={4} aria-label={title} className={classes["table"] ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("charts.date")}</Table.Th>
            {currencies.map(({ currencyId, currency }) => (
              <Table.Th key={currencyId} scope="col" className={classes["figure"] ?? ""}>
                {currency}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newestFirst.map(({ date, index }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row">
                <span dir="ltr">{date}</span>
              </Table.Th>
              {currencies.map(({ currencyId, currency, balances }) => (
                <Table.Td key={currencyId} className={classes["figure"] ?? ""}>
                  <Money value={balances[index] ?? "0.00"} currency={currency} withoutCode />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
