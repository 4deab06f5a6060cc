import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { PreviewRow } from "#contract/import-batches.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { formatRate } from "#web/lib/format.ts";
import { Money } from "#web/ui/amount/money.tsx";
import scroll from "#web/ui/scroll-aside.module.css";

import classes from "./preview.module.css";
import { VerdictBadge } from "./verdict-badge.tsx";

const columns = [
  "verdict",
  "hawalaNo",
  "sender",
  "receiver",
  "amount",
  "currency",
  "rAmount",
  "rate",
  "destination",
  "notes",
] as const;
type Column = (typeof columns)[number];

/** A row of one line; every row is measured once it is drawn. */
const usualHeight = 37;
const overscan = 12;

const frameClasses = `${scroll["scroll"]} ${classes["frame"]}`;

/** The rows of a preview, of which only those in sight exist. The roles are written out, since rows that stand freely are no table. */
export function PreviewRows({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const { t } = useTranslation("importHawala");
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- Concerns React's compiler, which does not build this product.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight,
    overscan,
    getItemKey: (index) => rows[index]?.row ?? index,
  });
  return (
    // A region that scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={frameClasses} tabIndex={0} role="region" aria-label={t("preview.table")}>
      <div role="table" aria-label={t("preview.table")} aria-rowcount={rows.length + 1} className={classes["table"]}>
        <div role="rowgroup" className={classes["head"]}>
          <div role="row" aria-rowindex={1} className={classes["cells"]}>
            {columns.map((column) => (
              <div key={column} role="columnheader" className={classes[column]}>
                {t(`preview.columns.${column}`)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes["body"]} style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={`${classes["row"]} ${classes["cells"]}`}
                data-verdict={row.verdict}
                style={{ insetBlockStart: start }}
              >
                <Cells row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Cells({ row }: { readonly row: PreviewRow }) {
  const { t } = useTranslation("importHawala");
  const notes = useNotes(row);
  const cells: Readonly<Record<Column, ReactNode>> = {
    verdict: (
      <>
        <span className={classes["place"]}>{t("preview.row", { row: row.row })}</span> <VerdictBadge verdict={row.verdict} />
      </>
    ),
    hawalaNo: <span dir="ltr">{row.hawalaNo}</span>,
    sender: <span dir="auto">{row.senderName}</span>,
    receiver: <span dir="auto">{row.receiverName}</span>,
    amount: row.amount === null ? null : <Money value={row.amount} currency="GBP" withoutCode />,
    currency: row.currency,
    rAmount: row.rAmount === null ? null : <Money value={row.rAmount} currency={row.currency} withoutCode />,
    rate: row.rate === null ? null : <span dir="ltr">{formatRate(row.rate)}</span>,
    destination: <span dir="auto">{row.receiverLocation}</span>,
    notes:
      notes.length === 0 ? null : (
        <ul>
          {notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      ),
  };
  return columns.map((column) => (
    <div key={column} role="cell" className={classes[column]}>
      {cells[column]}
    </div>
  ));
}

/** What is said against a row, by cell; of one whose number comes again, which row has it, and what stands there instead. */
function useNotes({ errors, warnings, repeats, differences }: PreviewRow): readonly string[] {
  const { t } = useTranslation("importHawala");
  const notes = [...errors, ...warnings].map(({ cell, message }) =>
    t("preview.note", { cell, message: refusalInLanguage(message) }),
  );
  const said = differences.map(refusalInLanguage).join(" · ");
  if (repeats !== null) {
    return [...notes, said === "" ? t("preview.repeats", { row: repeats }) : t("preview.differs", { row: repeats, said })];
  }
  return said === "" ? notes : [...notes, t("preview.stored", { said })];
}
