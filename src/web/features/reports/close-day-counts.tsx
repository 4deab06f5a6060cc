import { Card, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { DayClose } from "#contract/day-closes.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/money.tsx";

import { Cell } from "./report-states.tsx";
import classes from "./reports.module.css";

const figures = ["book", "counted", "difference"] as const;

/** Over, short or neither. */
export function useDifferenceWord(): (difference: string) => string {
  const { t } = useTranslation("dailyBook");
  return (difference) => {
    if (/^-?0+\.00$/.test(difference)) return t("count.agrees");
    return difference.startsWith("-") ? t("count.short") : t("count.over");
  };
}

/** What the cash box held when the day was closed, beside the books. */
export function CountTable({ close: { counts } }: { readonly close: DayClose }) {
  const { t } = useTranslation("dailyBook");
  const word = useDifferenceWord();
  return (
    <Card withBorder padding={0} component="section" aria-label={t("count.title")}>
      <Text component="h2" size="sm" fw={600} className={classes["count"] ?? ""}>
        {t("count.title")}
      </Text>
      <div className={classes["scroll"]}>
        <Table
          withRowBorders={false}
          role="table"
          aria-label={t("count.title")}
          className={`${classes["table"] ?? ""} ${classes["totals"] ?? ""}`}
        >
          <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
            <Table.Tr role="row">
              <Table.Th role="columnheader" scope="col">
                {t("currency")}
              </Table.Th>
              {figures.map((figure) => (
                <Table.Th key={figure} role="columnheader" scope="col" className={classes["amount"] ?? ""}>
                  {t(`count.${figure}`)}
                </Table.Th>
              ))}
              <Table.Th role="columnheader" scope="col">
                {t("count.reason")}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {counts.map((count) => (
              <Table.Tr key={count.currencyId} role="row" className={classes["row"] ?? ""}>
                <Cell name="code">{count.currency}</Cell>
                {figures.map((figure) => (
                  <Cell key={figure} name="amount" label={t(`count.${figure}`)}>
                    <Money value={count[figure]} currency={count.currency} withoutCode />
                    {figure === "difference" ? <span className={classes["second"]}>{word(count.difference)}</span> : null}
                  </Cell>
                ))}
                <Cell name="narrative">
                  {count.reason === null ? null : <span dir="auto">{count.reason}</span>}
                  {count.transactionId === null ? null : (
                    <span className={classes["second"]}>
                      <Link to={paths.transaction(count.transactionId)} className={classes["link"]}>
                        {t("count.entry", { id: count.transactionId })}
                      </Link>
                    </span>
                  )}
                </Cell>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
