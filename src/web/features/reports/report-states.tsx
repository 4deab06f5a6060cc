import { Skeleton, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn, type ReadOnProps } from "#web/shell/read-on.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import classes from "./reports.module.css";

/** What a report says of itself while it is read. */
export interface Reading {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** What is said where it could not be read; that the report could not unless it says which. */
  readonly failed?: string;
}

/** A reading whose figures go on paper. */
export interface DatedReading extends Reading {
  /** When its figures were read, in milliseconds since 1970. */
  readonly dataUpdatedAt: number;
}

/** What stands on one paper, read in several calls: it has failed where one of them has, and is as old as the oldest. */
export function readTogether(first: DatedReading, others: readonly DatedReading[]): DatedReading {
  const all = [first, ...others];
  const dataUpdatedAt = Math.min(...all.map((reading) => reading.dataUpdatedAt));
  return { ...(all.find(({ isError }) => isError) ?? first), dataUpdatedAt };
}

/** Why a report could not be read; nothing where it could. */
export function ReadingFailed({ isError, isFetching, error, refetch, failed }: Reading) {
  const { t } = useTranslation("reports");
  if (!isError || isFetching) return null;
  return <LoadError title={failed ?? t("failed")} error={error} onRetry={() => void refetch()} />;
}

/** How old the figures are where they were read from a replica of the database; nothing where they are those of now. */
export function ReplicaAge({ seconds }: { readonly seconds: number | undefined }) {
  const { t } = useTranslation("reports");
  if (seconds === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      {seconds === 0 ? t("replica.now") : t("replica.ago", { seconds })}
    </Text>
  );
}

const lines = [1, 2, 3, 4, 5] as const;

/** Stands in for lines on their way. */
export function ReportLoading() {
  const { t } = useTranslation("reports");
  return (
    <div role="status" className={classes["loading"]}>
      <Text size="sm" c="dimmed">
        {t("loading")}
      </Text>
      {lines.map((line) => (
        <Skeleton key={line} height={18} />
      ))}
    </div>
  );
}

/** Says that there is nothing, and what to do next. */
export function NothingThere({ title, next }: { readonly title: string; readonly next: string }) {
  return (
    <div className={surfaces["empty"]} role="status">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {next}
      </Text>
    </div>
  );
}

export interface MoreLinesProps {
  readonly report: ReadOnProps["list"];
  readonly failed?: string;
}

/** Reads on, and says why it could not. */
export function MoreLines({ report, failed }: MoreLinesProps) {
  const { t } = useTranslation("reports");
  return <ReadOn list={report} label={t("more")} failed={failed ?? t("moreFailed")} />;
}

interface PrintLinkProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Leads to the report as it will be on paper. */
export function PrintLink({ to, search = {} }: PrintLinkProps) {
  const { t } = useTranslation("reports");
  return (
    <ButtonLink variant="default" leftSection={<IconPrinter size={16} aria-hidden />} to={to} search={search}>
      {t("print")}
    </ButtonLink>
  );
}
