import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import { Money } from "#web/ui/money.tsx";

import classes from "./currency-position.module.css";
import { toneOf } from "./rules.ts";

interface CellProps {
  readonly name: string;
  /** What the figure is, where a narrow screen shows no head of the table. */
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

/** Profit or loss in the base currency: what was gained is green, what was lost red, and each has its sign. */
export function Profit({ value, currency }: { readonly value: string; readonly currency: string }) {
  const tone = toneOf(value);
  return (
    <span className={classes[tone]} data-tone={tone}>
      {tone === "gain" ? <span aria-hidden>+</span> : null}
      <Money value={value} currency={currency} withoutCode />
    </span>
  );
}

interface HeadProps {
  readonly words: readonly string[];
  /** The columns from this one on are figures. */
  readonly figuresFrom: number;
}

/** The head of a table whose roles are written out. */
export function Head({ words, figuresFrom }: HeadProps) {
  return (
    <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
      <Table.Tr role="row">
        {words.map((word, index) => (
          <Table.Th key={word} role="columnheader" scope="col" className={index >= figuresFrom ? (classes["figure"] ?? "") : ""}>
            {word}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
