import { ActionIcon, Table, Tooltip } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { amountCurrencyOf } from "#web/features/hawalas/pass-rules.ts";
import { StatusBadge } from "#web/features/hawalas/status-badge.tsx";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./details.module.css";

const columns = [
  "hawalaNo",
  "transactionDate",
  "senderName",
  "receiverName",
  "receiverLocation",
  "amount",
  "rAmount",
  "intoUSD",
  "hawalaStatus",
  "passedDate",
  "paidFromCode",
  "print",
] as const;
type Column = (typeof columns)[number];
const figures: ReadonlySet<Column> = new Set(["amount", "rAmount", "intoUSD"]);
const nameOf = (column: Column): string => `${classes[column] ?? ""} ${figures.has(column) ? (classes["figure"] ?? "") : ""}`;

/**
 * The hawalas of a filter. The roles are written out because a laptop's screen lays each row out in two lines and a narrow one
 * as a card, which would end its being a table.
 */
export function DetailsTable({ hawalas }: { readonly hawalas: readonly Hawala[] }) {
  const { t } = useTranslation("hawalaDetails");
  return (
    <div className={classes["scroll"]}>
      <Table role="table" aria-label={t("table.label")} verticalSpacing={6} className={classes["table"] ?? ""}>
        <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col" className={nameOf(column)}>
                {t(`table.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" className={classes["body"] ?? ""}>
          {hawalas.map((hawala) => (
            <DetailsRow key={hawala.id} hawala={hawala} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function DetailsRow({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation(["hawalaDetails", "passHawala"]);
  const { senderCode, partnerCode } = hawala;
  const number = (
    <Link
      to={paths.hawala(hawala.id, hawala.direction)}
      className={classes["link"]}
      aria-label={t("hawalaDetails:table.open", { number: hawala.hawalaNo })}
      dir="ltr"
    >
      {hawala.hawalaNo}
    </Link>
  );
  const cells: Readonly<Record<Column, ReactNode>> = {
    hawalaNo: number,
    transactionDate: <span dir="ltr">{hawala.transactionDate}</span>,
    senderName: (
      <>
        <span dir="auto">{hawala.senderName}</span>
        {senderCode === null ? null : <span className={classes["quiet"]}> {senderCode}</span>}
      </>
    ),
    // Who pays him, where that is not this office.
    receiverName: (
      <>
        <span dir="auto">{hawala.receiverName}</span>
        {partnerCode === null ? null : (
          <span className={classes["quiet"]}>
            {" "}
            {t("passHawala:fields.partner")} <bdi>{partnerCode}</bdi>
          </span>
        )}
      </>
    ),
    receiverLocation: hawala.receiverLocation === null ? null : <span dir="auto">{hawala.receiverLocation}</span>,
    amount: <Money value={hawala.amount} currency={amountCurrencyOf(hawala)} />,
    rAmount: <Money value={hawala.rAmount} currency={hawala.currency} />,
    intoUSD: hawala.intoUSD === null ? null : <Money value={hawala.intoUSD} currency="USD" />,
    hawalaStatus: <StatusBadge status={hawala.hawalaStatus} />,
    passedDate: hawala.passedDate === null ? null : <span dir="ltr">{hawala.passedDate}</span>,
    paidFromCode: hawala.paidFromCode,
    print: (
      <Tooltip label={t("hawalaDetails:table.print")} openDelay={300}>
        <ActionIcon
          component={Link}
          to={paths.hawalaVoucher(hawala.id)}
          preload={false}
          variant="subtle"
          color="gray"
          aria-label={t("hawalaDetails:table.printOf", { number: hawala.hawalaNo })}
        >
          <IconPrinter size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  };
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      {columns.map((column) => (
        <DetailsCell key={column} column={column}>
          {cells[column]}
        </DetailsCell>
      ))}
    </Table.Tr>
  );
}

function DetailsCell({ column, children }: { readonly column: Column; readonly children: ReactNode }) {
  const { t } = useTranslation("passHawala");
  const isEmpty = children === null || children === "";
  return (
    <Table.Td role="cell" className={nameOf(column)} data-empty={isEmpty || undefined}>
      {isEmpty ? t("nothing") : children}
    </Table.Td>
  );
}
