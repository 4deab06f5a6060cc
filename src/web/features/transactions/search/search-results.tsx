import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { DeletedTransaction, ListedTransaction } from "#contract/transactions.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import scroll from "#web/ui/scroll-aside.module.css";

import { useMayCorrect } from "./search-actions.ts";
import { ActionsCell, AmountCells, Cell, DescriptionCell, IdCell, RowAction } from "./search-rows.tsx";
import classes from "./search.module.css";

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

interface LiveTableProps extends TableProps<ListedTransaction> {
  readonly onEdit: (id: number) => void;
  readonly onDelete: (id: number) => void;
}

const liveColumns = ["id", "type", "description", "amount", "currency", "date", "actions"] as const;

/** Transactions that stand, with what may be done to each. */
export function LiveTable({ rows, selected, onOpen, onEdit, onDelete }: LiveTableProps) {
  const mayCorrect = useMayCorrect();
  return (
    <Frame kind="live" columns={liveColumns}>
      {rows.map((row) => (
        <Table.Tr key={row.id} role="row" className={classes["row"] ?? ""} data-selected={row.id === selected || undefined}>
          <IdCell id={row.id} isSelected={row.id === selected} onOpen={onOpen} />
          <Cell className="type">{typeName(row.transType)}</Cell>
          <DescriptionCell shown={row} />
          <AmountCells shown={row} />
          <Cell className="date">{row.transDate}</Cell>
          <ActionsCell id={row.id}>
            {mayCorrect(row) ? (
              <>
                <RowAction name="edit" id={row.id} onPress={() => onEdit(row.id)} />
                <RowAction name="delete" id={row.id} onPress={() => onDelete(row.id)} />
              </>
            ) : null}
          </ActionsCell>
        </Table.Tr>
      ))}
    </Frame>
  );
}

interface DeletedTableProps extends TableProps<DeletedTransaction> {
  readonly onRecover: (id: number) => void;
}

const deletedColumns = [
  "originalId",
  "type",
  "description",
  "amount",
  "currency",
  "transactionDate",
  "deletedDate",
  "deletedBy",
  "actions",
] as const;

/** Transactions that were deleted, with who did it and when. */
export function DeletedTable({ rows, selected, onOpen, onRecover }: DeletedTableProps) {
  const mayCorrect = useMayCorrect();
  const { timeZone } = useOffice();
  return (
    <Frame kind="deleted" columns={deletedColumns}>
      {rows.map((row) => (
        <Table.Tr key={row.id} role="row" className={classes["row"] ?? ""} data-selected={row.id === selected || undefined}>
          <IdCell id={row.originalTransactionId} isSelected={row.id === selected} onOpen={onOpen} />
          <Cell className="type">{typeName(row.transType)}</Cell>
          <DescriptionCell shown={row} />
          <AmountCells shown={row} />
          <Cell className="date">{row.transDate}</Cell>
          <Cell className="deletedDate">{formatInstant(row.deletedDate, timeZone)}</Cell>
          <Cell className="deletedBy">{row.deletedBy}</Cell>
          <ActionsCell id={row.id}>
            {mayCorrect(row) ? <RowAction name="recover" id={row.id} onPress={() => onRecover(row.id)} /> : null}
          </ActionsCell>
        </Table.Tr>
      ))}
    </Frame>
  );
}

interface FrameProps {
  readonly kind: "live" | "deleted";
  readonly columns: readonly (typeof liveColumns | typeof deletedColumns)[number][];
  readonly children: React.ReactNode;
}

/** The roles are written out because a narrow screen lays each row out as a card, which would end its being a table. */
function Frame({ kind, columns, children }: FrameProps) {
  const { t } = useTranslation("search");
  return (
    <div className={scroll["scroll"]}>
      <Table
        role="table"
        aria-label={t("results.label")}
        verticalSpacing={8}
        className={`${classes["table"] ?? ""} ${classes[kind] ?? ""}`}
      >
        <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col" className={classes[`${column}Head`] ?? ""}>
                {t(`results.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  );
}
