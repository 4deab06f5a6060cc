import type { ReactNode } from "react";

import { Page } from "#web/shell/page.tsx";

import { ReportExport, type ReportExportProps } from "./report-export.tsx";
import { MoreLines, PrintLink, ReadingFailed, ReplicaAge, type MoreLinesProps, type Reading } from "./report-states.tsx";

interface ReportPageProps {
  readonly title: string;
  /** How the report is taken along; undefined while there is nothing to take. */
  readonly takeaway: Takeaway | undefined;
  readonly filters: ReactNode;
  readonly report: Reading & MoreLinesProps["report"];
  /** The first of its pages; undefined before it has come. */
  readonly first: { readonly replicaAgeSeconds?: number | undefined } | undefined;
  readonly children: ReactNode;
}

interface Takeaway {
  /** Where it stands as it will be on paper, and of what. */
  readonly paper: string;
  readonly place: Readonly<Record<string, string>>;
  readonly makeFile: ReportExportProps["make"];
  readonly other?: ReactNode;
}

/** The page of a report that is read part by part: what it is narrowed by, how old it is, its lines, and more of them. */
export function ReportPage({ title, takeaway, filters, report, first, children }: ReportPageProps) {
  return (
    <Page
      title={title}
      actions={
        takeaway === undefined ? null : (
          <>
            {takeaway.other}
            <PrintLink to={takeaway.paper} search={takeaway.place} />
            <ReportExport make={takeaway.makeFile} />
          </>
        )
      }
    >
      {filters}
      <ReadingFailed {...report} />
      <ReplicaAge seconds={first?.replicaAgeSeconds} />
      {children}
      {first === undefined ? null : <MoreLines report={report} />}
    </Page>
  );
}
