import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, inItsOwnOrder } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { nameOf, useOffice, useSession } from "#web/lib/session.ts";
import { Paper, PaperHead } from "#web/print/paper.tsx";
import { PrintBar } from "#web/print/print-bar.tsx";
import { printPaper } from "#web/print/print-paper.ts";
import { Page } from "#web/shell/page.tsx";

import classes from "./report-paper.module.css";
import { ReadingFailed, ReportLoading, type DatedReading } from "./report-states.tsx";
import { mostPrinted } from "./whole-report.ts";

interface ReportPaperProps {
  readonly title: string;
  readonly subtitle: ReactNode;
  /** Whose it is and of which days, in a few words for the foot of each sheet. */
  readonly of: readonly string[];
  readonly reading: DatedReading;
  /** Where Back leads when this page was the first one. */
  readonly home: string;
  readonly isTooLong?: boolean;
  /** How old its figures are, where they were read from a replica. */
  readonly ageSeconds?: number | undefined;
  /** The report; undefined until it has been read. */
  readonly children: ReactNode | undefined;
}

/** A report as it will be on paper, with the button that prints it. */
export function ReportPaper(props: ReportPaperProps) {
  const { title, subtitle, of, reading, home, isTooLong = false, ageSeconds = 0, children } = props;
  const { t } = useTranslation("reports");
  const printed = useMutation({ mutationFn: printPaper });
  const isThere = children !== undefined && !isTooLong;
  return (
    <Page title={title}>
      <PrintBar onPrint={isThere ? () => printed.mutate() : undefined} isPrinting={printed.isPending} home={home} />
      <ReadingFailed {...reading} />
      {isTooLong ? (
        <Alert role="alert" color="orange" variant="outline" title={t("paper.tooLong")} icon={<IconAlertTriangle aria-hidden />}>
          {t("paper.tooLongText", { most: formatCount(mostPrinted) })}
        </Alert>
      ) : null}
      {isThere || isTooLong || reading.isError ? null : <ReportLoading />}
      {isThere ? (
        <Paper size="a4" label={title} foot={[title, ...of].map(inItsOwnOrder).join(" · ")}>
          <PaperHead title={title} subtitle={subtitle} end={<Made readAt={reading.dataUpdatedAt} ageSeconds={ageSeconds} />} />
          {children}
        </Paper>
      ) : null}
    </Page>
  );
}

interface MadeProps {
  /** When the figures were read, in milliseconds since 1970 by the browser's clock. */
  readonly readAt: number;
  readonly ageSeconds: number;
}

/**
 * When it was made, and by whom: the figures are those of that moment, unless it says that they are older. It is not when the page
 * was opened, since the figures are read again under a page that stays open.
 */
function Made({ readAt, ageSeconds }: MadeProps) {
  const { t } = useTranslation("reports");
  const { timeZone } = useOffice();
  const user = nameOf(useSession());
  const made = t("paper.made", { when: formatInstant(serverTime(readAt), timeZone), user });
  return (
    <span className={classes["made"]}>{ageSeconds === 0 ? made : `${made} · ${t("replica.ago", { seconds: ageSeconds })}`}</span>
  );
}

/** Amounts of so many characters, "12345678901.00", stand on paper in a smaller hand: three of them beside one another are its width. */
const wideAmount = 14;

/** Whether the table that an amount stands in is to be a dense one. */
export const isWideAmount = (value: string): boolean => value.length >= wideAmount;

/** A cell of a printed table; figures stand at its end, from left to right. */
export function PaperCell({ isFigure = false, children }: { readonly isFigure?: boolean; readonly children: ReactNode }) {
  return isFigure ? (
    <td className={classes["figure"]} dir="ltr">
      {children}
    </td>
  ) : (
    <td>{children}</td>
  );
}

interface PaperTableProps {
  readonly label: string;
  /** The words of the columns; those from `figuresFrom` on are figures. */
  readonly columns: readonly string[];
  readonly figuresFrom: number;
  /** Figures of eleven digits and more leave the rest little room. */
  readonly isDense?: boolean;
  readonly children: ReactNode;
}

/** A table on paper, whose head stands on every sheet. */
export function PaperTable({ label, columns, figuresFrom, isDense = false, children }: PaperTableProps) {
  return (
    <table className={classes["table"]} data-dense={isDense || undefined} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={index >= figuresFrom ? classes["figure"] : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
