import { Card, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { exportAccountStatement } from "#contract/reports.ts";
import { statementReport, useReport } from "#web/features/reports/pages.ts";
import { ReportPage } from "#web/features/reports/report-page.tsx";
import { NothingThere, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/reports.module.css";
import { callFile } from "#web/lib/api.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { isTurned } from "#web/ui/date/periods.ts";

import { statementAsked, useStatementPlace } from "./place.ts";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementHead } from "./statement-head.tsx";
import { ShareButton } from "./statement-share.tsx";
import { StatementTable } from "./statement-table.tsx";

/** Account Statement: the khata of an account in a currency and a period. */
export function AccountStatementPage() {
  const { t } = useTranslation("reports");
  const [place, setPlace] = useStatementPlace();
  const today = useToday();
  const asked = statementAsked(place, today);
  const isChosen = place.account !== "";
  const turned = isTurned(asked);
  const report = useReport(statementReport, asked, isChosen && !turned);
  const [first] = isChosen && !turned ? (report.data?.pages ?? []) : [];
  const entries = report.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <ReportPage
      title={t("statement.title")}
      takeaway={
        first && {
          other: (
            <ShareButton statement={first} entries={entries} isWhole={!report.hasNextPage} isOld={report.isPlaceholderData} />
          ),
          paper: paths.printedStatement,
          place,
          makeFile: (format) => callFile(exportAccountStatement, { query: { ...asked, format } }),
        }
      }
      filters={<StatementFilters place={place} statement={first} isTurned={turned} onChange={setPlace} />}
      report={report}
      first={first}
    >
      {isChosen ? null : <ChooseAccount />}
      {first === undefined ? null : (
        <>
          <StatementHead statement={first} onCurrency={(currency) => setPlace({ currency })} />
          <Card withBorder padding={0} component="section" aria-busy={report.isPlaceholderData}>
            <EntryCount
              count={entries.length}
              isWhole={!report.hasNextPage}
              isHiding={first.hasCorrected && place.corrected === ""}
            />
            {entries.length === 0 ? (
              <NothingThere title={t("statement.empty")} next={t("statement.emptyNext")} />
            ) : (
              <StatementTable statement={first} entries={entries} extent={report.hasNextPage ? "beginning" : "whole"} />
            )}
          </Card>
        </>
      )}
      {isChosen && !turned && report.isPending ? (
        <Card withBorder padding={0}>
          <ReportLoading />
        </Card>
      ) : null}
    </ReportPage>
  );
}

function ChooseAccount() {
  const { t } = useTranslation("reports");
  return (
    <Card withBorder>
      <NothingThere title={t("statement.choose")} next={t("statement.chooseNext")} />
    </Card>
  );
}

interface EntryCountProps {
  readonly count: number;
  readonly isWhole: boolean;
  /** Some were corrected and are left out. */
  readonly isHiding: boolean;
}

/** How many entries there are, and that some are hidden. */
function EntryCount({ count, isWhole, isHiding }: EntryCountProps) {
  const { t } = useTranslation("reports");
  return (
    <Group className={classes["count"] ?? ""} gap="xs" role="status">
      <Text size="sm" fw={600}>
        {isWhole ? t("statement.entries", { count }) : t("statement.entriesRead", { count })}
      </Text>
      {isHiding ? (
        <Text size="sm" c="dimmed">
          {t("statement.correctedNote")}
        </Text>
      ) : null}
    </Group>
  );
}
