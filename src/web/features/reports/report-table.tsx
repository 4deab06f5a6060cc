import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import scroll from "#web/ui/scroll-aside.module.css";

import classes from "./report-table.module.css";

/** A column by the word over it; figures stand at its end. */
type Column = string | { readonly figure: string };

interface ReportTableProps {
  readonly label?: string;
  /** The id of the heading that names the table, where there is one. */
  readonly labelledBy?: string;
  /** Which of the tables in the style sheet it is; several words where it is of several kinds. */
  readonly kind: string;
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ReactNode;
}

/**
 * A table of a report. The roles are written out because a narrow screen lays each row out as a card, which would end its being a
 * table.
 */
export function ReportTable({ label, labelledBy, kind, columns, children }: ReportTableProps) {
  const kinds = ["table", ...kind.split(" ")].map((name) => classes[name] ?? "").join(" ");
  return (
    <div className={scroll["scroll"]}>
      <Table withRowBorders={false} role="table" aria-label={label} aria-labelledby={labelledBy} className={kinds}>
        <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
          <Table.Tr role="row">
            {columns.map((column) => {
              const word = typeof column === "string" ? column : column.figure;
              return (
                <Table.Th key={word} role="columnheader" scope="col" className={word === column ? "" : (classes["amount"] ?? "")}>
                  {word}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  );
}

interface CellProps {
  readonly name: string;
  /** What stands in it, where a narrow screen shows no head of the table. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A cell that stays one where a narrow screen lays the row out as a card. */
export function Cell({ name, label, children }: CellProps) {
  const isEmpty = children === null || children === "";
  return (
    <Table.Td role="cell" className={classes[name] ?? ""} data-label={label} data-empty={isEmpty || undefined}>
      {children}
    </Table.Td>
  );
}
