import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { subtractAmounts, type Amount } from "#kernel/amount.ts";
import type { PayoutTotal } from "#web/features/hawalas/pass-rules.ts";
import { formatCount } from "#web/lib/format.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./bulk.module.css";

interface BulkTotalsProps {
  readonly totals: readonly PayoutTotal[];
  /** What the cash box holds, where it pays. */
  readonly cash: { readonly held: (currencyId: number) => Amount } | undefined;
}

/** What all payouts come to, per currency, and what that leaves in the cash box. */
export function BulkTotals({ totals, cash }: BulkTotalsProps) {
  const { t } = useTranslation("passHawala");
  return (
    <Table aria-label={t("bulk.totals")} verticalSpacing={4} horizontalSpacing="xs" className={classes["totals"] ?? ""}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("bulk.currency")}</Table.Th>
          <Table.Th scope="col" className={classes["count"] ?? ""}>
            {t("bulk.count")}
          </Table.Th>
          <Table.Th scope="col">{t("bulk.total")}</Table.Th>
          {cash === undefined ? null : (
            <>
              <Table.Th scope="col" className={classes["now"] ?? ""}>
                {t("bulk.now")}
              </Table.Th>
              <Table.Th scope="col">{t("bulk.after")}</Table.Th>
            </>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {totals.map(({ currencyId, currency, count, amount }) => (
          <Table.Tr key={currencyId}>
            <Table.Th scope="row">{currency}</Table.Th>
            <Table.Td className={classes["count"] ?? ""}>{formatCount(count)}</Table.Td>
            <Table.Td>
              <strong>
                <Money value={amount} currency={currency} withoutCode mayWrap />
              </strong>
            </Table.Td>
            {cash === undefined ? null : (
              <>
                <Table.Td className={classes["now"] ?? ""}>
                  <Money value={cash.held(currencyId)} currency={currency} withoutCode mayWrap />
                </Table.Td>
                <Table.Td>
                  <Money value={subtractAmounts(cash.held(currencyId), amount)} currency={currency} withoutCode mayWrap />
                </Table.Td>
              </>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
