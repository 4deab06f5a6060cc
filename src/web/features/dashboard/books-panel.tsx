import { Button, List, Skeleton, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getDashboard, type Dashboard } from "#contract/dashboard.ts";
import { mayCall } from "#contract/permissions.ts";
import { lastVerification, runVerification, type Verification } from "#contract/verification.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { call } from "#web/lib/api.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { queryKeys } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useNow } from "#web/ui/date/ago.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";

import classes from "./books-panel.module.css";
import { CashToday } from "./cash-today.tsx";
import { Panel } from "./panel.tsx";

const faultsShown = 5;
/** A night and half a day: by then the next verification should have been. A backup is overdue after as long. */
const outdatedAfterMs = 36 * 3_600_000;

/** The day of the cash account in each currency, and whether the last verification, unless it is old, found the books in order. */
export function BooksPanel({ figures }: { readonly figures: Dashboard | undefined }) {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  return (
    <Panel title={t("books.title")} aside={mayCall(role, runVerification.access) ? <VerifyButton /> : undefined}>
      {figures === undefined ? (
        <div className={classes["room"]}>
          <Skeleton height={58} mb="sm" />
          <Skeleton className={classes["waiting"] ?? ""} />
        </div>
      ) : (
        <div className={classes["room"]}>
          <Light last={figures.verification} />
          <CashToday today={figures.today} days={figures.books} />
        </div>
      )}
    </Panel>
  );
}

function Light({ last }: { readonly last: Verification | null }) {
  const { t } = useTranslation("dashboard");
  const { timeZone } = useOffice();
  const now = useNow();
  if (last === null) return <Said state="unknown" title={t("books.unknown")} text={t("books.neverVerified")} />;
  const when = t("books.verifiedAt", { when: formatInstant(last.finishedAt, timeZone) });
  // One that is dated as far ahead was noted while the server's clock stood wrong.
  if (last.balanced && Math.abs(now - Date.parse(last.finishedAt)) > outdatedAfterMs)
    return <Said state="unknown" title={t("books.outdated")} text={`${when}. ${t("books.outdatedText")}`} />;
  if (last.balanced) return <Said state="balanced" title={t("books.balanced")} text={`${when}. ${t("books.explanation")}`} />;
  const hidden = last.faults.length - faultsShown;
  return (
    <>
      <Said
        state="unbalanced"
        title={t("books.unbalanced")}
        text={`${when}. ${t("books.faults", { count: last.faults.length })}:`}
      />
      <List size="sm" mb="sm">
        {last.faults.slice(0, faultsShown).map((fault) => (
          <List.Item key={fault}>{refusalInLanguage(fault)}</List.Item>
        ))}
        {hidden > 0 ? <List.Item>{t("books.moreFaults", { count: hidden })}</List.Item> : null}
      </List>
    </>
  );
}

const icons = { balanced: IconCircleCheck, unbalanced: IconAlertTriangle, unknown: IconHelpCircle } as const;

function Said({ state, title, text }: { readonly state: keyof typeof icons; readonly title: string; readonly text: string }) {
  const Sign = icons[state];
  return (
    <div className={classes["light"]} data-state={state}>
      <Sign className={classes["sign"]} size={34} stroke={1.7} aria-hidden />
      <div>
        <Text fw={600} role="status">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </div>
  );
}

function VerifyButton() {
  const { t } = useTranslation("dashboard");
  const client = useQueryClient();
  const verifying = useMutation({
    mutationFn: () => call(runVerification),
    onSuccess: async (verification) => {
      const dashboard = { queryKey: [getDashboard.tag, getDashboard.path] };
      const isBeingRead = client.isFetching(dashboard) > 0;
      // Figures that are on their way were read before the books were: they would put back what was known then.
      await client.cancelQueries(dashboard);
      client.setQueriesData<Dashboard>(dashboard, (figures) =>
        figures === undefined ? undefined : { ...figures, verification },
      );
      client.setQueryData(queryKeys.of(lastVerification), verification);
      if (isBeingRead) void client.invalidateQueries(dashboard);
    },
    onError: (error) => toast.failure(error, t("books.failed")),
  });
  const isBusy = verifying.isPending;
  return (
    <Button size="xs" variant="default" {...refusedWhile(isBusy)} onClick={() => isBusy || verifying.mutate()}>
      {isBusy ? t("books.verifying") : t("books.verify")}
    </Button>
  );
}
